internal import CWaylandServer
internal import Glibc

/// One connected client.
@safe package final class Client {
  /// libwayland's client; nil once it is gone.
  private(set) var pointer: OpaquePointer?
  /// The process at the other end, as the kernel tells; 0 where it does not.
  package let processID: Int32
  /// A number of our own, never used again.
  package let number: UInt64
  /// Called once, before any of the client's objects goes.
  package var onDisconnect: (() -> Void)?
  /// Called with each error that ends the client.
  package var onError: ((ProtocolError, Resource) -> Void)?
  /// How many files of shared memory the service keeps open for the client.
  package var poolCount = 0
  /// How many objects the client has, and how many of them it got by binding globals.
  var objectCount = 0
  var boundCount = 0
  /// How many rectangles its regions have together, and how many bytes the names of the types of data that it offers.
  package var rectCount = 0
  package var typeBytes = 0
  private var registries = Registries()

  /// The most objects of a client: more end it. Nobody needs them, and each costs the service memory, and time to look through.
  package static let mostObjects = 32_768
  /// The most of them that it may get by binding globals: whatever happens is told to each of these.
  package static let mostBound = 4096
  /// Whether the client's objects are being taken away, in any order.
  package private(set) var isDisconnecting = false
  /// Whether the server itself is going: nobody is told any more.
  private(set) var isAbandoned = false
  private var destruction: Listener?
  /// What libwayland does when it is asked something as wl_display.
  private var displayFunctions: UnsafePointer<casement_display_functions>?
  /// Whether something was sent since the last flush, and the display has the client on its list. Always false where it is not known what
  /// libwayland itself sends.
  private(set) var isUnflushed = false
  /// Outlives its clients.
  private unowned(unsafe) let owner: Display
  var requests: RequestLog?
  /// The client's last requests, the last one at the end; none where nobody asked to keep them.
  package var lastRequests: [String] { requests?.lines ?? [] }

  /// Takes over the connection `fileDescriptor`.
  ///
  /// - Returns: nil, and the descriptor is closed, where libwayland cannot take another client.
  init?(_ owner: Display, display: OpaquePointer, fileDescriptor: consuming OwnedFileDescriptor, number: UInt64) {
    unsafe self.owner = owner
    self.number = number
    let raw = fileDescriptor.take()
    guard let made = unsafe wl_client_create(display, raw) else {
      close(raw)
      return nil
    }
    unsafe pointer = made
    var pid: pid_t = 0
    unsafe wl_client_get_credentials(made, &pid, nil, nil)
    processID = pid
    let listener = unsafe Listener { [unowned self] _ in self.willDisconnect() }
    destruction = listener
    unsafe listener.link { unsafe wl_client_add_destroy_listener(made, $0) }
    unsafe displayFunctions = casement_hear_display(made, displayRequested, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Whether it is known whenever something waits to be flushed.
  var knowsWhatIsSent: Bool { unsafe displayFunctions != nil }

  /// Something was, or is about to be, sent to the client.
  func willSend() {
    guard !isUnflushed else { return }
    isUnflushed = true
    unsafe owner.addUnflushed(self)
  }

  /// Sends what is queued. - Returns: whether all of it went.
  func flushAll() -> Bool {
    isUnflushed = false
    unwatched += Self.messageBytes
    guard let pointer = unsafe pointer else { return true }
    return unsafe casement_flush(pointer) == 0
  }

  fileprivate func run(_ opcode: UInt32, of display: UnsafeMutableRawPointer, _ wire: UnsafePointer<wl_argument>) {
    guard let displayFunctions = unsafe displayFunctions else { return }
    willSend()
    if opcode == 0 {
      unsafe owner.willAnswerSync?()
      return unsafe casement_run_display(displayFunctions, display, opcode, wire)
    }
    // a new registry is told all that there is: the others know as much then
    if registries.isLate, let pointer = unsafe pointer { unsafe registries.tell(pointer) { true } }
    guard registries.ids.count < Registries.most else {
      return postTooMuch("more than \(Registries.most) registries")
    }
    unsafe casement_run_display(displayFunctions, display, opcode, wire)
    unsafe registries.add(wire.pointee.n)
  }

  /// Ends the client because it wants more than it can have.
  func postTooMuch(_ message: String) {
    guard let pointer = unsafe pointer, let display = unsafe wl_client_get_object(pointer, 1) else { return }
    willSend()
    unsafe message.withCString { unsafe casement_post_error(display, 2, $0) }
  }

  // MARK: Registries

  /// Whether the client is told by libwayland of a global that comes or goes. Where it does not read, it is told when it does.
  ///
  /// - Parameter isKnown: set to false where it has not been told of the global, and need not be.
  func mayHear(of event: RegistryEvent, isKnown: inout Bool) -> Bool {
    // where nothing is known of registries, libwayland does as it does
    if registries.isEmpty { return true }
    if !registries.isLate, maySend(bytes: 2 * registries.bytes) {
      willSend()
      return true
    }
    isKnown = registries.withhold(event)
    if registries.isLate { unsafe owner.onRegistryLate?(self) }
    return false
  }

  /// Tells the client of globals that came and went while it did not read. - Returns: false where it does not read still.
  package func tellRegistries() -> Bool {
    guard let pointer = unsafe pointer else { return true }
    willSend()
    let bytes = 2 * registries.bytes
    unsafe registries.tell(pointer) { self.maySend(bytes: bytes) }
    return !registries.isLate
  }

  /// Whether the client has yet to be told that `global` is gone.
  package func isUntold(of global: Global) -> Bool { registries.isGoneUntold(global.name) }

  /// Ends the connection and all its objects.
  package func disconnect() {
    if let pointer = unsafe pointer { unsafe wl_client_destroy(pointer) }
  }

  /// Ends the connection without telling any handler.
  func abandon() {
    isAbandoned = true
    onDisconnect = nil
    onError = nil
    disconnect()
  }

  /// Sends what is queued for the client.
  package func flush() {
    if let pointer = unsafe pointer { unsafe wl_client_flush(pointer) }
  }

  /// Tells the client what it did wrong; libwayland ends it afterwards.
  package func post(_ error: ProtocolError, from resource: Resource) {
    guard let pointer = unsafe pointer else { return }
    willSend()
    onError?(error, resource)
    if error.interface == "wl_display" {
      switch error.code {
      case 3: unsafe error.message.withCString { unsafe casement_post_implementation_error(pointer, $0) }
      default:
        guard let display = unsafe wl_client_get_object(pointer, 1) else { return }
        unsafe error.message.withCString { unsafe casement_post_error(display, error.code, $0) }
      }
      return
    }
    let named = unsafe error.object == 0 ? resource.pointer : wl_client_get_object(pointer, error.object)
    if let object = unsafe named, error.object != 0 || error.interface == type(of: resource).interfaceName {
      unsafe error.message.withCString { unsafe casement_post_error(object, error.code, $0) }
    } else {
      // the object that the error is about is gone; its code would mean something else on any other
      unsafe error.message.withCString { unsafe casement_post_implementation_error(pointer, $0) }
    }
  }

  /// Ends one of the client's registries, which libwayland answers itself.
  ///
  /// - Parameter registry: libwayland's object, as an argument of a request that the client has just made.
  package func destroyRegistry(_ registry: OpaquePointer) {
    unsafe registries.remove(wl_resource_get_id(registry))
    unsafe wl_resource_destroy(registry)
  }

  /// What may be on its way to the client beyond what was there when it was last looked at, in bytes as the kernel counts.
  private var unwatched = 0

  /// Whether `count` small events may be sent without looking at how much is on its way: looking costs more than sending a few.
  package func maySend(_ count: Int) -> Bool { maySend(bytes: count * Self.eventBytes) }

  /// Whether events of so many bytes may be sent, as `maySend(_:)` has it.
  package func maySend(bytes: Int) -> Bool {
    unwatched += bytes
    if unwatched <= Self.mostUnwatched { return true }
    if isCongested { return false }
    unwatched = bytes
    return true
  }

  /// Whether an event of so many bytes may be sent that cannot wait: not where hardly anything fits any more.
  package func maySendInput(bytes: Int) -> Bool {
    unwatched += bytes
    if unwatched <= Self.mostUnwatched { return true }
    let unread = unread
    if unread > Self.congestion { return unread <= Self.fullness }
    unwatched = bytes
    return true
  }

  /// Files that were sent since the client was last seen to have read everything.
  private var filesUnread = 0

  /// Whether another file may be sent to the client: what it does not read is kept by the kernel, which lets a user have only so many
  /// files on their way.
  package func maySendFile() -> Bool {
    if filesUnread >= Self.mostFilesUnread {
      guard unread == 0 else { return false }
      filesUnread = 0
    }
    filesUnread += 1
    return true
  }

  /// The most files that wait for a client at once.
  package static let mostFilesUnread = 128

  /// A frame callback or a motion, with the event that goes along with it.
  private static let eventBytes = 36
  /// What the kernel needs for a message besides what is in it.
  private static let messageBytes = 1280
  /// A quarter of what the kernel lets wait in a socket.
  private static let mostUnwatched = 49_152

  /// Whether so much is on its way to the client that what can wait should: it is slow, or stopped.
  package var isCongested: Bool { unread > Self.congestion }

  /// Whether the client has taken all that it was sent from its socket.
  package var hasReadAll: Bool { unread == 0 }

  /// What the client has not read, in bytes as the kernel counts; 0 where that is not known.
  private var unread: Int32 {
    guard let pointer = unsafe pointer else { return 0 }
    unsafe wl_client_flush(pointer)
    var queued: Int32 = 0
    return unsafe ioctl(wl_client_get_fd(pointer), UInt(TIOCOUTQ), &queued) == 0 ? queued : 0
  }

  /// A third of the least that the kernel lets wait in a socket by default, in its own counting, which includes its overhead.
  private static let congestion: Int32 = 65_536
  /// Three quarters of what the kernel lets wait: the last one is for what must be told.
  private static let fullness: Int32 = 163_840

  private func willDisconnect() {
    isDisconnecting = true
    onDisconnect?()
    onDisconnect = nil
    unsafe pointer = nil
    destruction?.remove()
    destruction = nil
  }
}

/// A client asked its wl_display something.
private func displayRequested(
  _ box: UnsafeRawPointer?, _ display: UnsafeMutableRawPointer?, _ opcode: UInt32, _ message: UnsafePointer<wl_message>?,
  _ wire: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
  unsafe Unmanaged<Client>.fromOpaque(box!).takeUnretainedValue().run(opcode, of: display!, wire!)
  return 0
}
