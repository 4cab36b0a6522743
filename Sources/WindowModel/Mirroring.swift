/// Which screens show what another one shows. A screen with no window but background layers mirrors the screen it was asked to
/// mirror, else, where that is on and it was not asked to show its own picture, the main one.
extension WindowModel {
  /// Whether screens mirror the main one without being asked.
  package var mirrorsByItself: Bool {
    policy.placement == .fill && shelves.count { $0.screen.position != nil } < 2
  }

  /// Whether `screen` is the screen called `name`, or was asked to show, directly or by others, what that one shows.
  package func mirrors(_ screen: ScreenID, screenNamed name: String) -> Bool {
    var next = self.screen(screen)
    for _ in 0...shelves.count {
      guard let current = next else { return false }
      if current.name == name || current.mirrorWish.name == name { return true }
      next = current.mirrorWish.name.flatMap { self.screen(named: $0) }.flatMap { self.screen($0) }
    }
    return false
  }

  /// Starts and ends mirroring as the windows and screens now want it.
  mutating func settleMirroring(into events: inout [WindowEvent]) {
    mirroringIsUnsettled = false
    let sources = mirrorSources()
    for (index, source) in sources.enumerated() where shelves[index].screen.mirrors != source {
      shelves[index].screen.mirrors = source
      events.append(.mirroringChanged(shelves[index].screen.id, mirrors: source))
    }
  }

  /// For each screen, the one whose picture it is to show.
  func mirrorSources() -> [ScreenID?] {
    let byItself = mirrorsByItself
    let next = shelves.indices.map { index -> Int? in
      guard shelves[index].occupants == 0 else { return nil }
      let wish = shelves[index].screen.mirrorWish
      if let name = wish.name, let target = shelves.firstIndex(where: { $0.screen.name == name }) {
        return target == index ? nil : target
      }
      return byItself && wish != .itself && index > 0 ? 0 : nil
    }
    return shelves.indices.map { index in
      // a mirror of a mirror shows what that one shows; screens that mirror each other all show their own windows
      var source = index
      for _ in shelves.indices {
        guard let further = next[source] else { return source == index ? nil : shelves[source].screen.id }
        source = further
      }
      return nil
    }
  }
}
