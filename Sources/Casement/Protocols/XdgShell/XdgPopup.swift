internal import Geometry
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// What a popup stands on: another popup's or a toplevel's `xdg_surface`, or a layer surface.
enum PopupParent {
  case xdgSurface(XdgSurface)
  case layer(ClientWindow)

  var window: ClientWindow? {
    switch self {
    case .xdgSurface(let parent): parent.window
    case .layer(let window): window
    }
  }

  var surface: Surface? {
    switch self {
    case .xdgSurface(let parent): parent.surface
    case .layer(let window): window.surface
    }
  }

  var popup: XdgPopup? {
    if case .xdgSurface(let parent) = self { parent.xdgRole as? XdgPopup } else { nil }
  }

  /// Where the parent's window geometry begins on its own surface.
  var geometryOrigin: Point<SurfacePoints> {
    switch self {
    case .xdgSurface(let parent): parent.geometry.origin
    case .layer: .zero
    }
  }
}

/// `xdg_popup`: a short-lived surface that belongs to a window: a menu, a tooltip.
final class XdgPopup: XdgPopupRequests, XdgRole, NewsTeller {
  let resource: XdgPopupResource
  let xdgSurface: XdgSurface
  let surface: Surface
  /// Nil until a layer surface adopts the popup, and when the parent is gone.
  private(set) var parent: PopupParent?
  private var rules: PopupRules
  /// Where it lies, in the parent's window geometry: what the client has acknowledged.
  private(set) var place: Rect<WindowPoints> = .zero
  /// The places that were sent and are not in force yet, oldest first, by the serials of their configures.
  private var sentPlaces: [(serial: UInt32, place: Rect<WindowPoints>)] = []
  private var isPlaced = false
  /// Popups on this one, oldest first.
  private(set) var children = ObjectBag<XdgPopup>()
  /// Whether it takes all input of its seat's client until it goes.
  private(set) var isGrabbing = false
  /// Whether the client was told that the popup is over; its further requests do nothing.
  private(set) var isDismissed = false
  /// The answer to the last `reposition`, until it is sent.
  private var repositionToken: UInt32?
  private var isMapped = false

  private var service: WindowService { xdgSurface.service }

  init(
    _ resource: XdgPopupResource, _ xdgSurface: XdgSurface, _ surface: Surface, parent: XdgSurface?, _ rules: PopupRules
  ) {
    self.resource = resource
    self.xdgSurface = xdgSurface
    self.surface = surface
    self.rules = rules
    if let parent { adopt(.xdgSurface(parent)) }
    // what stands on a popup that is over is over, too; the client may not have known
    if self.parent?.popup?.isDismissed == true { dismiss() }
  }

  /// Says what the popup stands on.
  func adopt(_ parent: PopupParent) {
    self.parent = parent
    parent.popup?.children.append(self)
    parent.window?.allPopups.append(self)
  }

  var window: ClientWindow? { isDismissed ? nil : parent?.window }
  var shownScreen: ScreenID? { isMapped && !isDismissed ? parent?.window?.shownScreen : nil }

  /// Where the popup's surface begins on the window's surface.
  var originOnWindow: Point<SurfacePoints> {
    guard let parent else { return .zero }
    let base = (parent.popup?.originOnWindow ?? .zero) + parent.geometryOrigin
    return base + Point(x: place.x, y: place.y) - xdgSurface.geometry.origin
  }

  // MARK: Requests

  func grab(seat: WlSeatResource, serial: UInt32) throws(ProtocolError) {
    guard !isDismissed else { return }
    if isMapped || xdgSurface.isMapped { throw .xdgPopup(.invalidGrab, "the popup is mapped already") }
    if let parentPopup = parent?.popup, !parentPopup.isDismissed, !parentPopup.isGrabbing {
      throw .xdgPopup(.invalidGrab, "the parent popup has no grab")
    }
    // who has the grab takes nothing from anybody by another popup, whatever it is in answer to
    let hasGrab = parent?.popup.map { service.seat.popupGrabs.last === $0 } ?? false
    guard hasGrab || service.seat.mayGrab(serial, client: resource.client) else {
      // the press that it answers is over, or was never ours: the popup is dismissed, as the protocol says
      dismiss()
      return
    }
    if let top = service.seat.popupGrabs.last, top.resource.client === resource.client, parent?.popup !== top {
      throw .xdgWmBase(
        .notTheTopmostPopup, on: xdgSurface.wmBase.resource, "xdg_popup#\(top.resource.id) has the grab, and is not the popup's parent")
    }
    isGrabbing = true
    service.seat.beginPopupGrab(self)
  }

  func reposition(positioner: XdgPositionerResource, token: UInt32) throws(ProtocolError) {
    guard let rules = positioner.positioner?.rules else { return }
    guard rules.isComplete else {
      throw .xdgWmBase(.invalidPositioner, on: xdgSurface.wmBase.resource, "the positioner has no size or no anchor rectangle")
    }
    guard !isDismissed else { return }
    self.rules = rules
    repositionToken = token
    if xdgSurface.stage != .unconfigured { configure() }
  }

  func destroy() throws(ProtocolError) {
    if let top = children.reversed().first(where: { !$0.isDismissed }) {
      throw .xdgWmBase(
        .notTheTopmostPopup, on: xdgSurface.wmBase.resource, "xdg_popup#\(top.resource.id) stands on the popup and is still there")
    }
  }

  // MARK: Configure

  func initialCommit() {
    guard !isDismissed else { return }
    configure()
  }

  private func configure() {
    let place = rules.place(within: bounds)
    if let token = repositionToken {
      repositionToken = nil
      resource.sendRepositioned(token: token)
    }
    resource.sendConfigure(x: Int32(clamping: place.x), y: Int32(clamping: place.y), width: Int32(place.width), height: Int32(place.height))
    sentPlaces.append((xdgSurface.sendConfigure(), place))
    if sentPlaces.count > XdgSurface.mostUnacknowledged { sentPlaces.removeFirst() }
  }

  /// The screen, in the parent's window geometry: popups stay on it.
  private var bounds: Rect<WindowPoints>? {
    guard let parent, let window = parent.window, let mapping = service.mapping(of: window),
      let screen = service.model.window(window.id)?.screen.flatMap({ service.model.screen($0) })
    else { return nil }
    let parentOnWindow = (parent.popup?.originOnWindow ?? .zero) + parent.geometryOrigin - window.geometryOrigin
    let bounds = mapping.window(screen.frame)
    return Rect(x: bounds.x - parentOnWindow.x, y: bounds.y - parentOnWindow.y, width: bounds.width, height: bounds.height)
  }

  /// The window moved or changed size: a reactive popup is placed anew.
  func surroundingsChanged() {
    guard rules.isReactive, !isDismissed, xdgSurface.stage != .unconfigured,
      rules.place(within: bounds) != sentPlaces.last?.place ?? place
    else { return service.lateNews.forget(self) }
    if service.lateNews.maySend(64, by: self) { configure() }
  }

  var client: Client { resource.client }
  func catchUp() { surroundingsChanged() }

  func willCommit() throws(ProtocolError) {
    guard !isDismissed, parent == nil else { return }
    throw .xdgWmBase(.invalidPopupParent, on: xdgSurface.wmBase.resource, "the popup has no parent")
  }

  /// A new place takes effect now (`xdg_popup.reposition`): the client need not draw anything anew.
  func acknowledged(_ serial: UInt32) {
    guard let index = sentPlaces.firstIndex(where: { $0.serial == serial }) else { return }
    move(to: sentPlaces[index].place)
    sentPlaces.removeFirst(index + 1)
  }

  private func move(to place: Rect<WindowPoints>) {
    isPlaced = true
    guard place != self.place else { return }
    self.place = place
    if isMapped { service.sceneChanged() }
  }

  func didCommitContent(isFirst: Bool) {
    guard isFirst, !isDismissed else { return }
    // only where buffers may come before an acknowledgement
    if !isPlaced, let sent = sentPlaces.last { move(to: sent.place) }
    isMapped = true
    parent?.window?.show(self)
    service.updateScreens(of: surface)
    service.sceneChanged()
    if isGrabbing { service.seat.popupMapped(self) }
  }

  func didUnmap() {
    for child in children.reversed() { child.dismiss() }
    hide()
    (sentPlaces, isPlaced) = ([], false)
  }

  private func hide() {
    guard isMapped else { return }
    isMapped = false
    parent?.window?.hide(self)
    if isGrabbing { endGrab() }
    service.updateScreens(of: surface)
    service.sceneChanged()
  }

  private func endGrab() {
    isGrabbing = false
    service.seat.endPopupGrab(self)
  }

  // MARK: Ends

  /// Ends the popup and those on it, the topmost first; the client may still speak of it, to no effect.
  func dismiss() {
    guard !isDismissed else { return }
    for child in children.reversed() { child.dismiss() }
    hide()
    if isGrabbing { endGrab() }
    isDismissed = true
    resource.sendPopupDone()
    service.updateScreens(of: surface)
  }

  private func leaveParent() {
    parent?.popup?.children.remove(self)
    parent?.window?.allPopups.remove(self)
    parent = nil
  }

  func surfaceDestroyed() { end() }

  func resourceDestroyed() {
    service.beginCommit()
    end()
    xdgSurface.roleDestroyed()
    service.endCommit()
  }

  private func end() {
    service.lateNews.forget(self)
    for child in children.reversed() { child.dismiss() }
    service.seat.touch.popupDestroyed(surface)
    hide()
    if isGrabbing { endGrab() }
    isDismissed = true
    leaveParent()
  }
}

extension XdgPopupResource {
  var popup: XdgPopup? { handler.map { unsafe unsafeDowncast($0, to: XdgPopup.self) } }
}
