internal import Geometry
internal import Scene
internal import WindowModel

/// Tells the model which windows others cover completely, where the policy suspends those.
struct CoverWatch {
  private var lookedAt: UInt64 = 0

  /// Looks again where something may have changed what is seen; the windows in question are told to suspend, or to go on.
  mutating func turnEnded(_ service: WindowService) {
    guard service.model.policy.suspendsCovered else { return }
    guard lookedAt != service.sceneSequence else { return }
    lookedAt = service.sceneSequence
    var covered: Set<WindowID> = []
    for screen in service.model.screens where screen.mirrors == nil {
      covered.formUnion(SceneBuilder.coverage(of: screen.id, in: service).lazy.filter(\.isCovered).map(\.window))
    }
    for window in service.clientWindows.keys.sorted() {
      service.perform(service.model.setCovered(window, covered.contains(window)))
    }
    service.frameLoop.visibilityChanged()
  }
}
