internal import CWaylandClient
internal import Glibc

/// Why a connection ended.
package enum ConnectionError: Error, Equatable {
  /// The system has no libwayland-client.
  case noLibrary
  /// No server answers at the place named.
  case notConnected(String)
  /// The server said that we broke the protocol: the interface, the code in its error enum, and the object's number.
  case protocolError(interface: String, code: UInt32, object: UInt32)
  /// The server hung up, or the system failed with this `errno`.
  case closed(errno: Int32)
}

/// Our end of a connection to a Wayland server.
@safe package final class Connection {
  private let display: OpaquePointer
  private var proxies: [ObjectIdentifier: Proxy] = [:]
  /// `wl_display`.
  package private(set) var displayProxy: WlDisplayProxy!
  /// Run while `roundtrip` waits: for a server in the same thread.
  package var pump: (() -> Void)?

  /// Connects over the connected socket `fileDescriptor`, which the connection closes.
  package init(fileDescriptor: Int32) throws(ConnectionError) {
    guard casement_wayland_client_load() else { throw .noLibrary }
    guard let display = unsafe casement_wl_display_connect_to_fd(fileDescriptor) else { throw .closed(errno: errno) }
    unsafe self.display = display
    displayProxy = unsafe WlDisplayProxy(display, self)
  }

  /// Connects to the socket `name`, or to what `WAYLAND_DISPLAY` names.
  package init(name: String? = nil) throws(ConnectionError) {
    guard casement_wayland_client_load() else { throw .noLibrary }
    let found = unsafe name.map { unsafe $0.withCString { unsafe casement_wl_display_connect($0) } } ?? casement_wl_display_connect(nil)
    guard let display = unsafe found else { throw .notConnected(name ?? "WAYLAND_DISPLAY") }
    unsafe self.display = display
    displayProxy = unsafe WlDisplayProxy(display, self)
  }

  deinit {
    for proxy in proxies.values { proxy.connectionClosed() }
    unsafe casement_wl_display_disconnect(display)
  }

  /// The socket, for a loop that waits on it.
  package var fileDescriptor: Int32 { unsafe casement_wl_display_get_fd(display) }

  /// Sends what is queued, as far as the socket takes it.
  ///
  /// libwayland-client ends the process where more than `queueLimit` bytes are queued that the socket does not take: who speaks to a
  /// server that may stop to read looks at the answer, and sends nothing more until there is room.
  /// - Returns: whether nothing is left.
  @discardableResult
  package func flush() -> Bool { unsafe casement_wl_display_flush(display) >= 0 || errno != EAGAIN }

  /// The bytes that can always be queued after a `flush` that left nothing.
  package static let queueLimit = 4096

  /// Reads what has come, without waiting, and runs the events.
  ///
  /// - Throws: why the connection ended.
  package func dispatch() throws(ConnectionError) {
    while unsafe casement_wl_display_prepare_read(display) != 0 {
      if unsafe casement_wl_display_dispatch_pending(display) < 0 { throw failure() }
    }
    unsafe casement_wl_display_flush(display)
    var descriptor = unsafe pollfd(fd: casement_wl_display_get_fd(display), events: Int16(POLLIN), revents: 0)
    if unsafe poll(&descriptor, 1, 0) > 0 {
      if unsafe casement_wl_display_read_events(display) < 0 { throw failure() }
    } else {
      unsafe casement_wl_display_cancel_read(display)
    }
    if unsafe casement_wl_display_dispatch_pending(display) < 0 { throw failure() }
  }

  /// Waits until the server has answered everything sent so far.
  ///
  /// - Throws: why the connection ended.
  package func roundtrip() throws(ConnectionError) {
    var isAnswered = false
    let callback = displayProxy.sync()
    callback.onEvent = { _ in isAnswered = true }
    while !isAnswered {
      flush()
      if let pump {
        pump()
      } else {
        var descriptor = unsafe pollfd(fd: casement_wl_display_get_fd(display), events: Int16(POLLIN), revents: 0)
        unsafe poll(&descriptor, 1, 1000)
      }
      try dispatch()
    }
  }

  /// Why the connection ended; nil while it stands.
  package var error: ConnectionError? { unsafe casement_wl_display_get_error(display) == 0 ? nil : failure() }

  private func failure() -> ConnectionError {
    let number = unsafe casement_wl_display_get_error(display)
    guard number == EPROTO else { return .closed(errno: number == 0 ? errno : number) }
    var interface: UnsafePointer<wl_interface>?
    var object: UInt32 = 0
    let code = unsafe casement_wl_display_get_protocol_error(display, &interface, &object)
    let name = unsafe interface.map { unsafe String(cString: $0.pointee.name) } ?? ""
    return .protocolError(interface: name, code: code, object: object)
  }

  func keep(_ proxy: Proxy) { proxies[ObjectIdentifier(proxy)] = proxy }
  func forget(_ proxy: Proxy) { proxies[ObjectIdentifier(proxy)] = nil }
}
