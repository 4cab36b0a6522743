package import CasementControl
internal import Glibc
package import WaylandServer

/// The control socket: accepts connections and lets each speak to the backend.
package final class ControlServer {
  /// Connections at a time; one more is told so and closed.
  package static let maximumConnections = 1024

  private unowned let backend: any ControlBackend
  private let eventLoop: EventLoop
  private let limits: ControlLimits
  private var listeners: [UnixListener] = []
  private var connections: [ObjectIdentifier: ControlConnection] = [:]
  private let buffer = ReadBuffer()

  /// A server whose connections call `backend`, which must live at least as long.
  package init(backend: any ControlBackend, eventLoop: EventLoop, limits: ControlLimits = ControlLimits()) {
    self.backend = backend
    self.eventLoop = eventLoop
    self.limits = limits
  }

  /// Listens at `path` as well, whose lock the caller holds.
  package func listen(path: String) throws(SocketError) {
    let listener = try UnixListener(path: path, eventLoop: eventLoop) { [unowned self] in connect($0) }
    listeners.append(listener)
  }

  /// Takes over a connected, non-blocking socket.
  package func connect(_ descriptor: consuming OwnedFileDescriptor) {
    guard connections.count < Self.maximumConnections else {
      let refusal =
        #"{"jsonrpc":"2.0","method":"dropped","params":{"code":-32004,"message":"the service has no room for more connections"}}"#
      _ = unsafe Array((refusal + "\n").utf8).withUnsafeBytes { bytes in
        unsafe send(descriptor.borrowed, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      return
    }
    let connection = ControlConnection(descriptor, backend: backend, limits: limits, eventLoop: eventLoop, buffer: buffer)
    let key = ObjectIdentifier(connection)
    connections[key] = connection
    connection.onClose = { [unowned self] in connections[key] = nil }
  }

  /// Whether anybody wants events of this kind; where nobody does, none need be made.
  package func wants(_ kind: ControlEvent.Kind) -> Bool { connections.values.contains { $0.session.wants(kind) } }

  /// Sends an event to all who want its kind.
  package func notify(_ event: ControlEvent) {
    // A copy: a connection that fails takes itself out.
    for connection in Array(connections.values) { connection.session.notify(event) }
  }

  /// How many connections there are.
  package var connectionCount: Int { connections.count }

  /// Stops listening, and closes every connection after what can be written at once.
  package func stop() {
    for listener in listeners { listener.close() }
    listeners = []
    for connection in Array(connections.values) { connection.close() }
  }
}
