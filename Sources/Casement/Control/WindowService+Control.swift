package import CasementControl
internal import WaylandServer
internal import WindowModel

extension WindowService {
  /// A control server that calls this service and tells its subscribers what happens; the service must live at least as long.
  package func makeControlServer() -> ControlServer {
    let server = ControlServer(backend: controller, eventLoop: eventLoop)
    let feed = EventFeed(self, wants: { [unowned server] in server.wants($0) }) { [unowned server] in server.notify($0) }
    observers.append { [weak server] event in if server != nil { feed.tell(event) } }
    incidentObservers.append { [weak server] incident in if server != nil { feed.tell(incident) } }
    return server
  }

  /// Calls `deliver` with a picture of the main screen each time that nothing has changed for `milliseconds`, and until then with each that
  /// may be the last one that shows something (`RestWatch`).
  package func captureWhenPicturesRest(afterMilliseconds milliseconds: Int, _ deliver: @escaping (Shot.Result) -> Void) {
    let watch = RestWatch(self, milliseconds: milliseconds, deliver)
    onTurnEnded.append { watch.turnEnded() }
  }

  /// Calls `deliver` with a picture of its screen whenever the last visible window is about to go: composed before what takes it
  /// away is applied.
  package func captureWhenLastWindowGoes(_ deliver: @escaping (Shot.Result) -> Void) {
    lastWindow.onGoing.append { [unowned self] in
      let shown = clientWindows.values.filter { $0.shownScreen != nil }.max { $0.id < $1.id }?.shownScreen
      let name = shown.flatMap { model.screen($0)?.name }
      controller.shot(
        Shot.Parameters(screen: name), reply: ControlReply { result in if case .success(let shot) = result { deliver(shot) } })
    }
  }
}
