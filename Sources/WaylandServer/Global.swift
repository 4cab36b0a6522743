internal import CWaylandServer

/// One entry of the registry, advertised until it is withdrawn.
@safe package final class Global {
  private var global: OpaquePointer?
  private let display: DisplayHandle
  private let bind: (OpaquePointer?, UInt32, UInt32) -> Void
  /// The interface's name on the wire.
  package let interfaceName: String
  /// The newest version that clients may bind.
  package let version: UInt32
  /// The number by which registries know it. libwayland numbers a display's globals in the order in which they are made, from 1.
  package let name: UInt32
  let interface: UnsafePointer<wl_interface>

  init(
    display: DisplayHandle, interface: UnsafePointer<wl_interface>, name: String, version: UInt32,
    bind: @escaping (OpaquePointer?, UInt32, UInt32) -> Void
  ) {
    unsafe self.bind = bind
    self.display = display
    unsafe self.interface = interface
    display.globalsMade += 1
    self.name = display.globalsMade
    display.isAnyUnflushed = true
    interfaceName = name
    self.version = version
    let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe global = wl_global_create(display.pointer, interface, Int32(version), owner) { client, owner, version, id in
      let global = unsafe Unmanaged<Global>.fromOpaque(owner!).takeUnretainedValue()
      unsafe global.bind(client, version, id)
    }
  }

  deinit {
    guard let global = unsafe global else { return }
    display.isAnyUnflushed = true
    unsafe wl_global_destroy(global)
  }

  /// Tells clients that the global is gone. Binding stays possible until it is released, for clients that do not know yet.
  func withdraw() {
    guard let global = unsafe global else { return }
    display.isAnyUnflushed = true
    unsafe wl_global_remove(global)
  }
}
