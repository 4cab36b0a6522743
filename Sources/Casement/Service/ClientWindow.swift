internal import Geometry
internal import Surfaces
internal import WaylandServer
internal import WindowModel

/// The protocol object that stands behind a window.
protocol WindowRole: AnyObject {
  /// The window is to be asked to be as the model says.
  func sendConfigure(_ configuration: WindowConfiguration)
  /// The window's user wants it closed.
  func sendClose()
  /// Whether the content shown answers the last configure that was sent.
  var isConfigureAnswered: Bool { get }
  /// What other programs may know.
  var appID: String { get }
  var title: String { get }
  /// What the client said besides.
  var hints: ToplevelHints { get }
  /// The serial of the last configure that was sent; nil where there was none.
  var lastConfigure: UInt32? { get }
  /// Whether the content shown answers the configure of `serial`, or a later one.
  func hasAnswered(_ serial: UInt32) -> Bool
}

extension WindowRole {
  var hints: ToplevelHints { ToplevelHints() }
  var lastConfigure: UInt32? { nil }
  func hasAnswered(_ serial: UInt32) -> Bool { true }
}

/// The wire's side of one window of the model: its surface, and the popups on it.
final class ClientWindow: NewsTeller {
  let id: WindowID
  let surface: Surface
  unowned let role: any WindowRole
  /// Where the window's frame begins on the surface: shadows lie outside (`xdg_surface.set_window_geometry`).
  var geometryOrigin: Point<SurfacePoints> = .zero
  /// The screen that the window is shown on; nil while it is hidden or has no screen.
  var shownScreen: ScreenID?
  /// Mapped popups, back to front: those that were made later are in front, whichever was mapped last (`xdg_popup`).
  private(set) var popups = ObjectBag<XdgPopup>()
  /// Every popup that stands on the window or on one of its popups, mapped or not, oldest first.
  var allPopups = ObjectBag<XdgPopup>()
  /// What the configuration says of it by its name.
  var rule: WindowRule?
  /// Whether the screen that its rule names was not there, and it was not sent to another since.
  var isWaitingForScreen = false
  /// What a client that speaks the extension is told besides.
  var observer: (any WindowObserver)?
  /// Whether the client does not read, and is asked to be otherwise, or to close the window, when it does.
  var isConfigureLate = false
  var isCloseLate = false

  init(_ id: WindowID, _ surface: Surface, _ role: any WindowRole) {
    self.id = id
    self.surface = surface
    self.role = role
  }

  var client: Client { surface.client }

  /// A popup has content.
  func show(_ popup: XdgPopup) {
    let shown = allPopups.filter { $0 === popup || popups.contains($0) }
    popups.removeAll()
    for popup in shown { popups.append(popup) }
  }

  /// A popup has no content any more.
  func hide(_ popup: XdgPopup) { popups.remove(popup) }

  /// The client reads again: it is told what it missed, and asked to be as the model says by now.
  func catchUp() {
    observer?.catchUp()
    if isConfigureLate, let configuration = surface.service.model.configuration(of: id) { role.sendConfigure(configuration) }
    isConfigureLate = false
    if isCloseLate { role.sendClose() }
    isCloseLate = false
  }

  /// Ends all popups, the topmost first.
  func dismissPopups() {
    for popup in allPopups.reversed() { popup.dismiss() }
  }

  /// The window has another place or size on the screen.
  func frameChanged() {
    for popup in allPopups { popup.surroundingsChanged() }
  }
}

/// Who is told what happens to one window, before anyone else: the window extension.
protocol WindowObserver: AnyObject {
  /// The surface that is the window's content, where the client set one.
  var rootSurface: Surface? { get }
  func windowDid(_ event: WindowEvent)
  /// The client reads again.
  func catchUp()
  /// The window's surface has new content, and the model knows.
  func windowDidCommit()
  /// Comes directly before the configure of the window's own protocol, which ends the same set of events.
  func willConfigure(_ configuration: WindowConfiguration)
  /// These touches in the window are over; their `up` follows.
  func touchesCancelled(_ ids: [Int32])
}
