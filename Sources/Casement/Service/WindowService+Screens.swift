internal import CasementControl
internal import Geometry
internal import WindowModel

/// Screens come, change and go.
extension WindowService {
  /// Connects a screen. - Returns: its id.
  ///
  /// - Throws: `ServiceError.screen` where its name is in use, or a value is out of range.
  @discardableResult
  func connectScreen(_ spec: ScreenSpec) throws(ServiceError) -> ScreenID {
    do {
      let added = try model.addScreen(description(of: spec))
      perform(added.events)
      return added.id
    } catch {
      throw .screen(error.sentence)
    }
  }

  private func description(of spec: ScreenSpec) -> ScreenDescription {
    var description = ScreenDescription(
      name: spec.name ?? freeName(),
      modes: [ScreenMode(size: Size(width: spec.width, height: spec.height), refresh: Int((spec.refresh * 1000).rounded()))])
    description.scale = spec.scale
    description.transform = spec.transform.geometry
    if spec.x != nil || spec.y != nil { description.position = Point(x: spec.x ?? 0, y: spec.y ?? 0) }
    description.mirror = spec.mirror
    return description
  }

  private func freeName() -> String {
    var number = 1
    while model.screen(named: "headless-\(number)") != nil || outputHeads.isOff("headless-\(number)") { number += 1 }
    return "headless-\(number)"
  }
}
