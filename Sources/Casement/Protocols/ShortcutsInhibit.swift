internal import WaylandProtocols
internal import WaylandServer

/// `zwp_keyboard_shortcuts_inhibit_manager_v1`: lets a client have every key.
///
/// Casement takes no keys for itself, so an inhibitor is active whenever its surface has the keyboard.
final class ShortcutsInhibitManager: ZwpKeyboardShortcutsInhibitManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func inhibitShortcuts(
    id: ZwpKeyboardShortcutsInhibitorV1Resource, surface: WlSurfaceResource, seat: WlSeatResource
  ) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    guard !service.shortcutsInhibitors.contains(where: { $0.surface === target }) else {
      throw .zwpKeyboardShortcutsInhibitManagerV1(
        .alreadyInhibited, "wl_surface#\(surface.id) already inhibits the shortcuts of the seat")
    }
    let made = ShortcutsInhibitor(id, target, service)
    id.handler = made
    target.extensions.observers.append(made, as: made)
    service.shortcutsInhibitors.append(made)
    made.refresh()
  }
}

/// `zwp_keyboard_shortcuts_inhibitor_v1`.
final class ShortcutsInhibitor: ZwpKeyboardShortcutsInhibitorV1Requests, SurfaceObserver {
  private let resource: ZwpKeyboardShortcutsInhibitorV1Resource
  /// Nil when it is gone.
  private(set) var surface: Surface?
  private unowned let service: WindowService
  private var isActive = false

  init(_ resource: ZwpKeyboardShortcutsInhibitorV1Resource, _ surface: Surface, _ service: WindowService) {
    self.resource = resource
    self.surface = surface
    self.service = service
  }

  /// Tells the client when its surface has got the keyboard. When it loses it the inhibitor has no meaning until it is back, of which
  /// nothing is told: `inactive` stands for a user who wants the shortcuts back, and there are none.
  func refresh() {
    let now = surface != nil && service.seat.keyboard.focus === surface
    guard now != isActive else { return }
    isActive = now
    if now { resource.sendActive() }
  }

  func surfaceDestroyed(_ surface: Surface) {
    self.surface = nil
    refresh()
  }

  func resourceDestroyed() {
    surface?.extensions.observers.remove(self)
    surface = nil
    service.shortcutsInhibitors.remove(self)
  }
}
