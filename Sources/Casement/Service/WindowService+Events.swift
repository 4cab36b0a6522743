internal import WaylandServer
internal import WindowModel

/// What the model decided goes from here to clients, controllers and the recorder, in one order for all.
extension WindowService {
  /// Tells everyone concerned what happened. What happens because somebody is told follows after all of it.
  func perform(_ events: [WindowEvent]) {
    guard !events.isEmpty else { return }
    undelivered += events
    guard !isDelivering else { return }
    isDelivering = true
    beginCommit()
    var next = 0
    while next < undelivered.count {
      let event = undelivered[next]
      next += 1
      deliver(event)
      windowExtension.hear(event)
      notifier.hear(event)
      backend?.hear(event)
      for observer in observers { observer(event) }
      // what is told of a thing is what the model has: a screen takes its windows when all have heard of it
      if next == undelivered.count { welcomeScreens() }
    }
    undelivered.removeAll(keepingCapacity: true)
    isDelivering = false
    windowExtension.flush()
    outputHeads.flush()
    endCommit()
    notifier.drain()
  }

  /// Gives screens that have come the windows whose rules name them.
  private func welcomeScreens() {
    let new = newScreens
    newScreens = []
    for screen in new { bringWindows(to: screen) }
  }

  private func deliver(_ event: WindowEvent) {
    switch event {
    case .added: break
    case .removed(let id):
      clientWindows[id]?.observer?.windowDid(event)
      if let window = clientWindows.removeValue(forKey: id) { lateNews.forget(window) }
      captures.windowGone(id)
      sceneChanged()
    case .becameVisible(let id), .becameHidden(let id):
      visibilityChanged(id)
      clientWindows[id]?.observer?.windowDid(event)
    case .screenChanged(let id, _, let reason):
      if reason == .requested || reason == .controller { clientWindows[id]?.isWaitingForScreen = false }
      visibilityChanged(id)
      clientWindows[id]?.observer?.windowDid(event)
    case .resignedKey(let id, _), .becameKey(let id, _), .levelChanged(let id, _), .insetsChanged(let id),
      .keyboardFrameChanged(let id):
      clientWindows[id]?.observer?.windowDid(event)
    case .frameChanged(let id):
      clientWindows[id]?.observer?.windowDid(event)
      clientWindows[id]?.frameChanged()
      sceneChanged()
    case .keyMoved: seat.keyMoved()
    case .reordered, .stateChanged: sceneChanged()
    case .attention, .parentChanged: break
    case .touchesCancelled(let id): seat.cancelTouches(in: id)
    case .allTouchesCancelled: seat.cancelAllTouches()
    case .popupsDismissed(let id): clientWindows[id]?.dismissPopups()
    case .closed(let id): clientWindows[id]?.role.sendClose()
    case .configure(let id):
      guard let window = clientWindows[id], let configuration = model.configuration(of: id) else { return }
      // other clients may cause it, as by what a bar reserves: one that does not read is asked only for what holds when it does
      if lateNews.maySend(160, by: window) { window.role.sendConfigure(configuration) } else { window.isConfigureLate = true }
    case .locked, .unlocked:
      if event == .locked {
        seat.sessionLocked()
        for id in clientWindows.keys.sorted() { clientWindows[id]?.dismissPopups() }
      }
      for id in clientWindows.keys.sorted() { visibilityChanged(id) }
      seat.keyMoved()
    case .screenAdded(let id):
      let output = OutputGlobal(id, self)
      outputs[id] = output
      seat.screensChanged()
      newScreens.append(id)
      captures.sceneTouched()
    case .screenUpdated(let id):
      frameLoop.screenChanged(id)
      outputs[id]?.update()
      for window in clientWindows.values.filter({ $0.shownScreen == id }).sorted(by: { $0.id < $1.id }) { updateScreens(of: window) }
      seat.screensChanged()
      captures.screenChanged()
    case .screenRemoved(let id):
      screenSpecs[id] = nil
      outputs[id]?.withdraw()
      outputs[id] = nil
      frameLoop.screenRemoved(id)
      sessionLock?.isBlank(id)
      seat.screensChanged()
      captures.screenGone(id)
      displayControls.screenGone(id)
    case .mirroringChanged, .capturedChanged, .mainScreenChanged: sceneChanged()
    }
  }

  /// Brings up to date where a window is shown, and tells its client what follows.
  private func visibilityChanged(_ id: WindowID) {
    guard let window = clientWindows[id] else { return }
    let screen = model.shownScreen(of: id)
    if window.shownScreen != screen {
      window.shownScreen = screen
      updateScreens(of: window)
      frameLoop.visibilityChanged()
    }
    sceneChanged()
  }

  private func updateScreens(of window: ClientWindow) {
    updateScreens(of: window.surface)
    for popup in window.popups { updateScreens(of: popup.surface) }
  }
}
