internal import CWaylandServer
internal import Glibc

/// libwayland's display, which everything that hangs on it keeps.
@safe final class DisplayHandle {
  let pointer: OpaquePointer
  /// Whether something may have been sent to clients that do not know of it: registries hear of globals from libwayland.
  var isAnyUnflushed = false
  /// How many globals were ever made.
  var globalsMade: UInt32 = 0

  init() { unsafe pointer = wl_display_create() }

  deinit { unsafe wl_display_destroy(pointer) }
}

/// The server's end of all connections.
@safe package final class Display {
  private let handle: DisplayHandle
  private var display: OpaquePointer { unsafe handle.pointer }
  /// The loop that everything of this server runs in.
  package let eventLoop: EventLoop
  private var clients: [OpaquePointer: Client] = unsafe [:]
  private var nextClient: UInt64 = 1
  /// Clients that something was sent to since the last flush.
  private var unflushed: [Client] = []
  /// Called with each client before its first request.
  package var onConnect: ((Client) -> Void)?

  package init() {
    handle = DisplayHandle()
    eventLoop = EventLoop(of: handle)
  }

  /// Called with each error that ends a client, libwayland's own too, while requests are kept.
  package var onError: ((Client, WireError) -> Void)?
  var keepsRequests = false
  var heard: ((wl_protocol_logger_type, UnsafePointer<wl_protocol_logger_message>) -> Void)?

  /// Calls `heard` with each request before it is dispatched, and each event; it lasts as long as the display.
  func listen(_ heard: @escaping (wl_protocol_logger_type, UnsafePointer<wl_protocol_logger_message>) -> Void) {
    unsafe self.heard = heard
    _ = unsafe wl_display_add_protocol_logger(
      display,
      { data, kind, message in
        guard let message = unsafe message else { return }
        unsafe Unmanaged<Display>.fromOpaque(data!).takeUnretainedValue().heard?(kind, message)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { abandon() }

  /// Disconnects every client; handlers are told as usual.
  package func disconnectAll() { unsafe wl_display_destroy_clients(display) }

  /// Disconnects every client without telling any handler: for a server that is itself being released.
  package func abandon() {
    unflushed = []
    for client in connectedClients { client.abandon() }
    unsafe clients = [:]
  }

  /// The connected clients, the oldest first.
  package var connectedClients: [Client] { unsafe clients.values.sorted { $0.number < $1.number } }

  /// Takes over a connected socket as a new client.
  @discardableResult
  package func connect(_ fileDescriptor: consuming OwnedFileDescriptor) -> Client? {
    guard let client = unsafe Client(self, display: display, fileDescriptor: fileDescriptor, number: nextClient) else { return nil }
    nextClient += 1
    if !client.knowsWhatIsSent { knowsWhatIsSent = false }
    let key = unsafe client.pointer!
    unsafe clients[key] = client
    client.onDisconnect = { [unowned self] in unsafe self.clients[key] = nil }
    onConnect?(client)
    return client
  }

  /// The client that libwayland speaks of.
  func client(_ pointer: OpaquePointer?) -> Client? { unsafe pointer.flatMap { unsafe clients[$0] } }

  /// A serial, growing; never 0.
  package func nextSerial() -> UInt32 {
    let serial = unsafe wl_display_next_serial(display)
    return serial == 0 ? unsafe wl_display_next_serial(display) : serial
  }

  /// Whether it is known, of every client, whenever something waits to be flushed.
  private var knowsWhatIsSent = true

  func addUnflushed(_ client: Client) { unflushed.append(client) }

  /// Called before a client's `wl_display.sync` is answered: what was put off and belongs to what it asked before is due. Not called where
  /// it is not known what libwayland itself is asked.
  package var willAnswerSync: (() -> Void)?

  /// Sends what is queued for all clients. Those that nothing was sent to are not looked at.
  package func flush() {
    if unflushed.isEmpty, !handle.isAnyUnflushed, knowsWhatIsSent { return }
    var isFull = handle.isAnyUnflushed || !knowsWhatIsSent
    handle.isAnyUnflushed = false
    // a client that is ended meanwhile may let others be told
    while let client = unflushed.popLast() { if !client.flushAll() { isFull = true } }
    // libwayland sees to those whose socket is full, or gone
    if isFull { unsafe wl_display_flush_clients(display) }
  }

  /// Advertises a global. `bind` is called with each client's new object.
  package func advertise<Kind: Resource>(_ kind: Kind.Type, version: UInt32, bind: @escaping (Kind) -> Void) -> Global {
    let event = unsafe RegistryEvent(name: handle.globalsMade + 1, interface: kind.interface, version: version)
    return telling(event) { _ in
      unsafe Global(
        display: handle, interface: kind.interface, name: kind.interfaceName, version: version
      ) { [unowned self] pointer, version, id in
        guard let client = unsafe self.client(pointer) else { return }
        guard client.boundCount < Client.mostBound else {
          return client.postTooMuch("more than \(Client.mostBound) objects by binding globals")
        }
        do throws(ProtocolError) {
          let resource = try Kind(client: client, version: version, id: id)
          resource.wasBound()
          bind(resource)
        } catch { client.postTooMuch(error.message) }
      }
    }
  }

  /// Tells clients that `global` is gone; it can be bound as long as somebody keeps it. - Returns: the clients that may believe in it.
  package func withdraw(_ global: Global) -> [Client] {
    let event = unsafe RegistryEvent(name: global.name, interface: global.interface, version: nil)
    return telling(event) { strangers in
      global.withdraw()
      return connectedClients.filter { !strangers.contains($0.number) }
    }
  }

  /// Clients that libwayland must not tell of what it tells others now.
  private var silent: Set<UInt64> = []
  /// Called with a client that does not read and has more to be told of globals when it does.
  package var onRegistryLate: ((Client) -> Void)?

  /// Calls `body`, which makes libwayland tell registries of `event`, with the clients that know nothing of it and will not.
  private func telling<Result>(_ event: RegistryEvent, _ body: (Set<UInt64>) -> Result) -> Result {
    var strangers: Set<UInt64> = []
    for client in connectedClients where unsafe sees(unsafe event.interface, client) {
      var isKnown = true
      if !client.mayHear(of: event, isKnown: &isKnown) { silent.insert(client.number) }
      if !isKnown { strangers.insert(client.number) }
    }
    if !silent.isEmpty { useFilter() }
    defer { silent = [] }
    return body(strangers)
  }

  private func sees(_ interface: UnsafePointer<wl_interface>, _ client: Client) -> Bool {
    guard let allows = filter else { return true }
    return unsafe allows(client, String(cString: interface.pointee.name))
  }

  /// Decides who sees which global: `allows` is asked with the client and the interface's name.
  package func filterGlobals(_ allows: @escaping (Client, String) -> Bool) {
    filter = allows
    useFilter()
  }

  private func useFilter() {
    guard !isFiltering else { return }
    isFiltering = true
    unsafe wl_display_set_global_filter(
      display,
      { client, global, data in
        let display = unsafe Unmanaged<Display>.fromOpaque(data!).takeUnretainedValue()
        guard let client = unsafe display.client(client) else { return true }
        return unsafe !display.silent.contains(client.number) && display.sees(wl_global_get_interface(global), client)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private var filter: ((Client, String) -> Bool)?
  private var isFiltering = false
}
