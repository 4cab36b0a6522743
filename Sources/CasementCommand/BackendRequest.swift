import CasementControl
import Nested

/// What shows the screens of a service.
enum BackendRequest {
  /// Nobody.
  case headless
  /// Another Wayland session, as windows.
  case nested(HostAddress, NestedOptions)
}

/// Why a service ends by itself.
struct ServiceEnd: Equatable {
  /// The status of `serve`.
  let status: Int32
  /// What a person is told.
  let message: String
}

extension ServiceOptions {
  /// What shows the screens.
  enum Backend: String, CaseIterable { case headless, nested }
  /// What a service goes on with that lost its host.
  enum Fallback: String, CaseIterable { case headless }

  static let backend = Option<Backend>(
    "--backend", "BACKEND",
    "headless: screens that nobody sees; nested: screens are windows of the session in WAYLAND_DISPLAY. "
      + "Where not given, serve is nested if there is such a session.",
    parse: Values.choice)
  static let keep = Option(flag: "--keep", "Nested: go on when the last window is closed; without it, the service ends.")
  static let fallback = Option<Fallback>(
    "--fallback", "BACKEND", "Nested: headless, to go on without the session when it cannot be had, or is gone.", parse: Values.choice)

  static let reattach = Option(
    flag: "--reattach",
    "Start nothing: show the screens of the service that runs (--service, CASEMENT_SOCKET) in this session, instead of where they were.")
  static let apart = Option(
    flag: "--keep-apart", "Nested: do not share the clipboard, the primary selection and drag and drop with the session.")

  /// What the command line asks for.
  ///
  /// - Parameter standard: what it is where the command line does not say; nil: a session, if there is one.
  /// - Throws: an error where a session is asked for and the environment names none, and where an option would be of no use.
  static func backendRequest(
    _ arguments: Arguments, standard: Backend?, variable: (String) -> String? = System.variable
  ) throws(UsageError) -> BackendRequest {
    let address = HostAddress(variable: variable)
    let wished = arguments[backend] ?? standard
    guard wished ?? (address == nil ? .headless : .nested) == .nested else {
      // where it is left to the surroundings, they say what to do in case
      let idle = wished == nil ? [] : [keep.name, fallback.name, apart.name].filter(arguments.given.contains)
      guard idle.isEmpty else {
        throw UsageError("\(idle.joined(separator: ", ")): of use only where screens are windows of a session, with --backend nested")
      }
      return .headless
    }
    guard let address else {
      if arguments[fallback] != nil { return .headless }
      throw UsageError("--backend nested needs a Wayland session: WAYLAND_DISPLAY names none")
    }
    var options = NestedOptions()
    options.keepsRunning = arguments.has(keep)
    options.fallsBack = arguments[fallback] != nil
    options.keepsSelectionsApart = arguments.has(apart)
    options.hasOwnKeymap = arguments[keymap] != nil
    options.hasOwnRepeat = arguments[`repeat`] != nil
    return .nested(address, options)
  }
}
