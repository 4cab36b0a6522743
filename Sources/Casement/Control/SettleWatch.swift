internal import Geometry
internal import Rendering
internal import Scene
internal import Surfaces
internal import WaylandServer
internal import WindowModel

/// Finds out when a picture has come to rest: what can be seen has not changed for a time, every configure was answered by a commit,
/// input is played to its end, and whoever was sent it has read it. At the end of that time every client is asked once more whether it is there: one that is
/// busy with its next picture, or waits for a processor, answers only after it.
///
/// Pixels decide, not commits: a client that draws the same again and again, or where nobody sees it, does not count. To know, the
/// picture is composed, only where it changed, while somebody waits.
final class SettleWatch {
  private unowned let service: WindowService
  private let quiet: UInt64
  private let window: WindowID?
  private let screens: [ScreenID]?
  private let region: Rect<LayoutPoints>?
  private var pictures: [ScreenID: Look] = [:]
  private var windowLook: Look?
  private var seenSequence: UInt64?
  private var lastChange: UInt64
  private var lastChangeBy: SurfaceID?
  /// The last change at the time when the clients were asked for the last time; with another change that question is void.
  private var askedAfter: (change: UInt64, input: UInt64)?
  private let timer: TimerSource
  private let answers: ClientAnswers

  /// The last picture that was looked at.
  private final class Look {
    var capturer = Capturer()
    var copy: PixelBuffer?
  }

  /// - Parameters:
  ///   - quiet: nanoseconds without a change.
  ///   - window: only this window counts; nil: all.
  ///   - screens: only these count; nil: all.
  ///   - region: only this part counts, of the screen where one is given, of the layout otherwise; nil: all.
  init(_ service: WindowService, quiet: UInt64, window: WindowID?, screens: [ScreenID]?, region: Rect<LayoutPoints>?) {
    self.service = service
    self.quiet = quiet
    self.window = window
    self.screens = screens
    if let region, let screen = screens?.first, let origin = service.model.screen(screen)?.frame.origin {
      self.region = region.translated(by: origin)
    } else {
      self.region = region
    }
    lastChange = Clock.monotonic
    timer = service.eventLoop.makeTimer {}
    answers = service.answers
    answers.beginWatch()
    askAll()
  }

  deinit { answers.endWatch() }

  /// Since when nothing has changed, nor been read that something may follow from.
  private var restedSince: UInt64 { max(lastChange, answers.lastRead) }

  private var isAsked: Bool { askedAfter.map { $0 == (lastChange, service.answers.inputSequence) } ?? false }

  /// Asks every client whose pictures count whether it is there.
  private func askAll() {
    for (_, shown) in service.clientWindows.sorted(by: { $0.key < $1.key })
    where shown.shownScreen != nil && (window == nil || shown.id == window) {
      service.answers.ask(shown.client)
    }
  }

  /// Whether all is at rest; arms a timer for when it may be, where only time is missing.
  func isSettled() -> Bool {
    look()
    let now = Clock.monotonic
    let isAsked = isAsked
    guard service.controller.player.unfinished == nil, unconfigured().isEmpty, isAsked || unanswered().isEmpty else {
      // whatever answers may still draw
      lastChange = max(lastChange, now)
      return false
    }
    if isAsked { return unanswered().isEmpty }
    if now >= restedSince + quiet {
      askedAfter = (lastChange, service.answers.inputSequence)
      askAll()
      return unanswered().isEmpty
    }
    timer.arm(at: restedSince + quiet)
    return false
  }

  /// What is not at rest yet, in sentences, and the window that it is about.
  func pending() -> (reasons: [String], window: WindowID?) {
    var reasons: [String] = []
    var concerned: WindowID?
    for window in unconfigured() {
      reasons.append("\(name(window)) has not committed an answer to its last configure")
      concerned = concerned ?? window
    }
    if let unfinished = service.controller.player.unfinished { reasons.append(unfinished) }
    for client in unanswered() { reasons.append("process \(client.processID) has not answered whether it has read what it was sent") }
    if Clock.monotonic < restedSince + quiet || reasons.isEmpty {
      let surface = lastChangeBy.flatMap { service.surface($0) }
      let drawing = surface.flatMap { service.window(of: $0)?.id }
      reasons.append(
        lastChangeBy == nil
          ? "the time without a change was not over" : "\(drawing.map(name) ?? "the picture") still changes")
      concerned = concerned ?? drawing
    }
    return (reasons, concerned)
  }

  private func name(_ id: WindowID) -> String {
    let appID = service.clientWindows[id]?.role.appID ?? ""
    return appID.isEmpty ? "window \(id.rawValue)" : "window \(id.rawValue) (\(appID))"
  }

  private func unconfigured() -> [WindowID] {
    service.clientWindows.values.filter { candidate in
      (window == nil || candidate.id == window) && candidate.shownScreen != nil && !candidate.role.isConfigureAnswered
    }.map(\.id).sorted()
  }

  private func unanswered() -> [Client] {
    service.answers.unanswered.filter { client in
      guard let window else { return true }
      return service.clientWindows[window]?.client === client
    }
  }

  /// Composes what changed since the last look, and notes whether any pixel that counts is another.
  private func look() {
    guard seenSequence != service.sceneSequence else { return }
    let isFirst = seenSequence == nil
    seenSequence = service.sceneSequence
    var isChanged = false
    if let window {
      let look = windowLook ?? Look()
      windowLook = look
      if let frame = SceneBuilder.frame(of: window, in: service)?.frame { isChanged = compare(look, frame, nil) }
    } else {
      for screen in screens ?? service.model.screens.map(\.id) {
        let look = pictures[screen] ?? Look()
        pictures[screen] = look
        guard let frame = SceneBuilder.frame(of: screen, in: service, cursor: false)?.frame else { continue }
        let part = region.flatMap { region in
          service.model.screen(screen).map { screen in
            let local = region.intersection(screen.frame).translated(by: Point(x: -screen.frame.x, y: -screen.frame.y))
            return screen.pixels(Rect(x: local.x, y: local.y, width: local.width, height: local.height))
          }
        }
        if compare(look, frame, part) { isChanged = true }
      }
    }
    if isChanged, !isFirst {
      lastChange = Clock.monotonic
      lastChangeBy = service.lastVisibleChange?.surface
    }
  }

  private func compare(_ look: Look, _ frame: SceneFrame, _ part: Rect<ScreenPixels>?) -> Bool {
    let outcome = look.capturer.update(to: frame) { [service] key, since in
      service.surface(SurfaceID(rawValue: key.rawValue))?.state.history.damage(since: since)
    }
    service.endClients(ofFaulty: outcome.faults)
    guard let picture = look.capturer.picture else { return false }
    guard let copy = look.copy, copy.size == picture.size else {
      look.copy = PixelBuffer(size: picture.size, format: picture.format)
      look.copy!.copyRows(from: picture, Rect(size: picture.size))
      return true
    }
    var isChanged = false
    for rect in outcome.painted.rects {
      let pixels = Rect<BufferPixels>(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
      let counted = part.map { pixels.intersection(Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height)) } ?? pixels
      if !isChanged, copy.differs(from: picture, in: counted) { isChanged = true }
      copy.copyRows(from: picture, pixels)
    }
    return isChanged
  }
}
