internal import CWaylandUtil
internal import Glibc

/// Interfaces by name: a hash table over C strings that stay where they are.
@safe struct InterfaceNames {
  private var slots: UnsafeMutablePointer<UnsafeMutablePointer<wl_interface>?>
  private var capacity = 256
  private var count = 0

  init() { unsafe slots = Self.makeSlots(256) }

  private static func makeSlots(_ count: Int) -> UnsafeMutablePointer<UnsafeMutablePointer<wl_interface>?> {
    let slots = UnsafeMutablePointer<UnsafeMutablePointer<wl_interface>?>.allocate(capacity: count)
    unsafe slots.initialize(repeating: nil, count: count)
    return unsafe slots
  }

  /// Adds a table; a later one of the same name takes its place.
  mutating func insert(_ table: UnsafeMutablePointer<wl_interface>, _ name: UnsafePointer<CChar>, count length: Int) {
    if count * 2 >= capacity { grow() }
    let slot = unsafe slot(of: name, length)
    if unsafe slots[slot] == nil { count += 1 }
    unsafe slots[slot] = unsafe table
  }

  /// The table whose name is the `length` characters at `name`.
  func find(_ name: UnsafePointer<CChar>, count length: Int) -> UnsafeMutablePointer<wl_interface>? {
    unsafe slots[slot(of: name, length)]
  }

  /// Where the table of that name is, or would be.
  private func slot(of name: UnsafePointer<CChar>, _ length: Int) -> Int {
    // FNV-1a
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in 0..<length { hash = unsafe (hash ^ UInt64(UInt8(bitPattern: name[index]))) &* 0x100_0000_01b3 }
    var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & (capacity - 1)
    while let other = unsafe slots[slot]?.pointee.name {
      if unsafe strncmp(other, name, length) == 0, unsafe other[length] == 0 { break }
      slot = (slot + 1) & (capacity - 1)
    }
    return slot
  }

  private mutating func grow() {
    let (old, oldCapacity) = unsafe (slots, capacity)
    capacity *= 2
    unsafe slots = Self.makeSlots(capacity)
    for index in 0..<oldCapacity {
      guard let table = unsafe old[index], let name = unsafe table.pointee.name else { continue }
      unsafe slots[slot(of: name, strlen(name))] = unsafe table
    }
    unsafe old.deallocate()
  }
}
