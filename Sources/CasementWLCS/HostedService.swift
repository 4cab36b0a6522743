internal import Casement
internal import CasementControl
internal import Geometry
internal import Glibc
internal import Input
internal import WaylandServer

/// The service of one test, confined to its thread.
final class HostedService {
  private let service: WindowService
  private var wake: EventSource?
  /// The service's end of each connection, by the descriptor of the client's.
  private var clients: [Int32: Client] = [:]

  /// A desktop, since that is what the suite tests: windows have their own size and place.
  ///
  /// - Parameter signal: ends the wait of `dispatch`.
  init(wakenBy signal: Signal) {
    var configuration = ServiceConfiguration()
    configuration.placement = .natural
    configuration.screens = [ScreenSpec(width: 1600, height: 1600)]
    do { service = try WindowService(configuration) } catch { fatalError("no service for the test: \(error)") }
    // most of the suite's clients attach a buffer before they were configured; some select without an event to name, and some wait for
    // a selection though they never have the keyboard
    service.allowsUnconfiguredBuffers = true
    service.allowsSelectionsWithoutSerial = true
    service.tellsSelectionsWithoutFocus = true
    wake = service.eventLoop.add(fileDescriptor: signal.fileDescriptor) { [unowned signal] _ in signal.wait() }
  }

  /// Waits for something to happen, and handles it.
  func dispatch() { service.dispatch() }

  /// Handles all that has come, without waiting; no more than so many turns, for a client may be faster than the service.
  func settle() {
    for _ in 0..<1000 {
      service.dispatch(timeoutMilliseconds: 0)
      var loop = pollfd(fd: service.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&loop, 1, 0) > 0 else { return }
    }
  }

  func shutDown() {
    wake = nil
    service.shutDown()
  }

  /// Connects a client. - Returns: its end of the connection, which is the caller's to close.
  func connect() -> Int32 {
    var pair: [Int32] = [0, 0]
    precondition(
      unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &pair) == 0,
      "the system has no sockets left")
    clients[pair[1]] = service.connect(fileDescriptor: pair[0])
    return pair[1]
  }

  /// Puts the top-left corner of a window's geometry at a point of the layout.
  ///
  /// - Parameters:
  ///   - surface: the number of the window's surface among the client's objects.
  ///   - connection: the client's end of its connection.
  func placeWindow(of surface: UInt32, connection: Int32, x: Int, y: Int) {
    guard let client = clients[connection] else { return }
    service.placeWindow(of: surface, client: client, at: Point(x: x, y: y))
  }

  func movePointer(to point: PrecisePoint<LayoutPoints>) { service.injectPointerMotion(to: point) }
  func movePointer(by offset: PrecisePoint<LayoutPoints>) { service.injectPointerMotion(by: offset) }
  func button(_ code: UInt32, pressed: Bool, on device: InputDevice) { service.injectButton(code, pressed: pressed, on: device) }
  func releaseButtons(on device: InputDevice) { service.removePointer(device) }

  func key(_ code: UInt32, pressed: Bool, on device: InputDevice) { service.injectKey(code, pressed: pressed, on: device) }
  func releaseKeys(on device: InputDevice) { service.removeKeyboard(device) }

  func touchDown(at point: PrecisePoint<LayoutPoints>, on device: InputDevice) { service.injectTouchDown(0, at: point, on: device) }
  func touchMove(to point: PrecisePoint<LayoutPoints>, on device: InputDevice) { service.injectTouchMotion(0, to: point, on: device) }
  func touchUp(on device: InputDevice) { service.injectTouchUp(0, on: device) }
}
