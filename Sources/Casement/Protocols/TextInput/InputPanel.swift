internal import Geometry
internal import Surfaces
internal import WaylandServer
internal import WindowModel

/// A surface of an input method: a keyboard at the bottom of a screen, or a list beside the cursor. It is shown while there is a field to
/// type into and its input method is in force.
final class InputPanel: SurfaceRole, WindowRole, NewsTeller {
  /// Where it stands.
  enum Place {
    /// At the bottom of this screen; nil: of the field's.
    case docked(ScreenID?)
    /// Beside the cursor.
    case floating
  }

  let surface: Surface
  private unowned let service: WindowService
  private var place: Place?
  private(set) var window: ClientWindow?
  /// Whether it is shown now.
  private(set) var isShown = false
  /// Told where the cursor is on this surface, whenever that is another place.
  var tellCursor: (Rect<SurfacePoints>) -> Void = { _ in }
  private var told: Rect<SurfacePoints>?
  private var isClosed = false
  let appID = ""
  let title = ""
  let isConfigureAnswered = true

  init(_ surface: Surface, _ service: WindowService) {
    self.surface = surface
    self.service = service
  }

  /// Whether it is a keyboard rather than a list.
  var isDocked: Bool { if case .docked = place { true } else { false } }

  /// Says where it stands; before that it is not shown.
  func stand(_ place: Place) {
    self.place = place
    service.seat.textInputs.refreshPanels()
  }

  /// Shows it where it belongs, or not.
  func refresh() {
    let inputs = service.seat.textInputs
    guard !isClosed, !surface.client.isDisconnecting, let place, surface.state.hasContent,
      inputs.shows(panelOf: surface.client, isDocked: isDocked),
      let cursor = inputs.cursorArea, let screen = screen(of: place, cursor), let bounds = service.model.screen(screen)
    else { return hide() }
    let area = Rect<ScreenPoints>(
      x: cursor.x - bounds.frame.x, y: cursor.y - bounds.frame.y, width: cursor.width, height: cursor.height)
    let position: InputPanelPosition
    switch place {
    case .docked: position = .docked
    case .floating: position = .floating(beside(area, in: bounds.bounds.size))
    }
    show(position, on: screen)
    if let window, !isDocked { tellCursor(in: cursor, window) }
  }

  private func screen(of place: Place, _ cursor: Rect<LayoutPoints>) -> ScreenID? {
    if case .docked(let screen?) = place, service.model.screen(screen) != nil { return screen }
    guard let field = service.seat.textInputs.active?.surface else { return nil }
    return service.window(of: field)?.shownScreen
  }

  /// Below the cursor where there is room, else above it where there is room there.
  private func beside(_ cursor: Rect<ScreenPoints>, in bounds: Size<ScreenPoints>) -> Point<ScreenPoints> {
    let height = surface.state.size.height
    let fitsBelow = cursor.maxY + height <= bounds.height
    let y = fitsBelow || cursor.minY < height ? cursor.maxY : cursor.minY - height
    return Point(x: cursor.minX, y: y)
  }

  private func show(_ position: InputPanelPosition, on screen: ScreenID) {
    if let window, service.model.window(window.id)?.screen != screen { removeWindow() }
    let window = window ?? makeWindow(position, on: screen)
    let size = Size<WindowPoints>(width: surface.state.size.width, height: surface.state.size.height)
    service.perform(service.model.setInputPanelPosition(window.id, position))
    service.perform(service.model.setContent(window.id, isMapped: true, size: size))
    isShown = true
  }

  private func makeWindow(_ position: InputPanelPosition, on screen: ScreenID) -> ClientWindow {
    let added = service.model.addWindow(client: surface.client.id, kind: .inputPanel(position), screen: screen)
    let made = ClientWindow(added.id, surface, self)
    window = made
    service.clientWindows[added.id] = made
    service.perform(added.events)
    return made
  }

  private func tellCursor(in cursor: Rect<LayoutPoints>, _ window: ClientWindow) {
    guard let frame = service.model.frame(of: window.id) else { return }
    let area = Rect<SurfacePoints>(x: cursor.x - frame.x, y: cursor.y - frame.y, width: cursor.width, height: cursor.height)
    guard area != told else { return service.lateNews.forget(self) }
    guard service.lateNews.maySend(24, by: self) else { return }
    told = area
    tellCursor(area)
  }

  var client: Client { surface.client }
  func catchUp() { service.seat.textInputs.refreshPanels() }

  private func hide() {
    isShown = false
    told = nil
    if let window { service.perform(service.model.setContent(window.id, isMapped: false)) }
  }

  // MARK: Role

  func didCommit(_ surface: Surface, _ changes: SurfaceChanges) {
    if changes.isMapped || changes.isUnmapped || changes.isResized { service.seat.textInputs.refreshPanels() }
  }

  /// It has the size of its content.
  func sendConfigure(_ configuration: WindowConfiguration) {}
  /// Only its client takes it away.
  func sendClose() {}

  private func removeWindow() {
    guard let window else { return }
    self.window = nil
    isShown = false
    told = nil
    service.perform(service.model.removeWindow(window.id))
    service.clientWindows[window.id] = nil
  }

  /// Takes it away for good.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    service.lateNews.forget(self)
    service.beginCommit()
    removeWindow()
    if surface.role === self { surface.removeRole() }
    service.seat.textInputs.remove(self)
    service.treeChanged(surface)
    service.endCommit()
  }

  func surfaceDestroyed(_ surface: Surface) { close() }
}
