import Casement
import CasementControl

/// The options that `run` and `serve` have in common.
enum ServiceOptions {
  static let screen = Option<ScreenSpec>(
    "--screen", "SPEC", isRepeatable: true, "A screen: \(ScreenSpec.form). One of 1280x720@60 where not given."
  ) { text throws(UsageError) in try Values.parsed(text) { text throws(ControlError) in try ScreenSpec(parsing: text) } }
  static let socket = Option("--socket", "NAME", "The service's name, which is that of its Wayland socket.", parse: socketName)
  static let placement = Option<ServiceConfiguration.Placement>(
    "--placement", "POLICY", "fill (a window fills its screen) or natural (its own size, as on a desktop); fill where not given.",
    parse: Values.choice)
  static let keyPolicy = Option<ServiceConfiguration.KeyPolicy>(
    "--key-policy", "POLICY", "press (a press or a touch makes a window key) or explicit (only requests do); press where not given.",
    parse: Values.choice)
  static let mapKey = Option<ServiceConfiguration.MapKey>(
    "--map-key", "POLICY", "always (a client's new window becomes key) or token (only with an activation token); always where not given.",
    parse: Values.choice)
  static let clock = Option<ServiceConfiguration.ClockKind>(
    "--clock", "CLOCK", "real, or manual (time passes when “casement step” says so); real where not given.", parse: Values.choice)
  static let keymap = Option("--keymap", "LAYOUT[:VARIANT[:OPTIONS]]", "The keymap by xkb's names; us where not given.", parse: keymap)
  static let `repeat` = Option(
    "--repeat", "RATE,DELAY", "Key repeats a second (0: off) after DELAY ms; 25,600 where not given.", parse: keyRepeat)
  static let config = Option(
    "--config", "FILE", "A scene file (JSON5): screens, backgrounds, policies, and rules for windows. Options here override it.",
    parse: Values.name)
  static let allow = Option(
    "--allow", "PROTOCOL", isRepeatable: true, "Offer this protocol, by its global's name, in spite of “--deny privileged”.",
    parse: protocolName)
  static let deny = Option(
    "--deny", "PROTOCOL", isRepeatable: true,
    "Offer no client this protocol, by its global's name; “privileged” stands for all that reach beyond a client's own windows. Where not "
      + "given, all are offered, but privileged ones never to clients in a security context.", parse: deniedName)
  static let limit = Option(
    "--limit", "PROTOCOL=VERSION", isRepeatable: true,
    "Offer this protocol, by its global's name, in no newer version than this one: what an older server has.", parse: limit)
  static let report = Option(
    "--report", "DIR",
    "The flight recorder: one HTML page in DIR with what happened, pictures, input and what the command wrote; it opens in any browser.",
    parse: Values.name)
  static let log = Option<EventLog.Level>(
    "--log", "LEVEL", "What standard error tells: off, error (what clients did wrong), info or debug; off where not given.",
    parse: Values.choice)
  static let onScreenLoss = Option<ServiceConfiguration.ScreenLoss>(
    "--on-screen-loss", "POLICY",
    "Where windows of casement_window_v1 go with their screen: wait (nowhere, until it is back) or move (to the main one); wait where not given.",
    parse: Values.choice)
  static let suspendCovered = Option(
    flag: "--suspend-covered",
    "Windows that others cover completely are told to suspend, and are not told when to draw until they are seen again.")
  static let all: [AnyOption] = [
    config.any, backend.any, keep.any, fallback.any, apart.any, screen.any, socket.any, placement.any, keyPolicy.any, mapKey.any, clock.any,
    keymap.any,
    `repeat`.any, allow.any, deny.any, limit.any, report.any, log.any, onScreenLoss.any, suspendCovered.any,
  ]

  /// The configuration that the options ask for, and, of what they do not speak, the scene file.
  ///
  /// - Throws: an error where the scene file has one, two screens have one name, or one mirrors a screen that is not there.
  static func configuration(_ arguments: Arguments) throws(UsageError) -> ServiceConfiguration {
    var configuration = ServiceConfiguration()
    if let path = arguments[config] {
      do throws(SceneFileError) {
        configuration = try ServiceConfiguration(sceneFile: path)
      } catch {
        throw UsageError("--config FILE: the scene file cannot be used\n\(error.description)")
      }
    }
    let screens = arguments.all(screen)
    if !screens.isEmpty { configuration.screens = screens }
    try check(configuration)
    if let value = arguments[placement] { configuration.placement = value }
    if let value = arguments[keyPolicy] { configuration.keyPolicy = value }
    if let value = arguments[onScreenLoss] { configuration.screenLoss = value }
    if arguments.has(suspendCovered) { configuration.suspendsCovered = true }
    if let value = arguments[mapKey] { configuration.mapKey = value }
    if let value = arguments[clock] { configuration.clock = value }
    if let value = arguments[keymap] { configuration.keymap = value }
    if let value = arguments[`repeat`] { (configuration.repeatRate, configuration.repeatDelay) = value }
    let (allowed, denied) = (Set(arguments.all(allow)), Set(arguments.all(deny)))
    if let both = allowed.intersection(denied).min() { throw UsageError("“\(both)” is both allowed and denied") }
    configuration.protocols.allowed = configuration.protocols.allowed.subtracting(denied).union(allowed)
    configuration.protocols.denied = configuration.protocols.denied.subtracting(allowed).union(denied)
    configuration.protocols.versions.merge(arguments.all(limit), uniquingKeysWith: min)
    return configuration
  }

  private static func check(_ configuration: ServiceConfiguration) throws(UsageError) {
    let names = configuration.screenNames
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw UsageError("two screens are called “\(twice)”")
    }
    for spec in configuration.screens {
      if let source = spec.mirroredName, !names.contains(source) {
        throw UsageError("a screen mirrors “\(source)”, which is not there; the screens are \(names.joined(separator: ", "))")
      }
    }
  }

  @Sendable private static func deniedName(_ text: String) throws(UsageError) -> String {
    text == ProtocolSelection.privileged ? text : try protocolName(text)
  }

  @Sendable private static func protocolName(_ text: String) throws(UsageError) -> String {
    let names = ProtocolSelection.names
    let all = names.privileged + names.others
    if all.contains(text) { return text }
    let near = nearest(to: text, among: all).map { "; did you mean \($0.joined(separator: " or "))?" } ?? ""
    throw UsageError(
      "there is no protocol “\(text)”\(near)\nPrivileged: \(names.privileged.joined(separator: ", "))\n"
        + "Others: \(names.others.joined(separator: ", "))")
  }

  @Sendable private static func limit(_ text: String) throws(UsageError) -> (String, UInt32) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw UsageError("“\(text)” is not PROTOCOL=VERSION, such as xdg_wm_base=3") }
    let versions = ProtocolSelection.spokenVersions
    let name = parts[0] == "wl_output" ? "wl_output" : try protocolName(String(parts[0]))
    let newest = versions[name] ?? 1
    guard let version = UInt32(parts[1]), (1...newest).contains(version) else {
      throw UsageError("“\(text)” is none of the versions of \(name): 1 to \(newest)")
    }
    return (name, version)
  }

  @Sendable private static func socketName(_ text: String) throws(UsageError) -> String {
    guard !text.isEmpty, !text.contains("/"), text != ".", text != "..", text.utf8.count <= 64,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else {
      throw UsageError("“\(text)” is not a name of a socket: 1 to 64 characters without “/” and spaces")
    }
    return text
  }

  @Sendable private static func keymap(_ text: String) throws(UsageError) -> ServiceConfiguration.Keymap {
    guard let keymap = ServiceConfiguration.Keymap(parsing: text) else {
      throw UsageError("“\(text)” has no layout, such as us or de:neo")
    }
    return keymap
  }

  @Sendable private static func keyRepeat(_ text: String) throws(UsageError) -> (Int32, Int32) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let rate = Int32(parts[0]), let delay = Int32(parts[1]),
      ServiceConfiguration.repeatRates.contains(Int(rate)), ServiceConfiguration.repeatDelays.contains(Int(delay))
    else {
      throw UsageError("“\(text)” is not RATE,DELAY, such as 25,600: 0 to 1000 repeats a second, 1 to 60000 ms")
    }
    return (rate, delay)
  }
}
