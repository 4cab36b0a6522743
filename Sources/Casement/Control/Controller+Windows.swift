package import CasementControl
internal import Geometry
internal import WindowModel

extension Controller: WindowBackend {
  package func makeKey(_ parameters: MakeKey.Parameters) throws(ControlError) -> MakeKey.Result {
    let result = try change(parameters.window) { $0.makeKey($1, authority: .controller) }
    guard result.key else {
      let reason =
        result.hidden
        ? "it is hidden"
        : result.screen == nil
          ? "it has no screen" : !result.canBecomeKey ? "it cannot be key" : "a lock or an exclusive layer surface holds the keyboard"
      throw refusal(result, "made key", reason)
    }
    return result
  }

  package func show(_ parameters: ShowWindow.Parameters) throws(ControlError) -> ShowWindow.Result {
    let result = try change(parameters.window) { $0.setHidden($1, false) }
    if result.hidden { throw refusal(result, "shown", "it has no content") }
    return result
  }

  private func refusal(_ window: WindowInfo, _ done: String, _ reason: String) -> ControlError {
    ControlError(
      .refused, "window \(window.id) was not \(done): \(reason)", .init(window: window.id, appID: window.appID, reason: reason))
  }

  package func hide(_ parameters: HideWindow.Parameters) throws(ControlError) -> HideWindow.Result {
    try change(parameters.window) { $0.setHidden($1, true) }
  }

  package func close(_ parameters: CloseWindow.Parameters) throws(ControlError) -> CloseWindow.Result {
    let id = try window(parameters.window)
    service.clientWindows[id]?.role.sendClose()
    return try current(id)
  }

  package func raise(_ parameters: RaiseWindow.Parameters) throws(ControlError) -> RaiseWindow.Result {
    try change(parameters.window) { $0.raise($1) }
  }

  package func setLevel(_ parameters: SetLevel.Parameters) throws(ControlError) -> SetLevel.Result {
    let id = try window(parameters.window)
    guard SetLevel.isLevel(parameters.level) else {
      throw .badParameter(
        "a level of \(parameters.level.short) is out of bounds", parameter: "level", given: parameters.level.short,
        expected: [SetLevel.levels])
    }
    do {
      service.perform(try service.model.setLevel(id, parameters.level))
    } catch {
      throw .badParameter(error.sentence, parameter: "level", given: String(parameters.level))
    }
    return try current(id)
  }

  package func place(_ parameters: PlaceWindow.Parameters) throws(ControlError) -> PlaceWindow.Result {
    let id = try window(parameters.window)
    let range = -1_000_000...1_000_000
    guard range.contains(parameters.x), range.contains(parameters.y) else {
      throw .badParameter("a place is out of bounds", given: "\(parameters.x),\(parameters.y)", expected: ["-1000000 to 1000000"])
    }
    guard (parameters.width == nil) == (parameters.height == nil) else {
      throw .badParameter("a size has a width and a height", expected: ["both or neither"])
    }
    guard let origin = service.model.window(id)?.screen.flatMap({ service.model.screen($0)?.frame.origin }) else {
      throw refusal(try current(id), "placed", "it has no screen")
    }
    var size: Size<WindowPoints>?
    if let width = parameters.width, let height = parameters.height {
      guard (1...16384).contains(width), (1...16384).contains(height) else {
        throw .badParameter("a size of \(width)×\(height) is out of bounds", expected: ["1 to 16384 points"])
      }
      size = Size(width: width, height: height)
    }
    service.perform(service.model.place(id, at: origin + Point(x: parameters.x, y: parameters.y), size: size))
    return try current(id)
  }

  package func move(_ parameters: MoveWindow.Parameters) throws(ControlError) -> MoveWindow.Result {
    let screen = try screen(parameters.screen)
    return try change(parameters.window) { $0.setScreen($1, screen, because: .controller) }
  }

  private func change(
    _ selector: WindowSelector, _ change: (inout WindowModel, WindowID) -> [WindowEvent]
  ) throws(ControlError) -> WindowInfo {
    let id = try window(selector)
    service.perform(change(&service.model, id))
    return try current(id)
  }

  private func current(_ id: WindowID) throws(ControlError) -> WindowInfo {
    guard let info = info(id) else { throw ControlError(.notFound, "window \(id.rawValue) is gone") }
    return info
  }
}

extension Controller: ScreenBackend {
  package func addScreen(_ parameters: AddScreen.Parameters) throws(ControlError) -> AddScreen.Result {
    do throws(ServiceError) {
      try service.checkMirror(of: parameters.spec)
      let id = try service.connectScreen(parameters.spec)
      return info(service.model.screen(id)!)
    } catch {
      throw .badParameter(error.description, parameter: "spec", given: parameters.spec.description)
    }
  }

  package func removeScreen(_ parameters: RemoveScreen.Parameters) throws(ControlError) -> RemoveScreen.Result {
    if service.outputHeads.forget(parameters.name) { return Nothing() }
    service.perform(service.model.removeScreen(try screen(parameters.name)))
    return Nothing()
  }

  package func setScreen(_ parameters: SetScreen.Parameters) throws(ControlError) -> SetScreen.Result {
    let id = try screen(parameters.name)
    let screen = service.model.screen(id)!
    var change = ScreenChange()
    if let mode = parameters.mode {
      let refresh = mode.refresh.map { Int(($0 * 1000).rounded()) } ?? screen.mode.refresh
      change.customMode = ScreenMode(size: Size(width: mode.width, height: mode.height), refresh: refresh)
    }
    if let scale = parameters.scale, !ScreenSpec.scales.contains(scale) {
      throw .badParameter(
        "a scale of \(scale) is out of bounds", parameter: "scale", given: String(scale),
        expected: ["\(ScreenSpec.scales.lowerBound) to \(ScreenSpec.scales.upperBound)"])
    }
    change.scale = parameters.scale
    change.transform = parameters.transform?.geometry
    if parameters.x != nil || parameters.y != nil {
      change.position = .set(Point(x: parameters.x ?? screen.frame.x, y: parameters.y ?? screen.frame.y))
    }
    if let mirror = parameters.mirror {
      if !ScreenSpec.isReserved(mirror) {
        let source = try self.screen(mirror)
        guard !service.model.mirrors(source, screenNamed: screen.name) else {
          throw .badParameter(
            "the screen “\(screen.name)” cannot mirror itself, directly or by “\(mirror)”", parameter: "mirror", given: mirror)
        }
      }
      change.mirror = MirrorWish(mirror)
    }
    change.overscanInsets = parameters.overscan?.geometry
    change.overscan = parameters.compensation?.model
    do {
      try service.updateScreen(id, change)
    } catch {
      throw .badParameter(error.sentence)
    }
    return info(service.model.screen(id)!)
  }
}
