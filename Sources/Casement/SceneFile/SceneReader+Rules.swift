internal import CasementControl
internal import Geometry
internal import WindowModel

extension SceneReader {
  /// What an inset may be, in points.
  private static var insets: ClosedRange<Int> { 0...ScreenSpec.sizes.upperBound }

  /// The rule that `value` writes; nil where it is for no app id.
  func rule(_ value: SceneValue) -> WindowRule? {
    let names = ["appID", "title", "level", "screen", "placement", "insets", "canBecomeKey"]
    guard let members = value.object(names, required: ["appID"]) else { return nil }
    var rule = WindowRule(appID: members["appID"]?.text("an app id, with “*” for any characters and “?” for one") ?? "")
    rule.title = members["title"]?.text("a title, with “*” for any characters and “?” for one")
    rule.level = members["level"].flatMap { level($0) }
    rule.screen = members["screen"].flatMap { screenName($0) }
    rule.placement = members["placement"].flatMap { placement($0) }
    rule.insets = members["insets"].flatMap { insets($0) }
    rule.canBecomeKey = members["canBecomeKey"]?.bool()
    return rule.appID.isEmpty ? nil : rule
  }

  private func level(_ value: SceneValue) -> Double? {
    guard case .number(let number) = value.json.value, let level = number.double, SetLevel.isLevel(level) else {
      value.fail("expected \(SetLevel.levels): 0 is normal, 1000 a status bar, 2000 an alert")
      return nil
    }
    return level
  }

  private func placement(_ value: SceneValue) -> WindowRule.Placement? {
    guard case .object = value.json.value else {
      guard case .string = value.json.value else {
        value.fail("expected fill, natural, or an object with x, y and, if wanted, width and height")
        return nil
      }
      let policy = value.choice(ServiceConfiguration.Placement.self)
      return policy.map { $0 == .fill ? .fill : .natural }
    }
    let hasSize = value.json.members.contains { $0.name == "width" || $0.name == "height" }
    guard
      let members = value.object(["x", "y", "width", "height"], required: hasSize ? ["x", "y", "width", "height"] : ["x", "y"])
    else { return nil }
    let (x, y) = (members["x"]?.integer(ScreenSpec.positions), members["y"]?.integer(ScreenSpec.positions))
    let (width, height) = (members["width"]?.integer(ScreenSpec.sizes), members["height"]?.integer(ScreenSpec.sizes))
    guard let x, let y else { return nil }
    var size: Size<ScreenPoints>?
    if let width, let height { size = Size(width: width, height: height) }
    return .at(Point(x: x, y: y), size: size)
  }

  private func insets(_ value: SceneValue) -> EdgeInsets? {
    guard let members = value.object(["top", "left", "bottom", "right"]) else { return nil }
    func edge(_ name: String) -> Int { members[name]?.integer(Self.insets) ?? 0 }
    return EdgeInsets(top: edge("top"), left: edge("left"), bottom: edge("bottom"), right: edge("right"))
  }
}
