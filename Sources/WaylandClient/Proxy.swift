internal import CWaylandClient
internal import WaylandProtocols

/// One protocol object of ours, on the client's side. The generated subclasses send its requests and decode its events.
///
/// The connection keeps it until it is destroyed by a destructor request, by an event that ends it, or with the connection.
@safe package class Proxy {
  /// The connection that the object belongs to.
  package private(set) final unowned var connection: Connection
  /// libwayland's object; nil once it is destroyed.
  private(set) final var pointer: OpaquePointer?
  /// The version of its interface.
  package final let version: UInt32

  /// The table of the interface.
  class var interface: UnsafePointer<wl_interface> { preconditionFailure("generated subclasses have one") }
  /// The interface's name on the wire.
  package class var interfaceName: String { preconditionFailure("generated subclasses have one") }

  required init(_ pointer: OpaquePointer, _ connection: Connection) {
    unsafe self.pointer = pointer
    self.connection = connection
    version = unsafe casement_wl_proxy_get_version(pointer)
    // libwayland answers the display's own events
    guard Self.interfaceName != "wl_display" else { return }
    connection.keep(self)
    let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe casement_wl_proxy_add_dispatcher(pointer, receiveEvent, owner, owner)
  }

  /// Whether it is not destroyed.
  package final var isAlive: Bool { unsafe pointer != nil }

  /// The object's number on the wire; 0 once it is destroyed.
  package final var id: UInt32 { unsafe pointer.map { unsafe casement_wl_proxy_get_id($0) } ?? 0 }

  final var object: OpaquePointer? { unsafe pointer }

  /// Decodes one event and hands it to `onEvent`.
  func dispatch(_ opcode: UInt32, _ wire: UnsafeMutablePointer<wl_argument>) {}

  /// Sends a request that makes no object.
  final func marshal(_ opcode: UInt32, _ wire: UnsafeMutablePointer<wl_argument>?, destroys: Bool) {
    guard let pointer = unsafe pointer else { preconditionFailure("a request on a destroyed \(Self.interfaceName)") }
    unsafe casement_wl_proxy_marshal_array_flags(pointer, opcode, nil, version, 0, wire)
    if destroys { destroyProxy() }
  }

  /// Sends a request that makes an object of `interface`.
  final func make(
    _ opcode: UInt32, _ wire: UnsafeMutablePointer<wl_argument>?, _ interface: UnsafePointer<wl_interface>, version: UInt32
  ) -> OpaquePointer {
    guard let pointer = unsafe pointer else { preconditionFailure("a request on a destroyed \(Self.interfaceName)") }
    return unsafe casement_wl_proxy_marshal_array_flags(pointer, opcode, interface, version, 0, wire)!
  }

  /// Forgets the object without a request.
  package final func destroyProxy() {
    guard let pointer = unsafe pointer else { return }
    unsafe self.pointer = nil
    unsafe casement_wl_proxy_destroy(pointer)
    connection.forget(self)
  }

  /// Gives up the object when the connection has gone.
  final func connectionClosed() {
    if let pointer = unsafe pointer { unsafe casement_wl_proxy_destroy(pointer) }
    unsafe pointer = nil
  }

  /// The object that an argument names.
  static func known(_ object: OpaquePointer?) -> Proxy? {
    guard let object = unsafe object, let owner = unsafe casement_wl_proxy_get_user_data(object) else { return nil }
    return unsafe Unmanaged<Proxy>.fromOpaque(owner).takeUnretainedValue()
  }
}

private func receiveEvent(
  _ owner: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32, _ message: UnsafePointer<wl_message>?,
  _ wire: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
  let proxy = unsafe Unmanaged<Proxy>.fromOpaque(owner!).takeUnretainedValue()
  unsafe proxy.dispatch(opcode, wire!)
  return 0
}

/// The interface tables with libwayland-client's types.
enum ClientInterfaces {
  static func pointer(_ name: String) -> UnsafePointer<wl_interface> {
    unsafe InterfaceTable.address(of: name).assumingMemoryBound(to: wl_interface.self)
  }
}
