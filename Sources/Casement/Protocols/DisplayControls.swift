internal import Scene
internal import WaylandServer
internal import WindowModel

/// What is done to screens besides what they show: which are dark, and how their colours are bent.
final class DisplayControls {
  private unowned let service: WindowService
  private var dark: Set<ScreenID> = []
  private var powers = ObjectBag<OutputPower>()
  private var gammas: [ScreenID: GammaControl] = [:]

  init(_ service: WindowService) { self.service = service }

  func screenGone(_ screen: ScreenID) {
    for power in powers where power.screen == screen { power.screenGone() }
    powers.removeAll { $0.screen == screen }
    dark.remove(screen)
    gammas.removeValue(forKey: screen)?.screenGone()
  }

  // MARK: Power

  /// Whether the screen's light is off: its picture is black, and nobody is told to draw for it.
  func isDark(_ screen: ScreenID) -> Bool { dark.contains(screen) }

  /// Turns a screen's light on or off.
  func setDark(_ screen: ScreenID, _ isDark: Bool) {
    guard dark.contains(screen) != isDark, service.model.screen(screen) != nil else { return }
    if isDark { dark.insert(screen) } else { dark.remove(screen) }
    for power in powers where power.screen == screen { power.tell() }
    service.sceneChanged()
    service.frameLoop.visibilityChanged()
  }

  func add(_ power: OutputPower) { powers.append(power) }
  func remove(_ power: OutputPower) { powers.remove(power) }

  // MARK: Gamma

  /// How the colours of a screen are bent; nil: not at all.
  func ramps(of screen: ScreenID) -> ColourRamps? { gammas[screen]?.ramps }

  /// Gives `control` the tables of its screen. - Returns: false where somebody has them.
  func take(_ control: GammaControl) -> Bool {
    guard gammas[control.screen] == nil else { return false }
    gammas[control.screen] = control
    return true
  }

  func rampsChanged() { service.sceneChanged() }

  func remove(_ control: GammaControl) {
    guard gammas[control.screen] === control else { return }
    gammas[control.screen] = nil
    if control.ramps != nil { service.sceneChanged() }
  }
}
