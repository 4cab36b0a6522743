internal import CWaylandServer
internal import WaylandProtocols

/// Who answers the requests of one object.
package protocol RequestHandler: AnyObject {
  /// The object is gone, by the client's request or with the client. At a disconnect objects go in any order.
  func resourceDestroyed()
  /// The server is being released, and nobody is told anything: only references in a circle are to be cut.
  func resourceAbandoned()
}

extension RequestHandler {
  package func resourceDestroyed() {}
  package func resourceAbandoned() {}
}

/// One protocol object of a client, on the server's side. The generated subclasses decode its requests and send its events.
///
/// It lives as long as the client's object and keeps its handler alive. Once the object is gone, sending does nothing.
@safe package class Resource {
  /// The client that owns the object.
  package final let client: Client
  /// The version of the interface that the client bound.
  package final let version: UInt32
  /// libwayland's object; nil once it is gone.
  private(set) final var pointer: OpaquePointer?
  /// Whether the client got the object by binding a global.
  private final var isBound = false
  /// Whether a request of it is being handled: it stays until that is done, also when the request ends it.
  fileprivate final var isDispatching = false

  /// The table of the interface.
  class var interface: UnsafePointer<wl_interface> { preconditionFailure("generated subclasses have one") }
  /// The interface's name on the wire.
  package class var interfaceName: String { preconditionFailure("generated subclasses have one") }

  /// Makes the object `id` of `client`; 0 lets libwayland choose an id, for objects that an event introduces.
  ///
  /// - Throws: `noMemory` where the client cannot have another object.
  package required init(client: Client, version: UInt32, id: UInt32) throws(ProtocolError) {
    self.client = client
    self.version = version
    guard client.objectCount < Client.mostObjects else { throw .tooMuch("more than \(Client.mostObjects) objects") }
    guard let owner = unsafe client.pointer,
      let made = unsafe wl_resource_create(owner, Self.interface, Int32(version), id)
    else { throw .noMemory }
    unsafe pointer = made
    client.objectCount += 1
    let box = unsafe Unmanaged.passRetained(self).toOpaque()
    unsafe wl_resource_set_dispatcher(made, dispatchRequest, box, box, resourceWasDestroyed)
  }

  /// Makes the object that a request of `parent` introduces.
  convenience init(by parent: Resource, id: UInt32) throws(ProtocolError) {
    try self.init(client: parent.client, version: parent.version, id: id)
  }

  /// The object's number on the wire; 0 once it is gone.
  package final var id: UInt32 { unsafe pointer.map { unsafe wl_resource_get_id($0) } ?? 0 }
  /// Whether the client still has the object.
  package final var isAlive: Bool { unsafe pointer != nil }

  /// Destroys the object. Only destructors, and events that end an object, do so.
  package final func destroy() {
    if let pointer = unsafe pointer { unsafe wl_resource_destroy(pointer) }
  }

  /// Decodes and runs one request.
  func dispatch(_ opcode: UInt32, _ wire: UnsafeMutablePointer<wl_argument>) throws(ProtocolError) {}

  /// Hands out the handler for the last time.
  func takeHandler() -> (any RequestHandler)? { nil }

  /// Sends one event.
  final func post(_ opcode: UInt32, _ wire: UnsafeMutablePointer<wl_argument>?) {
    guard let pointer = unsafe pointer else { return }
    client.willSend()
    unsafe wl_resource_post_event_array(pointer, opcode, wire)
  }

  /// The client got the object by binding a global.
  final func wasBound() {
    isBound = true
    client.boundCount += 1
  }

  fileprivate final func wasDestroyed() {
    unsafe pointer = nil
    client.objectCount -= 1
    if isBound { client.boundCount -= 1 }
    // libwayland tells the client that the number is free again (`wl_display.delete_id`)
    client.willSend()
    let handler = takeHandler()
    if client.isAbandoned { handler?.resourceAbandoned() } else { handler?.resourceDestroyed() }
  }

  /// The object that an argument names. libwayland has checked that it is there and of the right interface.
  static func required<Kind: Resource>(_ object: OpaquePointer?, as kind: Kind.Type) -> Kind {
    unsafe optional(object, as: kind)!
  }

  static func optional<Kind: Resource>(_ object: OpaquePointer?, as kind: Kind.Type) -> Kind? {
    guard let object = unsafe object, let box = unsafe wl_resource_get_user_data(object) else { return nil }
    return unsafe unsafeDowncast(Unmanaged<Resource>.fromOpaque(box).takeUnretainedValue(), to: kind)
  }
}

/// The one entry point of all requests.
private func dispatchRequest(
  _ box: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32, _ message: UnsafePointer<wl_message>?,
  _ wire: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
  let held = unsafe Unmanaged<Resource>.fromOpaque(box!)
  let isOver = unsafe held._withUnsafeGuaranteedRef { resource in
    resource.isDispatching = true
    do throws(ProtocolError) {
      try unsafe resource.dispatch(opcode, wire!)
    } catch {
      resource.client.post(error, from: resource)
    }
    resource.isDispatching = false
    return unsafe resource.pointer == nil
  }
  // the reference that libwayland's object had
  if isOver { unsafe held.release() }
  return 0
}

private func resourceWasDestroyed(_ object: OpaquePointer?) {
  guard let box = unsafe wl_resource_get_user_data(object) else { return }
  let held = unsafe Unmanaged<Resource>.fromOpaque(box)
  let resource = unsafe held.takeUnretainedValue()
  resource.wasDestroyed()
  if !resource.isDispatching { unsafe held.release() }
}

/// The interface tables with libwayland-server's types.
enum ServerInterfaces {
  static func pointer(_ name: String) -> UnsafePointer<wl_interface> {
    unsafe InterfaceTable.address(of: name).assumingMemoryBound(to: wl_interface.self)
  }
}
