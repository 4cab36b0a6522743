internal import Glibc
internal import WaylandProtocols
internal import WaylandServer

/// What a sandbox engine said of the clients that connect through it.
struct SecurityContext: Equatable {
  /// The engine's name, such as `org.flatpak`; empty where it gave none.
  var engine = ""
  /// The application, in the engine's terms; empty where it gave none.
  var appID = ""
  /// The running instance, in the engine's terms; empty where it gave none.
  var instanceID = ""
}

/// The contexts in force, and which client is in which.
final class SecurityContexts {
  private unowned let service: WindowService
  private var listeners: [ContextListener] = []
  private var contexts: [UInt64: SecurityContext] = [:]

  /// One socket of a sandbox, until the engine hangs up.
  private final class ContextListener {
    var socket: UnixListener?
    var end: EventSource?
    let closing: Int32

    init(closing: Int32) { self.closing = closing }

    func stop() {
      socket?.close()
      end?.remove()
      (socket, end) = (nil, nil)
    }

    deinit {
      stop()
      close(closing)
    }
  }

  /// The most sockets at once: each keeps two files open, also when its maker is gone.
  private static let most = 256
  /// Whether there can be no more.
  var isFull: Bool { listeners.count >= Self.most }

  init(_ service: WindowService) { self.service = service }

  /// What is known of a client in a context; nil where it is in none.
  subscript(client: Client) -> SecurityContext? { contexts[client.number] }

  /// Accepts clients at `socket` until `closing` hangs up.
  func begin(_ context: SecurityContext, at socket: consuming OwnedFileDescriptor, until closing: consuming OwnedFileDescriptor) {
    if listeners.isEmpty && contexts.isEmpty { hidePrivileges() }
    let listener = ContextListener(closing: closing.take())
    listener.socket = UnixListener(adopting: socket, eventLoop: service.eventLoop) { [unowned self] connection in
      if let client = self.service.display.connect(connection) { self.contexts[client.number] = context }
    }
    // whether it hung up is told without being asked for
    listener.end = service.eventLoop.add(fileDescriptor: listener.closing, for: []) { [unowned self, unowned listener] _ in
      listener.stop()
      self.listeners.removeAll { $0 === listener }
    }
    listeners.append(listener)
  }

  private func hidePrivileges() {
    let hidden = GlobalTable.privilegedInterfaces
    service.display.filterGlobals { [unowned self] client, interface in
      self.contexts[client.number] == nil || !hidden.contains(interface)
    }
  }

  func clientGone(_ client: Client) { contexts[client.number] = nil }

  /// Accepts nobody any more.
  func stop() {
    for listener in listeners { listener.stop() }
    listeners.removeAll()
  }
}

/// `wp_security_context_manager_v1`: lets a sandbox engine mark the clients that it starts.
final class SecurityContextManager: WpSecurityContextManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func createListener(
    id: WpSecurityContextV1Resource, listenFd: consuming OwnedFileDescriptor, closeFd: consuming OwnedFileDescriptor
  ) throws(ProtocolError) {
    if service.securityContexts[id.client] != nil {
      throw .wpSecurityContextManagerV1(.nested, "a client in a security context makes no other")
    }
    guard Self.isListening(listenFd.borrowed) else {
      throw .wpSecurityContextManagerV1(.invalidListenFd, "the descriptor is not a Unix socket that listens")
    }
    guard Self.canHangUp(closeFd.borrowed) else { throw .implementation("close_fd is a file, which never hangs up") }
    id.handler = SecurityContextObject(service, listenFd, closeFd)
  }

  private static func isListening(_ descriptor: Int32) -> Bool {
    func option(_ name: Int32) -> Int32? {
      var value: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      return unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
    }
    return option(SO_DOMAIN) == AF_UNIX && option(SO_TYPE) == Int32(SOCK_STREAM.rawValue) && option(SO_ACCEPTCONN) == 1
  }

  private static func canHangUp(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind != S_IFREG && kind != S_IFDIR
  }
}

/// `wp_security_context_v1`: a context that is described, and then committed.
final class SecurityContextObject: WpSecurityContextV1Requests {
  private unowned let service: WindowService
  private var context = SecurityContext()
  private var given: Set<String> = []
  /// The socket, and the descriptor that ends it; negative once they are handed over.
  private var socket: Int32
  private var closing: Int32
  private var isCommitted = false

  init(_ service: WindowService, _ socket: consuming OwnedFileDescriptor, _ closing: consuming OwnedFileDescriptor) {
    self.service = service
    self.socket = socket.take()
    self.closing = closing.take()
  }

  deinit {
    if socket >= 0 { close(socket) }
    if closing >= 0 { close(closing) }
  }

  func setSandboxEngine(name: String) throws(ProtocolError) { try set(\.engine, name, "sandbox engine") }
  func setAppId(appId: String) throws(ProtocolError) { try set(\.appID, appId, "app id") }
  func setInstanceId(instanceId: String) throws(ProtocolError) { try set(\.instanceID, instanceId, "instance id") }

  private func set(_ member: WritableKeyPath<SecurityContext, String>, _ value: String, _ name: String) throws(ProtocolError) {
    try mustNotBeCommitted()
    guard given.insert(name).inserted else { throw .wpSecurityContextV1(.alreadySet, "the \(name) was given already") }
    context[keyPath: member] = value
  }

  func commit() throws(ProtocolError) {
    try mustNotBeCommitted()
    if let empty = [("sandbox engine", context.engine), ("app id", context.appID), ("instance id", context.instanceID)]
      .first(where: { given.contains($0.0) && $0.1.isEmpty })
    {
      throw .wpSecurityContextV1(.invalidMetadata, "the \(empty.0) is empty")
    }
    guard !service.securityContexts.isFull else { throw .tooMuch("the sockets of too many security contexts are open") }
    isCommitted = true
    let socket = OwnedFileDescriptor(self.socket)
    let closing = OwnedFileDescriptor(self.closing)
    (self.socket, self.closing) = (-1, -1)
    service.securityContexts.begin(context, at: socket, until: closing)
  }

  private func mustNotBeCommitted() throws(ProtocolError) {
    if isCommitted { throw .wpSecurityContextV1(.alreadyUsed, "the context is committed already") }
  }
}
