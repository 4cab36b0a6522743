package import WindowModel

/// What shows a service's screens to somebody, and brings what a person does there. A service without one is headless.
package protocol Backend: AnyObject {
  /// Whether the backend gives `screen` its beat, in place of a timer: only under the real clock, and only while it can.
  func paces(_ screen: ScreenID) -> Bool
  /// Somebody waits for the next tick of `screen`, which the backend paces: `WindowService.tick` is due when there is one.
  func tickWanted(on screen: ScreenID)
  /// Something happened in the model; clients were told.
  func hear(_ event: WindowEvent)
  /// The title or the app id of a window is another.
  func namesChanged()
  /// Something else is selected.
  func selectionChanged(_ kind: SelectionKind)
  /// A client drags something with the pointer or a finger.
  func dragBegan()
  /// All that came in was handled: what changed is to be shown. Must not wait.
  func turnEnded()
}

extension WindowService {
  /// Lets `backend` show the screens, those there are and those to come. The service keeps it.
  ///
  /// - Precondition: there is no backend yet.
  package func attach(_ backend: any Backend) {
    precondition(self.backend == nil, "a service has one backend at a time")
    self.backend = backend
  }

  /// The screens are headless from now on.
  package func detachBackend() {
    backend = nil
    for screen in model.screens { frameLoop.pacingChanged(screen.id) }
  }

  /// The beat of `screen` comes from somewhere else now: from the backend, or no longer from there.
  package func pacingChanged(of screen: ScreenID) { frameLoop.pacingChanged(screen) }

  /// The screen's next tick is now: clients that wait are told to draw.
  package func tick(_ screen: ScreenID) { frameLoop.paced(screen) }
}
