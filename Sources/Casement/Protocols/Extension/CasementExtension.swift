internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// The service's side of `casement_window_v1` that is not about one window: managers, and screens that are told together.
final class CasementExtension {
  private unowned let service: WindowService
  private var managers = ObjectBag<CasementManager>()
  private var screens = ObjectBag<CasementScreen>()
  /// Whether anything changed that screens or managers are told.
  private var isDirty = false

  init(_ service: WindowService) { self.service = service }

  /// Serves a new `casement_manager_v1`.
  func bind(_ resource: CasementManagerV1Resource) {
    let manager = CasementManager(resource, service)
    resource.handler = manager
    managers.append(manager)
    manager.tell(capabilities)
  }

  func add(_ screen: CasementScreen) { screens.append(screen) }
  func forget(_ manager: CasementManager) { managers.remove(manager) }
  func forget(_ screen: CasementScreen) { screens.remove(screen) }

  /// A client's oldest object of a screen.
  func resource(of screen: ScreenID?, for client: Client) -> CasementScreenV1Resource? {
    guard let screen else { return nil }
    return screens.first { $0.screen == screen && $0.resource.client === client }?.resource
  }

  /// What this service does, as its policy and its screens have it.
  private var capabilities: CasementManagerV1.Capability {
    var capabilities: CasementManagerV1.Capability = [.levels, .screens, .roots, .orientations, .modes, .overscan, .brightness]
    let policy = service.model.policy
    if service.model.mirrorsByItself { capabilities.insert(.mirroring) }
    if policy.key == .press { capabilities.insert(.pressMakesKey) }
    if policy.screenLoss == .wait { capabilities.insert(.keepsLostScreen) }
    return capabilities
  }

  /// Something happened in the model.
  func hear(_ event: WindowEvent) {
    switch event {
    case .screenAdded, .screenUpdated, .screenRemoved, .mirroringChanged, .capturedChanged, .mainScreenChanged: isDirty = true
    default: break
    }
  }

  /// What happened at one time has been told to windows: screens and managers are told now, each once, and those that are gone last.
  func flush() {
    guard isDirty else { return }
    isDirty = false
    for manager in managers { manager.tell(capabilities) }
    for screen in screens { screen.tellChanges() }
    for screen in screens { screen.tellRemoval() }
  }
}
