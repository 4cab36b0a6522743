internal import WaylandServer
internal import WindowModel

/// `ext_foreign_toplevel_list_v1`: tells a client which toplevels there are.
final class ToplevelList: ExtForeignToplevelListV1Requests, ToplevelAnnouncer {
  private let resource: ExtForeignToplevelListV1Resource
  private unowned let service: WindowService
  private var isStopped = false
  var announced = 0

  init(_ resource: ExtForeignToplevelListV1Resource, _ service: WindowService) {
    self.resource = resource
    self.service = service
  }

  var client: Client { resource.client }
  func catchUp() { service.toplevels.catchUp(self) }

  func announce(_ window: ClientWindow) -> (any ToplevelFollower)? {
    guard let handle = try? ExtForeignToplevelHandleV1Resource(client: resource.client, version: resource.version, id: 0) else {
      resource.client.post(.noMemory, from: resource)
      return nil
    }
    let made = ToplevelHandle(handle, window.id, service)
    handle.handler = made
    resource.sendToplevel(toplevel: handle)
    return made
  }

  func stop() throws(ProtocolError) {
    guard !isStopped else { return }
    isStopped = true
    service.toplevels.remove(self)
    resource.sendFinished()
  }

  func resourceDestroyed() { service.toplevels.remove(self) }
}

/// `ext_foreign_toplevel_handle_v1`: what a client may know of one toplevel.
final class ToplevelHandle: ExtForeignToplevelHandleV1Requests, ToplevelFollower {
  private let resource: ExtForeignToplevelHandleV1Resource
  private let id: WindowID
  private unowned let service: WindowService
  private var isClosed = false
  private var toldTitle: String?
  private var toldAppID: String?

  init(_ resource: ExtForeignToplevelHandleV1Resource, _ id: WindowID, _ service: WindowService) {
    self.resource = resource
    self.id = id
    self.service = service
  }

  var client: Client { resource.client }
  /// The toplevel; nil when it is gone.
  var window: WindowID? { isClosed ? nil : id }

  func update() {
    guard !isClosed, let role = service.clientWindows[id]?.role else { return }
    let isFirst = toldTitle == nil
    guard isFirst || role.title != toldTitle || role.appID != toldAppID else { return service.lateNews.forget(self) }
    guard service.lateNews.maySend(64 + role.title.utf8.count + role.appID.utf8.count, by: self) else { return }
    if isFirst, let identifier = service.toplevels.identifier(of: id) { resource.sendIdentifier(identifier: identifier) }
    if role.title != toldTitle { resource.sendTitle(title: role.title) }
    if role.appID != toldAppID { resource.sendAppId(appId: role.appID) }
    (toldTitle, toldAppID) = (role.title, role.appID)
    resource.sendDone()
  }

  func outputBound(_ output: WlOutputResource, of screen: ScreenID) {}

  func closed() {
    isClosed = true
    resource.sendClosed()
  }

  func resourceDestroyed() { service.toplevels.remove(self, of: id) }
}

extension ExtForeignToplevelHandleV1Resource {
  /// The toplevel that the handle stands for; nil when it is gone.
  var window: WindowID? { handler.map { unsafe unsafeDowncast($0, to: ToplevelHandle.self) }?.window }
}
