package import CasementControl
internal import Geometry
internal import WaylandServer
internal import WindowModel

/// What controllers wait for. Each wait is looked at after every turn of the loop in which something may have happened, and ends with
/// an answer or, in real time, with an explanation.
final class WaitList {
  /// One wait.
  private final class Wait {
    /// Looks whether it is over; answers then.
    let check: () -> Bool
    let timer: TimerSource

    init(timer: TimerSource, _ check: @escaping () -> Bool) {
      self.timer = timer
      self.check = check
    }
  }

  private unowned let service: WindowService
  private var waits: [Int: Wait] = [:]
  private var lastWait = 0

  init(_ service: WindowService) { self.service = service }

  /// Waits until `check` finds its answer, at most `milliseconds`.
  ///
  /// - Parameter expired: the error when time is up.
  func wait<Result>(
    _ milliseconds: Int, _ reply: ControlReply<Result>, expired: @escaping () -> ControlError, _ check: @escaping () -> Result?
  ) {
    wait(milliseconds, reply, late: { .failure(expired()) }, check)
  }

  /// Waits until `check` finds its answer, at most `milliseconds`.
  ///
  /// - Parameter late: the answer when time is up.
  func wait<Result>(
    _ milliseconds: Int, _ reply: ControlReply<Result>, late: @escaping () -> Swift.Result<Result, ControlError>,
    _ check: @escaping () -> Result?
  ) {
    if let result = check() {
      reply.succeed(result)
      return
    }
    lastWait += 1
    let number = lastWait
    let timer = service.eventLoop.makeTimer { [unowned self] in
      self.waits[number] = nil
      switch late() {
      case .success(let result): reply.succeed(result)
      case .failure(let error): reply.fail(error)
      }
    }
    timer.arm(afterMilliseconds: milliseconds)
    reply.onCancel = { [unowned self] in self.waits[number] = nil }
    waits[number] = Wait(timer: timer) {
      guard let result = check() else { return false }
      reply.succeed(result)
      return true
    }
  }

  /// Looks at every wait.
  func check() {
    guard !waits.isEmpty else { return }
    for (number, wait) in waits.sorted(by: { $0.key < $1.key }) where waits[number] != nil && wait.check() {
      waits[number] = nil
    }
  }
}

extension Controller: WaitBackend {
  func timeout(_ milliseconds: Int?) throws(ControlError) -> Int {
    let value = milliseconds ?? Wait.defaultTimeout
    guard (0...86_400_000).contains(value) else {
      throw .badParameter("a timeout of \(value) ms is out of bounds", parameter: "timeout", expected: ["0 to 86400000"])
    }
    return value
  }

  package func waitWindow(_ parameters: WaitWindow.Parameters, reply: ControlReply<WaitWindow.Result>) {
    do throws(ControlError) {
      let limit = try timeout(parameters.timeout)
      let state = parameters.state ?? .visible
      waits.wait(limit, reply) { [unowned self] in
        let there = self.windowInfos().map { "window \($0.id) is there: app id \($0.appID ?? "none"), title \($0.title ?? "none")" }
        return Wait.timedOut(
          "a window \(parameters.window.spoken) that is \(state.rawValue)", after: limit,
          pending: there.isEmpty ? ["there is no window"] : there)
      } _: { [unowned self] in
        let found = self.windowInfos().filter(parameters.window.matches)
        if state == .gone { return found.isEmpty ? WaitWindow.Result(window: nil) : nil }
        return found.first { self.matches($0, state) }.map { WaitWindow.Result(window: $0) }
      }
    } catch {
      reply.fail(error)
    }
  }

  private func matches(_ info: WindowInfo, _ state: WaitWindow.State) -> Bool {
    switch state {
    case .mapped: service.model.window(WindowID(rawValue: info.id))?.isMapped ?? false
    case .visible: !info.hidden && info.screen != nil
    case .key: info.key
    case .gone: false
    }
  }

  package func waitScreen(_ parameters: WaitScreen.Parameters, reply: ControlReply<WaitScreen.Result>) {
    do throws(ControlError) {
      let limit = try timeout(parameters.timeout)
      let state = parameters.state ?? .connected
      waits.wait(limit, reply) { [unowned self] in
        let names = self.service.model.screens.map(\.name).joined(separator: ", ")
        return Wait.timedOut(
          "a screen “\(parameters.name)” that is \(state.rawValue)", after: limit,
          pending: [names.isEmpty ? "there is no screen" : "the screens are \(names)"])
      } _: { [unowned self] in
        let screen = self.service.model.screen(named: parameters.name).flatMap { self.service.model.screen($0) }
        switch state {
        case .connected: return screen.map { WaitScreen.Result(screen: self.info($0)) }
        case .captured: return screen.flatMap { $0.isCaptured ? WaitScreen.Result(screen: self.info($0)) : nil }
        case .gone: return screen == nil ? WaitScreen.Result(screen: nil) : nil
        }
      }
    } catch {
      reply.fail(error)
    }
  }

  /// Throws where a region has no point of the screen, or of any where none is given: nothing would ever change there.
  private func check(_ region: Rectangle, on screen: ScreenID?) throws(ControlError) {
    let area = Rect<LayoutPoints>(x: region.x, y: region.y, width: region.width, height: region.height)
    let areas: [Rect<LayoutPoints>] = service.model.screens.compactMap { candidate in
      guard let screen else { return candidate.frame }
      return candidate.id == screen ? Rect(x: 0, y: 0, width: candidate.frame.width, height: candidate.frame.height) : nil
    }
    guard !areas.contains(where: { !area.intersection($0).isEmpty }) else { return }
    let text = "\(region.x),\(region.y),\(region.width)x\(region.height)"
    throw .badParameter(
      "the region \(text) has no point of \(screen == nil ? "any screen" : "the screen")", parameter: "region", given: text,
      expected: areas.map { "a part of \($0.minX),\($0.minY),\($0.width)x\($0.height)" })
  }

  package func waitSettled(_ parameters: WaitSettled.Parameters, reply: ControlReply<WaitSettled.Result>) {
    do throws(ControlError) {
      let limit = try timeout(parameters.timeout)
      let quiet = parameters.quiet ?? 100
      guard (0...600_000).contains(quiet) else {
        throw .badParameter("\(quiet) ms of quiet is out of bounds", parameter: "quiet", expected: ["0 to 600000"])
      }
      let screens = try parameters.screen.map { name throws(ControlError) in [try screen(name)] }
      try parameters.region.map { region throws(ControlError) in try check(region, on: screens?.first) }
      let watch = SettleWatch(
        service, quiet: UInt64(quiet) * 1_000_000, window: try parameters.window.map(window), screens: screens,
        region: parameters.region.map { Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) })
      waits.wait(limit, reply) {
        let (pending, window) = watch.pending()
        return Wait.timedOut(
          "the settled state", after: limit, pending: pending, window: window.map { [unowned self] in self.reference($0) })
      } _: {
        watch.isSettled() ? Nothing() : nil
      }
    } catch {
      reply.fail(error)
    }
  }
}
