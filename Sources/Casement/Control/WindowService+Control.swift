package import CasementControl
internal import WindowModel

extension WindowService {
  /// A control server that calls this service and tells its subscribers what happens; the service must live at least as long.
  package func makeControlServer() -> ControlServer {
    let server = ControlServer(backend: controller, eventLoop: eventLoop)
    let feed = EventFeed(self, server)
    observers.append { [weak server] event in if server != nil { feed.tell(event) } }
    bellListeners.append { [weak server] window in if server != nil { feed.tellBell(window) } }
    return server
  }

  /// Calls `deliver` with a picture of the main screen whenever the last visible window is about to go: composed before what takes it
  /// away is applied.
  package func captureWhenLastWindowGoes(_ deliver: @escaping (Shot.Result) -> Void) {
    onLastWindowGoing = { [unowned self] in
      controller.shot(Shot.Parameters(), reply: ControlReply { result in if case .success(let shot) = result { deliver(shot) } })
    }
  }
}
