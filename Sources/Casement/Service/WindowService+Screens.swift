package import CasementControl
internal import Geometry
package import WindowModel

/// Screens come, change and go.
extension WindowService {
  /// Connects a screen. - Returns: its id.
  ///
  /// - Throws: `ServiceError.screen` where its name is in use, or a value is out of range.
  @discardableResult
  func connectScreen(_ spec: ScreenSpec) throws(ServiceError) -> ScreenID {
    do {
      let added = try model.addScreen(description(of: spec))
      screenSpecs[added.id] = spec
      perform(added.events)
      return added.id
    } catch {
      throw .screen(error.sentence)
    }
  }

  /// What was asked for when `screen` was connected; nil when it is gone.
  package func spec(of screen: ScreenID) -> ScreenSpec? { screenSpecs[screen] }

  private func description(of spec: ScreenSpec) -> ScreenDescription {
    var description = ScreenDescription(
      name: spec.name ?? freeName(),
      modes: [ScreenMode(size: Size(width: spec.width, height: spec.height), refresh: Int((spec.refresh * 1000).rounded()))])
    description.scale = spec.scale
    description.transform = spec.transform.geometry
    if spec.x != nil || spec.y != nil { description.position = Point(x: spec.x ?? 0, y: spec.y ?? 0) }
    description.mirror = spec.mirror
    description.overscanInsets = spec.overscan.geometry
    description.overscan = spec.compensation.model
    return description
  }

  private func freeName() -> String {
    var number = 1
    func name() -> String { "\(configuration.screenPrefix)-\(number)" }
    while model.screen(named: name()) != nil || outputHeads.isOff(name()) { number += 1 }
    return name()
  }

  /// Changes a screen, as its backend finds it to be.
  ///
  /// - Throws: `ServiceError.screen` for a value that is out of range.
  package func changeScreen(_ screen: ScreenID, _ change: ScreenChange) throws(ServiceError) {
    do { perform(try model.updateScreen(screen, change)) } catch { throw .screen(error.sentence) }
  }

  /// Disconnects a screen: whoever looked at it does so no longer.
  package func disconnectScreen(_ screen: ScreenID) { perform(model.removeScreen(screen)) }
}
