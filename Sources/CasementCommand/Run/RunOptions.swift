import Casement
import CasementControl

/// What `run` was asked to do, beside what the service shall be.
struct RunOptions {
  static let timeout = Option("--timeout", "SECONDS", "End the command after this time; the status is then 124.", parse: Values.seconds)
  static let screenshot = Option(
    "--screenshot", "FILE",
    "Write a PNG of the screen with the last visible window, as it was then; at a time-out that of now. “-” is standard output; what the command writes there goes to standard error.",
    parse: Values.name)
  static let waitWindow = Option(
    "--wait-window", "APP_ID",
    "Wait until a window of this app id is visible and settled, take the picture then, and end the command; the status is then 0.",
    parse: Values.name)
  static let keepEnv = Option(
    "--keep-env", "VAR", isRepeatable: true, "Leave this variable of the command's environment as it is, instead of replacing it.",
    parse: variable)

  static let xwayland = Option(
    flag: "--xwayland", "Run an X server (Xwayland) beside it, as one window with all X windows in it, and set DISPLAY and XAUTHORITY.")

  static let all: [AnyOption] = [timeout.any, screenshot.any, waitWindow.any, keepEnv.any, xwayland.any]

  /// The command and its arguments.
  var command: [String]
  /// Milliseconds after which it is ended; nil for never.
  var timeout: Int?
  /// Where the picture goes; nil for none, and for standard output.
  var screenshot: ReplacedFile?
  /// Whether there is to be a picture.
  var wantsPicture: Bool
  /// Whether an X server is wanted.
  var wantsX: Bool
  /// The app id to wait for; nil where the command ends by itself.
  var waitWindow: String?
  /// Variables that are left as they are.
  var keptVariables: [String]
  /// What standard error tells.
  var log: EventLog.Level
  /// Where the report goes; nil for none.
  var report: String?
  /// The service's name; nil takes one that nobody asks for.
  var socketName: String?

  /// What the command line asks for.
  ///
  /// - Throws: a failure where the picture's file cannot be written.
  init(_ arguments: Arguments) throws(Failure) {
    command = arguments.command
    timeout = arguments[Self.timeout]
    waitWindow = arguments[Self.waitWindow]
    keptVariables = arguments.all(Self.keepEnv)
    socketName = arguments[ServiceOptions.socket]
    log = arguments[ServiceOptions.log] ?? .off
    report = arguments[ServiceOptions.report]
    wantsPicture = arguments[Self.screenshot] != nil
    wantsX = arguments.has(Self.xwayland)
    if let path = arguments[Self.screenshot], path != "-" {
      do throws(Failure) { screenshot = try ReplacedFile(path: path) } catch { throw Failure(error.message, status: 125) }
    }
  }

  @Sendable private static func variable(_ text: String) throws(UsageError) -> String {
    guard !text.isEmpty, !text.contains("=") else { throw UsageError("“\(text)” is not the name of a variable") }
    return text
  }
}
