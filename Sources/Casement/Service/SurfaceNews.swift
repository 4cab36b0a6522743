internal import Surfaces
internal import WaylandServer

/// Tells clients on which screen a surface is and how it is best drawn for it; those that do not read only what holds when they do.
final class SurfaceNews {
  /// A surface whose client does not read.
  private final class Late: NewsTeller {
    let surface: Surface
    /// Where the surface is as far as its client knows.
    var believed: OutputGlobal?
    /// How it is best drawn, where that is another.
    var preference: ScalePreference?
    private unowned let news: SurfaceNews

    init(_ surface: Surface, _ news: SurfaceNews) {
      (self.surface, self.news) = (surface, news)
      believed = surface.enteredScreen
    }

    var client: Client { surface.client }

    func catchUp() { news.catchUp(self) }
  }

  private unowned let service: WindowService
  private var late: [SurfaceID: Late] = [:]

  init(_ service: WindowService) { self.service = service }

  private func waiting(_ surface: Surface) -> Late? { late.isEmpty ? nil : late[surface.node.id] }

  /// The screen that the client believes the surface to be on.
  func screenTold(of surface: Surface) -> OutputGlobal? {
    waiting(surface).map(\.believed) ?? surface.enteredScreen
  }

  /// The surface is on `screen` now; nil: on none.
  func move(_ surface: Surface, to screen: OutputGlobal?) {
    if mayTell(surface) {
      surface.enteredScreen?.leave(surface)
      screen?.enter(surface)
    }
    surface.enteredScreen = screen
  }

  /// A screen is gone, with the objects by which clients know it: it is left at once.
  func screenGone(_ screen: OutputGlobal) {
    for surface in service.surfaces(on: screen) {
      surface.enteredScreen = nil
      if waiting(surface) == nil { screen.leave(surface) }
    }
    for waiting in late.values.filter({ $0.believed === screen }).sorted(by: { $0.surface.node.id < $1.surface.node.id }) {
      screen.leave(waiting.surface)
      waiting.believed = nil
    }
  }

  /// Whether the surface's client may be told how it is best drawn now.
  func mayTell(_ preference: ScalePreference, to surface: Surface) -> Bool {
    if mayTell(surface) { return true }
    waiting(surface)?.preference = preference
    return false
  }

  /// What the client was told last of how the surface is best drawn holds again.
  func scaleIsTold(_ surface: Surface) { waiting(surface)?.preference = nil }

  func forget(_ surface: Surface) {
    if let waiting = late.removeValue(forKey: surface.node.id) { service.lateNews.forget(waiting) }
  }

  private func mayTell(_ surface: Surface) -> Bool {
    if waiting(surface) != nil { return false }
    if service.lateNews.maySend(64, to: surface.client) { return true }
    let made = Late(surface, self)
    late[surface.node.id] = made
    service.lateNews.wait(made)
    return false
  }

  private func catchUp(_ waiting: Late) {
    let surface = waiting.surface
    late[surface.node.id] = nil
    if waiting.believed !== surface.enteredScreen {
      waiting.believed?.leave(surface)
      surface.enteredScreen?.enter(surface)
    }
    if let preference = waiting.preference { service.tell(preference, to: surface) }
  }
}
