internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// Who is told of each new toplevel: a client's list of them.
protocol ToplevelAnnouncer: AnyObject {
  /// Makes the object that tells the client of `window`; nil where the client cannot have one.
  func announce(_ window: ClientWindow) -> (any ToplevelFollower)?
}

/// Who is told what becomes of one toplevel.
protocol ToplevelFollower: AnyObject {
  /// Tells the client what changed since the last time, if anything.
  func update()
  /// A client's object of the screen that the toplevel is on came late.
  func outputBound(_ output: WlOutputResource, of screen: ScreenID)
  /// The toplevel is gone, or has no content any more.
  func closed()
}

/// What task bars and the like know of other clients' toplevels: those that have content, with a name of their own each time that they
/// get it.
final class ToplevelWatch {
  private unowned let service: WindowService
  private var announcers: [any ToplevelAnnouncer] = []
  private var followers: [WindowID: [any ToplevelFollower]] = [:]
  /// The toplevels with content, in the order in which they got it, and the identifier of each.
  private var mapped: [(id: WindowID, identifier: String)] = []

  init(_ service: WindowService) {
    self.service = service
    service.observers.append { [unowned self] in self.modelDid($0) }
  }

  /// Announces all toplevels, and from now on each new one.
  func add(_ announcer: any ToplevelAnnouncer) {
    announcers.append(announcer)
    // parents are named by their objects, so these come first
    let made = mapped.compactMap { entry in service.clientWindows[entry.id].flatMap { announce($0, by: announcer) } }
    for follower in made { follower.update() }
  }

  func remove(_ announcer: any ToplevelAnnouncer) { announcers.removeAll { $0 === announcer } }

  private func announce(_ window: ClientWindow, by announcer: any ToplevelAnnouncer) -> (any ToplevelFollower)? {
    guard let made = announcer.announce(window) else { return nil }
    followers[window.id, default: []].append(made)
    return made
  }

  func remove(_ follower: any ToplevelFollower, of id: WindowID) { followers[id]?.removeAll { $0 === follower } }

  /// The objects that follow `id`.
  func followers(of id: WindowID) -> [any ToplevelFollower] { followers[id] ?? [] }

  /// The name of a toplevel with content, 32 characters long; never used for another one, nor for the same one when it got content again.
  func identifier(of id: WindowID) -> String? { mapped.first { $0.id == id }?.identifier }

  // MARK: What happens

  func windowMapped(_ window: ClientWindow) {
    mapped.append((window.id, .unguessable()))
    for follower in announcers.compactMap({ announce(window, by: $0) }) { follower.update() }
  }

  func windowUnmapped(_ id: WindowID) {
    guard let index = mapped.firstIndex(where: { $0.id == id }) else { return }
    mapped.remove(at: index)
    for follower in followers.removeValue(forKey: id) ?? [] { follower.closed() }
  }

  func changed(_ id: WindowID) {
    for follower in followers(of: id) { follower.update() }
  }

  func outputBound(_ output: WlOutputResource, of screen: ScreenID) {
    for (_, followers) in followers.sorted(by: { $0.key < $1.key }) {
      for follower in followers { follower.outputBound(output, of: screen) }
    }
  }

  private func modelDid(_ event: WindowEvent) {
    guard !mapped.isEmpty else { return }
    switch event {
    case .removed(let id): windowUnmapped(id)
    case .becameVisible(let id), .becameHidden(let id), .resignedKey(let id, _), .becameKey(let id, _), .stateChanged(let id),
      .parentChanged(let id, _), .screenChanged(let id, _, _), .configure(let id):
      changed(id)
    default: break
    }
  }
}
