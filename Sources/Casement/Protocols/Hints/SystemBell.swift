internal import WaylandServer
internal import WindowModel

/// `xdg_system_bell_v1`: rings. Nothing sounds here: whoever listens to the service is told.
final class SystemBell: XdgSystemBellV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func ring(surface: WlSurfaceResource?) throws(ProtocolError) {
    service.bellRang(in: (surface?.surface).flatMap { service.window(of: $0) }?.id)
  }
}

extension WindowService {
  /// A client rang the bell. - Parameter window: the window that it is about; nil where the client named none.
  func bellRang(in window: WindowID?) {
    tell(.bell(window))
    notifier.bellRang(in: window)
  }
}
