internal import Geometry
internal import Rendering
internal import Scene
internal import Surfaces
internal import WindowModel

/// How long nobody has used the seat, and who wants to know: the state behind idle notifications and inhibitors.
final class IdleWatch {
  private unowned let service: WindowService
  private var notifications: [IdleNotification] = []
  private var inhibitors: [IdleInhibitor] = []
  /// Whether an inhibitor is in force: its surface can be seen.
  private(set) var isInhibited = false

  init(_ service: WindowService) { self.service = service }

  /// Somebody used a device of the seat.
  func userActivity() {
    for notification in notifications { notification.quietBegins() }
  }

  func add(_ notification: IdleNotification) {
    notifications.append(notification)
    refresh()
    notification.quietBegins()
  }

  func remove(_ notification: IdleNotification) { notifications.removeAll { $0 === notification } }

  func add(_ inhibitor: IdleInhibitor) {
    inhibitors.append(inhibitor)
    refresh()
  }

  func remove(_ inhibitor: IdleInhibitor) {
    inhibitors.removeAll { $0 === inhibitor }
    refresh()
  }

  /// Looks again whether an inhibitor is in force; something was shown, hidden, moved or covered. What is idle already stays so when one
  /// comes (`zwp_idle_inhibitor_v1`); when the last goes, the time without use begins anew.
  func refresh() {
    let now = inhibitors.contains { $0.surface.map { service.isSeen($0) } ?? false }
    guard now != isInhibited else { return }
    isInhibited = now
    for notification in notifications where notification.obeysInhibitors { notification.inhibitionChanged() }
  }
}

extension WindowService {
  /// Whether a person can see something of `surface`: it is shown on a screen, and opaque content does not cover all of it.
  func isSeen(_ surface: Surface) -> Bool {
    guard let screen = screenShowing(surface), let frame = SceneBuilder.frame(of: screen, in: self, cursor: false)?.frame else {
      return false
    }
    return Occlusion(frame, in: Region(frame.bounds)).shares.contains {
      frame.elements[$0.index].key.rawValue == surface.node.id.rawValue
    }
  }
}
