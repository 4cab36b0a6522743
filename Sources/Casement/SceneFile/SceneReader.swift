internal import CasementControl
internal import Input
internal import Rendering

/// Makes a configuration out of a scene file.
struct SceneReader {
  /// The directory of the file, with a slash at its end, from which it names others; empty for the present one.
  let directory: String
  /// Whether pictures and the keymap are tried.
  let checksWhatItNames: Bool

  /// The configuration that the file writes; what is wrong is told to the value's collection of mistakes.
  func configuration(_ root: SceneValue) -> ServiceConfiguration {
    var result = ServiceConfiguration()
    let members = [
      "screens", "background", "placement", "keyPolicy", "mapKey", "onScreenLoss", "suspendCovered", "clock", "keymap", "repeat", "allow",
      "deny", "rules",
    ]
    guard let scene = root.object(members) else { return result }
    if let value = scene["screens"] { readScreens(value, into: &result) }
    if let value = scene["background"].flatMap({ background($0) }) { result.background = value }
    if let value = scene["placement"]?.choice(ServiceConfiguration.Placement.self) { result.placement = value }
    if let value = scene["keyPolicy"]?.choice(ServiceConfiguration.KeyPolicy.self) { result.keyPolicy = value }
    if let value = scene["mapKey"]?.choice(ServiceConfiguration.MapKey.self) { result.mapKey = value }
    if let value = scene["onScreenLoss"]?.choice(ServiceConfiguration.ScreenLoss.self) { result.screenLoss = value }
    if let value = scene["suspendCovered"]?.bool() { result.suspendsCovered = value }
    if let value = scene["clock"]?.choice(ServiceConfiguration.ClockKind.self) { result.clock = value }
    if let value = scene["keymap"].flatMap({ keymap($0) }) { result.keymap = value }
    if let members = scene["repeat"]?.object(["rate", "delay"]) {
      if let rate = members["rate"]?.integer(ServiceConfiguration.repeatRates) { result.repeatRate = Int32(rate) }
      if let delay = members["delay"]?.integer(ServiceConfiguration.repeatDelays) { result.repeatDelay = Int32(delay) }
    }
    readProtocols(scene["allow"], scene["deny"], into: &result)
    if let rules = scene["rules"]?.array(of: "rules") { result.rules = rules.compactMap { rule($0) } }
    return result
  }

  // MARK: Screens

  private func readScreens(_ value: SceneValue, into result: inout ServiceConfiguration) {
    guard let elements = value.array(of: "screens") else { return }
    guard !elements.isEmpty else { return value.fail("expected at least one screen") }
    let screens = elements.map { screen($0) }
    guard screens.allSatisfy({ $0 != nil }) else { return }
    result.screens = screens.compactMap { $0?.spec }
    let names = result.screenNames
    var seen: Set<String> = []
    for (index, element) in elements.enumerated() {
      if !seen.insert(names[index]).inserted { (element["name"] ?? element).fail("there are two screens called “\(names[index])”") }
      if let background = screens[index]?.background { result.screenBackgrounds[names[index]] = background }
    }
    for (index, message) in result.mirrorMistakes { (elements[index]["mirror"] ?? elements[index]).fail(message) }
  }

  private func screen(_ value: SceneValue) -> (spec: ScreenSpec, background: Background?)? {
    if case .string = value.json.value {
      let spec = value.parsed("a screen") { text throws(ControlError) in try ScreenSpec(parsing: text) }
      return spec.map { ($0, nil) }
    }
    let names = ["width", "height", "refresh", "name", "scale", "transform", "x", "y", "mirror", "overscan", "compensation", "background"]
    guard let members = value.object(names, required: ["width", "height"]) else { return nil }
    let count = value.mistakes.list.count
    let width = members["width"]?.integer(ScreenSpec.sizes)
    let height = members["height"]?.integer(ScreenSpec.sizes)
    var spec = ScreenSpec(width: width ?? 1, height: height ?? 1)
    if let refresh = members["refresh"]?.number(ScreenSpec.rates) { spec.refresh = refresh }
    if let scale = members["scale"]?.number(ScreenSpec.scales) { spec.scale = scale }
    if let transform = members["transform"]?.choice(ScreenTransform.self) { spec.transform = transform }
    spec.name = members["name"]?.parsed("the name of a screen") { text throws(ControlError) in
      try ScreenChanges.newName(text, key: "name")
    }
    spec.x = members["x"]?.integer(ScreenSpec.positions)
    spec.y = members["y"]?.integer(ScreenSpec.positions)
    spec.mirror = members["mirror"].flatMap { screenName($0) }
    if let overscan = members["overscan"].flatMap({ self.overscan($0) }) { spec.overscan = overscan }
    if let compensation = members["compensation"]?.choice(ScreenOverscan.Compensation.self) { spec.compensation = compensation }
    let background = members["background"].flatMap { self.background($0) }
    return width != nil && height != nil && value.mistakes.list.count == count ? (spec, background) : nil
  }

  private func overscan(_ value: SceneValue) -> ScreenOverscan? {
    if case .string = value.json.value {
      return value.parsed("an overscan") { text throws(ControlError) in try ScreenOverscan(parsing: text) }
    }
    return value.integer(ScreenOverscan.insets).map { ScreenOverscan(top: $0, left: $0, bottom: $0, right: $0) }
  }

  /// The name of a screen.
  func screenName(_ value: SceneValue) -> String? {
    value.parsed("the name of a screen") { text throws(ControlError) in try ScreenChanges.name(text, key: "name") }
  }

  // MARK: Protocols

  private func readProtocols(_ allow: SceneValue?, _ deny: SceneValue?, into result: inout ServiceConfiguration) {
    for element in allow?.array(of: "protocols") ?? [] {
      if let name = protocolName(element, isDenied: false) { result.protocols.allowed.insert(name) }
    }
    for element in deny?.array(of: "protocols") ?? [] {
      guard let name = protocolName(element, isDenied: true) else { continue }
      if result.protocols.allowed.contains(name) { element.fail("“\(name)” is both allowed and denied") }
      result.protocols.denied.insert(name)
    }
  }

  private func protocolName(_ value: SceneValue, isDenied: Bool) -> String? {
    let names = ProtocolSelection.names
    let known = names.privileged + names.others + (isDenied ? [ProtocolSelection.privileged] : [])
    guard let name = value.text("the name of a protocol's global, such as “zwlr_screencopy_manager_v1”") else { return nil }
    if known.contains(name) { return name }
    let near = nearest(to: name, among: known).map { "; did you mean \($0.joined(separator: " or "))?" } ?? ""
    value.fail("there is no protocol “\(name)”\(near)")
    return nil
  }

  // MARK: Parts

  private func background(_ value: SceneValue) -> Background? {
    if case .object = value.json.value {
      guard let member = value.object(["picture"], required: ["picture"])?["picture"],
        let name = member.text("the name of a PNG file")
      else { return nil }
      let path = name.hasPrefix("/") ? name : directory + name
      if checksWhatItNames {
        do throws(ServiceError) { _ = try BackgroundStore.load(path) } catch { member.fail(error.description) }
      }
      return .picture(path: path)
    }
    guard case .string(let text) = value.json.value, let colour = Background(colour: text) else {
      value.fail("expected a colour, “#rrggbb”, or {picture: \"file.png\"}")
      return nil
    }
    return colour
  }

  private func keymap(_ value: SceneValue) -> ServiceConfiguration.Keymap? {
    guard let text = value.text("LAYOUT[:VARIANT[:OPTIONS]], such as “us” or “de:neo”") else { return nil }
    guard let keymap = ServiceConfiguration.Keymap(parsing: text) else {
      value.fail("“\(text)” has no layout, such as “us” or “de:neo”")
      return nil
    }
    // what has them names nothing, whatever a library makes of the part before them
    guard keymap.isPrintable else {
      value.fail("“\(text.printable())” has characters that no keymap's name has")
      return nil
    }
    if checksWhatItNames {
      do throws(KeymapError) {
        _ = try Keymap(KeymapNames(layout: keymap.layout, variant: keymap.variant, options: keymap.options))
      } catch {
        value.fail("\(error)")
      }
    }
    return keymap
  }
}
