internal import Surfaces
internal import WaylandServer

/// `zwp_idle_inhibit_manager_v1`.
final class IdleInhibitManager: ZwpIdleInhibitManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func createInhibitor(id: ZwpIdleInhibitorV1Resource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    let made = IdleInhibitor(target, service)
    id.handler = made
    target.extensions.observers.append(made, as: made)
    service.idle.add(target)
  }
}

/// `zwp_idle_inhibitor_v1`: keeps the seat from becoming idle while its surface can be seen, whoever has the keyboard.
final class IdleInhibitor: ZwpIdleInhibitorV1Requests, SurfaceObserver {
  /// Nil when it is gone.
  private(set) var surface: Surface?
  private unowned let service: WindowService

  init(_ surface: Surface, _ service: WindowService) {
    self.surface = surface
    self.service = service
  }

  func surfaceDestroyed(_ surface: Surface) {
    self.surface = nil
    service.idle.remove(surface)
  }

  func resourceDestroyed() {
    guard let surface else { return }
    self.surface = nil
    surface.extensions.observers.remove(self)
    service.idle.remove(surface)
  }
}
