internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `zwlr_foreign_toplevel_manager_v1`: tells a task bar of all toplevels.
final class WlrToplevelManager: ZwlrForeignToplevelManagerV1Requests, ToplevelAnnouncer {
  private let resource: ZwlrForeignToplevelManagerV1Resource
  private unowned let service: WindowService
  private let handles = WlrToplevelHandles()
  var announced = 0

  init(_ resource: ZwlrForeignToplevelManagerV1Resource, _ service: WindowService) {
    self.resource = resource
    self.service = service
  }

  var client: Client { resource.client }
  func catchUp() { service.toplevels.catchUp(self) }

  func announce(_ window: ClientWindow) -> (any ToplevelFollower)? {
    guard let handle = try? ZwlrForeignToplevelHandleV1Resource(client: resource.client, version: resource.version, id: 0) else {
      resource.client.post(.noMemory, from: resource)
      return nil
    }
    let made = WlrToplevelHandle(handle, window.id, handles, service)
    handle.handler = made
    resource.sendToplevel(toplevel: handle)
    return made
  }

  func stop() throws(ProtocolError) { resource.sendFinished() }

  func resourceDestroyed() { service.toplevels.remove(self) }
}

/// The handles of one manager: one names another by them.
final class WlrToplevelHandles {
  fileprivate var open: [WindowID: WlrToplevelHandle] = [:]
}

/// `zwlr_foreign_toplevel_handle_v1`: one toplevel, which a task bar may do anything to that a controller may.
final class WlrToplevelHandle: ZwlrForeignToplevelHandleV1Requests, ToplevelFollower {
  let resource: ZwlrForeignToplevelHandleV1Resource
  private let id: WindowID
  private let siblings: WlrToplevelHandles
  private unowned let service: WindowService
  private var isClosed = false
  private var told = Description()

  /// What the client was told.
  private struct Description: Equatable {
    var title: String?
    var appID: String?
    var screen: ScreenID?
    var states: [UInt32]?
    var parent: WindowID?
  }

  init(
    _ resource: ZwlrForeignToplevelHandleV1Resource, _ id: WindowID, _ siblings: WlrToplevelHandles, _ service: WindowService
  ) {
    self.resource = resource
    self.id = id
    self.siblings = siblings
    self.service = service
    siblings.open[id] = self
  }

  var client: Client { resource.client }

  // MARK: Events

  private var present: Description? {
    guard let role = service.clientWindows[id]?.role, let window = service.model.window(id) else { return nil }
    return Description(
      title: role.title, appID: role.appID, screen: window.screen, states: states(of: window),
      parent: window.parent.flatMap { siblings.open[$0]?.id })
  }

  private func states(of window: ModelWindow) -> [UInt32] {
    typealias State = ZwlrForeignToplevelHandleV1.State
    let configured = service.model.configuration(of: id)?.states ?? []
    var states: [State] = []
    if configured.contains(.maximised) { states.append(.maximized) }
    // a hidden window is put away, too, and comes back in the same way
    if window.isMinimised || window.isHidden { states.append(.minimized) }
    if configured.contains(.activated) { states.append(.activated) }
    if configured.contains(.fullscreen) { states.append(.fullscreen) }
    return states.filter { $0.isValid(version: resource.version) }.map(\.rawValue)
  }

  func update() {
    guard !isClosed, let present else { return }
    guard present != told else { return service.lateNews.forget(self) }
    let names = (present.title?.utf8.count ?? 0) + (present.appID?.utf8.count ?? 0)
    guard service.lateNews.maySend(160 + names, by: self) else { return }
    if present.title != told.title { resource.sendTitle(title: present.title ?? "") }
    if present.appID != told.appID { resource.sendAppId(appId: present.appID ?? "") }
    if present.screen != told.screen {
      for output in outputs(of: told.screen) { resource.sendOutputLeave(output: output) }
      for output in outputs(of: present.screen) { resource.sendOutputEnter(output: output) }
    }
    if present.states != told.states { resource.sendState(state: present.states ?? []) }
    if present.parent != told.parent { resource.sendParent(parent: present.parent.flatMap { siblings.open[$0]?.resource }) }
    told = present
    resource.sendDone()
  }

  private func outputs(of screen: ScreenID?) -> [WlOutputResource] {
    screen.flatMap { service.outputs[$0] }?.resources(of: resource.client) ?? []
  }

  func outputBound(_ output: WlOutputResource, of screen: ScreenID) {
    guard !isClosed, told.screen == screen, output.client === resource.client else { return }
    resource.sendOutputEnter(output: output)
    resource.sendDone()
  }

  func closed() {
    isClosed = true
    siblings.open[id] = nil
    resource.sendClosed()
  }

  // MARK: Requests

  private func ask(_ change: (inout WindowModel, WindowID) -> [WindowEvent]) {
    guard !isClosed else { return }
    service.perform(change(&service.model, id))
  }

  /// Who chooses a window that was put away wants to use it.
  private func bringBack() {
    guard !isClosed, let window = service.model.window(id), window.isMinimised || window.isHidden else { return }
    ask { $0.makeKeyAndVisible($1, authority: .controller) }
  }

  func setMaximized() throws(ProtocolError) {
    bringBack()
    ask { $0.setMaximised($1, true) }
  }

  func unsetMaximized() throws(ProtocolError) { ask { $0.setMaximised($1, false) } }
  func setMinimized() throws(ProtocolError) { ask { $0.setMinimised($1, true) } }

  func unsetMinimized() throws(ProtocolError) { bringBack() }

  func activate(seat: WlSeatResource) throws(ProtocolError) { ask { $0.makeKeyAndVisible($1, authority: .controller) } }

  func close() throws(ProtocolError) {
    guard !isClosed else { return }
    service.clientWindows[id]?.role.sendClose()
  }

  /// Windows are not animated on their way to a task bar, so only the rectangle's form matters.
  func setRectangle(surface: WlSurfaceResource, x: Int32, y: Int32, width: Int32, height: Int32) throws(ProtocolError) {
    guard width >= 0, height >= 0 else {
      throw .zwlrForeignToplevelHandleV1(.invalidRectangle, "a rectangle of \(width)×\(height) is negative")
    }
  }

  func setFullscreen(output: WlOutputResource?) throws(ProtocolError) {
    let screen = output?.output?.screen
    bringBack()
    ask { $0.setFullscreen($1, true, on: screen) }
  }

  func unsetFullscreen() throws(ProtocolError) { ask { $0.setFullscreen($1, false) } }

  func resourceDestroyed() {
    if siblings.open[id] === self { siblings.open[id] = nil }
    service.toplevels.remove(self, of: id)
  }

  func resourceAbandoned() { siblings.open[id] = nil }
}
