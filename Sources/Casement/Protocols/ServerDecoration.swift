internal import WaylandProtocols
internal import WaylandServer

/// `org_kde_kwin_server_decoration_manager`: the older way to agree on who draws a window's frame.
///
/// Unlike `Decoration` it gives every client its wish: GTK 3 asks again each time that it is told otherwise, without end.
final class ServerDecorationManager: OrgKdeKwinServerDecorationManagerRequests {
  private unowned let service: WindowService

  init(_ resource: OrgKdeKwinServerDecorationManagerResource, _ service: WindowService) {
    self.service = service
    resource.sendDefaultMode(mode: service.defaultDecoration.rawValue)
  }

  func create(id: OrgKdeKwinServerDecorationResource, surface: WlSurfaceResource) throws(ProtocolError) {
    let made = ServerDecoration(id)
    id.handler = made
    made.answer(service.defaultDecoration)
  }
}

extension WindowService {
  /// Who draws frames: said to be the server where windows fill their screens, so that clients leave them out; else clients.
  fileprivate var defaultDecoration: OrgKdeKwinServerDecoration.Mode { configuration.placement == .fill ? .Server : .Client }
}

/// `org_kde_kwin_server_decoration`.
final class ServerDecoration: OrgKdeKwinServerDecorationRequests {
  private let resource: OrgKdeKwinServerDecorationResource
  private var told: OrgKdeKwinServerDecoration.Mode?

  init(_ resource: OrgKdeKwinServerDecorationResource) { self.resource = resource }

  func requestMode(mode: UInt32) throws(ProtocolError) {
    let wish = OrgKdeKwinServerDecoration.Mode(rawValue: mode)
    guard wish.isValid() else { throw .implementation("\(mode) is not a decoration mode") }
    answer(wish)
  }

  /// Tells the client who draws the frame, where it was told otherwise.
  func answer(_ mode: OrgKdeKwinServerDecoration.Mode) {
    guard told != mode else { return }
    told = mode
    resource.sendMode(mode: mode.rawValue)
  }
}
