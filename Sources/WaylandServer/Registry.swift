internal import CWaylandServer

/// A global that came, or one that went, as registries are told.
@safe struct RegistryEvent {
  /// The global's number.
  let name: UInt32
  let interface: UnsafePointer<wl_interface>
  /// The newest version that may be bound; nil: the global is gone.
  let version: UInt32?
}

/// A client's registries, and what they are not told yet because their client does not read: libwayland, which tells all others, would end
/// it at last.
@safe struct Registries {
  /// The numbers of the objects.
  private(set) var ids: [UInt32] = []
  private var withheld: [RegistryEvent] = []

  /// More registries than this end the client: each is told of each screen that comes or goes.
  static let most = 1024

  var isEmpty: Bool { ids.isEmpty }
  /// Whether anything is withheld.
  var isLate: Bool { !withheld.isEmpty }

  mutating func add(_ id: UInt32) { ids.append(id) }
  mutating func remove(_ id: UInt32) { ids.removeAll { $0 == id } }

  /// About what it takes to tell all of them of one global, in bytes.
  var bytes: Int { 48 * ids.count }

  /// Keeps an event for later. One that came and went without a word is not spoken of. - Returns: whether the global was known.
  mutating func withhold(_ event: RegistryEvent) -> Bool {
    if event.version == nil, let index = withheld.firstIndex(where: { $0.name == event.name && $0.version != nil }) {
      withheld.remove(at: index)
      return false
    }
    withheld.append(event)
    return true
  }

  /// Whether the client has not been told that the global `name` is gone.
  func isGoneUntold(_ name: UInt32) -> Bool { withheld.contains { $0.name == name && $0.version == nil } }

  /// Tells what was withheld, as long as `maySend` allows it.
  mutating func tell(_ client: OpaquePointer, while maySend: () -> Bool) {
    var count = 0
    for event in withheld {
      guard maySend() else { break }
      count += 1
      for id in ids {
        guard let registry = unsafe wl_client_get_object(client, id) else { continue }
        unsafe event.send(to: registry)
      }
    }
    withheld.removeFirst(count)
  }
}

extension RegistryEvent {
  fileprivate func send(to registry: OpaquePointer) {
    guard let version else {
      var gone = unsafe wl_argument(u: name)
      return unsafe wl_resource_post_event_array(registry, 1, &gone)
    }
    unsafe withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: 3) { wire in
      unsafe wire.initializeElement(at: 0, to: wl_argument(u: name))
      unsafe wire.initializeElement(at: 1, to: wl_argument(s: interface.pointee.name))
      unsafe wire.initializeElement(at: 2, to: wl_argument(u: version))
      unsafe wl_resource_post_event_array(registry, 0, wire.baseAddress)
    }
  }
}
