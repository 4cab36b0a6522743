internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// Who is told of each new toplevel: a client's list of them.
protocol ToplevelAnnouncer: NewsTeller {
  /// How many toplevels ever had got content when the client was last told of new ones.
  var announced: Int { get set }
  /// Makes the object that tells the client of `window`; nil where the client cannot have one.
  func announce(_ window: ClientWindow) -> (any ToplevelFollower)?
}

/// Who is told what becomes of one toplevel.
protocol ToplevelFollower: NewsTeller {
  /// Tells the client what changed since the last time, if anything.
  func update()
  /// A client's object of the screen that the toplevel is on came late.
  func outputBound(_ output: WlOutputResource, of screen: ScreenID)
  /// The toplevel is gone, or has no content any more.
  func closed()
}

extension ToplevelFollower {
  func catchUp() { update() }
}

/// What task bars and the like know of other clients' toplevels: those that have content, with a name of their own each time that they
/// get it.
///
/// A client that does not read is told of toplevels, and of what became of them, when it reads again.
final class ToplevelWatch {
  /// A toplevel with content.
  private struct Mapped {
    let id: WindowID
    let identifier: String
    /// How many had got content before, ever.
    let number: Int
  }

  private unowned let service: WindowService
  private var announcers = ObjectBag<any ToplevelAnnouncer>()
  private var followers: [WindowID: ObjectBag<any ToplevelFollower>] = [:]
  /// The toplevels with content, in the order in which they got it.
  private var mapped: [Mapped] = []
  private var mappedEver = 0

  init(_ service: WindowService) {
    self.service = service
    service.observers.append { [unowned self] in self.modelDid($0) }
  }

  /// Announces all toplevels, and from now on each new one.
  func add(_ announcer: any ToplevelAnnouncer) {
    announcers.append(announcer, as: announcer)
    announceNew(to: announcer)
  }

  func remove(_ announcer: any ToplevelAnnouncer) {
    announcers.remove(announcer)
    service.lateNews.forget(announcer)
  }

  /// Tells a client of the toplevels that it does not know yet, now or when it has read what it was told before.
  ///
  /// - Returns: those that it was told of.
  @discardableResult
  private func announceNew(to announcer: any ToplevelAnnouncer) -> Set<WindowID> {
    var made: [any ToplevelFollower] = []
    var told: Set<WindowID> = []
    // they stand in the order of their numbers, and mostly the last one is the only new one
    let first = mapped.lastIndex { $0.number < announcer.announced }.map { $0 + 1 } ?? 0
    for entry in mapped[first...] {
      guard let window = service.clientWindows[entry.id] else { continue }
      guard service.lateNews.maySend(Self.announcementBytes, by: announcer) else { break }
      announcer.announced = entry.number + 1
      told.insert(entry.id)
      guard let follower = announcer.announce(window) else { continue }
      followers[entry.id, default: ObjectBag()].append(follower, as: follower)
      made.append(follower)
    }
    // parents are named by their objects, so these come first
    for follower in made { follower.update() }
    return told
  }

  /// The client has read what it was told before: tells it of toplevels that came, and of parents that had no object before.
  func catchUp(_ announcer: any ToplevelAnnouncer) {
    let told = announceNew(to: announcer)
    for entry in mapped where service.model.window(entry.id)?.parent.map({ told.contains($0) }) == true {
      for follower in followers(of: entry.id) where follower.client === announcer.client { follower.update() }
    }
  }

  /// What the announcement of one toplevel takes, without its names.
  private static let announcementBytes = 64

  func remove(_ follower: any ToplevelFollower, of id: WindowID) {
    followers[id]?.remove(follower)
    service.lateNews.forget(follower)
  }

  /// The objects that follow `id`.
  func followers(of id: WindowID) -> ObjectBag<any ToplevelFollower> { followers[id] ?? ObjectBag() }

  /// The name of a toplevel with content, 32 characters long; never used for another one, nor for the same one when it got content again.
  func identifier(of id: WindowID) -> String? { mapped.first { $0.id == id }?.identifier }

  // MARK: What happens

  func windowMapped(_ window: ClientWindow) {
    mapped.append(Mapped(id: window.id, identifier: .unguessable(), number: mappedEver))
    mappedEver += 1
    for announcer in announcers { announceNew(to: announcer) }
  }

  func windowUnmapped(_ id: WindowID) {
    guard let index = mapped.firstIndex(where: { $0.id == id }) else { return }
    mapped.remove(at: index)
    for follower in followers.removeValue(forKey: id) ?? ObjectBag() {
      service.lateNews.forget(follower)
      follower.closed()
    }
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
