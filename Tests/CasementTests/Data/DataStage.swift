import Casement
import CasementTesting
import Geometry
import Glibc
import WaylandClient
import WaylandProtocols
import WindowModel

/// A service with two clients, a window each: they overlap, but each has a corner of its own. That of `two` is key.
final class DataStage {
  let test: TestService
  let one: DataPeer
  let two: DataPeer
  let oneWindow: TestWindow
  let twoWindow: TestWindow
  /// A point that only the window of `one` has, and one of the window of `two`.
  let onOne: PrecisePoint<LayoutPoints>
  let onTwo: PrecisePoint<LayoutPoints>
  /// A point where there is no window.
  private var dead: DataPeer?
  let nowhere = PrecisePoint<LayoutPoints>(x: 1270, y: 710)

  var service: WindowService { test.service }

  init(versionOfOne: UInt32 = 3, versionOfTwo: UInt32 = 3) throws {
    var configuration = ServiceConfiguration.manual
    configuration.placement = .natural
    let test = try TestService(configuration)
    self.test = test
    let (first, second) = (try test.connect(), try test.connect())
    one = DataPeer(first, version: versionOfOne)
    two = DataPeer(second, version: versionOfTwo)
    oneWindow = try first.makeWindow(400, 300, 0xFFFF_0000)
    twoWindow = try second.makeWindow(400, 300, 0xFF00_FF00)
    let screen = test.service.model.mainScreen!
    let frames = test.service.model.frontToBack(on: screen).map { test.service.model.frame(of: $0)! }
    precondition(frames.count == 2 && frames[1].x < frames[0].x, "windows cascade")
    onOne = PrecisePoint(x: Double(frames[1].x + 1), y: Double(frames[1].y + 2))
    onTwo = PrecisePoint(x: Double(frames[0].x + 395), y: Double(frames[0].y + 295))
    try settle()
    forget()
  }

  /// Lets everything that was said reach everybody.
  func settle() throws {
    for _ in 0..<2 {
      for peer in [one, two] where peer !== dead { try peer.client.roundtrip() }
    }
  }

  /// Ends the connection of a client as its death would.
  func kill(_ peer: DataPeer) {
    dead = peer
    shutdown(peer.client.connection.fileDescriptor, Int32(SHUT_RDWR))
    for _ in 0..<3 { test.pump() }
  }

  /// Forgets what the clients were told so far.
  func forget() {
    for peer in [one, two] {
      _ = peer.take()
      _ = peer.takeButtons()
    }
  }

  /// Clicks on the window of `one`, so that it has the keyboard and a serial.
  func focusOne() throws {
    service.injectPointerMotion(to: onOne)
    service.injectButton(pressed: true)
    service.injectButton(pressed: false)
    try settle()
  }

  /// Presses on the window of `one`, and leaves the button held.
  func pressOne() throws {
    service.injectPointerMotion(to: onOne)
    service.injectButton(pressed: true)
    try settle()
    forget()
  }

  /// Has `one` put text on the clipboard, and `two` have the keyboard.
  func copyFromOne(_ types: [String] = ["text/plain"]) throws -> DataPeer.Source {
    try focusOne()
    let source = one.makeSource(types)
    one.device.setSelection(source: source.proxy, serial: one.press)
    try settle()
    service.injectPointerMotion(to: onTwo)
    service.injectButton(pressed: true)
    service.injectButton(pressed: false)
    try settle()
    return source
  }

  /// Has `one` drag a source, with the button held on its window.
  func drag(
    _ types: [String] = ["text/plain"], actions: WlDataDeviceManager.DndAction? = [.copy, .move, .ask], icon: WlSurfaceProxy? = nil
  ) throws -> DataPeer.Source {
    try pressOne()
    let source = one.makeSource(types, actions: actions)
    one.device.startDrag(source: source.proxy, origin: oneWindow.surface, icon: icon, serial: one.press)
    try settle()
    return source
  }

  /// Moves the drag onto the window of `two`, which accepts.
  func dragToTwo(
    accepting type: String? = "text/plain", actions: WlDataDeviceManager.DndAction = .copy, preferred: WlDataDeviceManager.DndAction = .copy
  ) throws {
    service.injectPointerMotion(to: onTwo)
    try settle()
    two.dragged?.proxy.accept(serial: two.enter, mimeType: type)
    if two.device.version >= 3 { two.dragged?.proxy.setActions(dndActions: actions, preferredAction: preferred) }
    try settle()
  }

  func release() throws {
    service.injectButton(pressed: false)
    try settle()
  }
}
