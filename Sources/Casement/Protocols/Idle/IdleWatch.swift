internal import Rendering
internal import Scene
internal import Surfaces
internal import WindowModel

/// How long nobody has used the seat, and who wants to know: the state behind idle notifications and inhibitors.
///
/// Whether an inhibitor can be seen is looked up once a turn, and only after something changed: a client may make any number of
/// inhibitors, on any number of surfaces.
final class IdleWatch {
  private unowned let service: WindowService
  private var notifications = ObjectBag<IdleNotification>()
  /// The surfaces that inhibit, and how many inhibitors each has.
  private var inhibiting: [SurfaceID: (surface: Surface, count: Int)] = [:]
  /// When what is seen may last have changed, in the clock's nanoseconds; nil: not since it was looked at.
  private var changed: UInt64?
  private var wasInhibited = false
  /// How many pictures were looked at to find inhibitors.
  private(set) var looks = 0

  init(_ service: WindowService) { self.service = service }

  /// Whether an inhibitor is in force: its surface can be seen.
  var isInhibited: Bool {
    settle()
    return wasInhibited
  }

  /// Somebody used a device of the seat.
  func userActivity() {
    for notification in notifications { notification.quietBegins(at: service.clock.now) }
  }

  func add(_ notification: IdleNotification) {
    notifications.append(notification)
    settle()
    notification.quietBegins(at: service.clock.now)
  }

  func remove(_ notification: IdleNotification) { notifications.remove(notification) }

  /// An inhibitor was made.
  func add(_ surface: Surface) {
    inhibiting[surface.node.id, default: (surface, 0)].count += 1
    refresh()
  }

  /// An inhibitor is gone, or its surface is.
  func remove(_ surface: Surface) {
    guard let entry = inhibiting[surface.node.id] else { return }
    inhibiting[surface.node.id] = entry.count > 1 ? (surface: surface, count: entry.count - 1) : nil
    refresh()
  }

  /// Something was shown, hidden, moved or covered, or an inhibitor came or went: whether one is in force is looked up before anybody
  /// wants to know, and at the end of the turn.
  func refresh() {
    if wasInhibited || !inhibiting.isEmpty { changed = service.clock.now }
  }

  /// Looks again whether an inhibitor is in force, if that may have changed. What is idle already stays so when one comes
  /// (`zwp_idle_inhibitor_v1`); when the last goes, the time without use begins anew.
  func settle() {
    guard let time = changed else { return }
    changed = nil
    let now = isAnySeen
    guard now != wasInhibited else { return }
    wasInhibited = now
    for notification in notifications where notification.obeysInhibitors { notification.inhibitionChanged(at: time) }
  }

  /// Whether a person can see something of a surface that inhibits: it is shown on a screen, and opaque content does not cover all of it.
  private var isAnySeen: Bool {
    var onScreens: [ScreenID: Set<SurfaceKey>] = [:]
    for (id, entry) in inhibiting {
      guard let screen = service.screenShowing(entry.surface) else { continue }
      onScreens[screen, default: []].insert(SurfaceKey(rawValue: id.rawValue))
    }
    return onScreens.contains { screen, surfaces in
      looks += 1
      return SceneBuilder.frame(of: screen, in: service, cursor: false)?.frame.shows(anyOf: surfaces) ?? false
    }
  }
}
