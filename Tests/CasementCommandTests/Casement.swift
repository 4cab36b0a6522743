import Glibc
import Testing

@testable import CasementCommand

/// The program that is under test, run for real.
struct Casement {
  /// What a run of it left.
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  let directory = TemporaryDirectory()

  /// The program beside the tests' own.
  static var path: String {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return String(bundle[..<(bundle.lastIndex(of: "/") ?? bundle.startIndex)]) + "/casement"
  }

  /// Starts it, with its output in files; XDG_RUNTIME_DIR is a directory of the test's.
  func start(_ arguments: [String], runtimeDirectory: Bool = true) throws -> ChildProcess {
    try start(command: [Self.path] + arguments, runtimeDirectory: runtimeDirectory)
  }

  /// Starts a script of the shell in the same surroundings, where CASEMENT is the program.
  func start(shell script: String) throws -> ChildProcess { try start(command: ["sh", "-ec", script], runtimeDirectory: true) }

  private func start(command: [String], runtimeDirectory: Bool) throws -> ChildProcess {
    unsafe mkdir("\(directory.path)/runtime", 0o700)
    unsafe mkdir("\(directory.path)/tmp", 0o700)
    var environment = System.environment.filter { entry in
      !["XDG_RUNTIME_DIR=", "TMPDIR=", "CASEMENT_SOCKET=", "WAYLAND_DISPLAY="].contains { entry.hasPrefix($0) }
    }
    environment += ["TMPDIR=\(directory.path)/tmp", "CASEMENT=\(Self.path)", "TEST=\(directory.path)"]
    if runtimeDirectory { environment.append("XDG_RUNTIME_DIR=\(directory.path)/runtime") }
    let script = "exec \"$@\" >\"$TEST/out\" 2>\"$TEST/err\" </dev/null"
    return try ChildProcess(["sh", "-c", script, "sh"] + command, environment: environment, hasOwnGroup: true, kept: [])
  }

  /// Waits for its end.
  func finish(_ child: ChildProcess) -> Outcome {
    var status: Int32 = 0
    while unsafe waitpid(child.pid, &status, 0) < 0, errno == EINTR {}
    let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
    return Outcome(status: code, output: directory.read("out") ?? "", errors: directory.read("err") ?? "")
  }

  /// Runs it to its end.
  func run(_ arguments: String..., runtimeDirectory: Bool = true) throws -> Outcome {
    finish(try start(arguments, runtimeDirectory: runtimeDirectory))
  }

  /// What is left in the directories that it may use.
  var leftovers: [String] { DirectoryEntries("\(directory.path)/runtime").sorted() + DirectoryEntries("\(directory.path)/tmp").sorted() }

  /// Waits until a file in the test's directory has its first line, and gives it.
  func line(of name: String) -> String {
    let start = time(nil)
    while time(nil) - start < 60 {
      if let text = directory.read(name), let end = text.firstIndex(of: "\n") { return String(text[..<end]) }
      usleep(1000)
    }
    Issue.record("“\(name)” did not come within a minute; errors: \(directory.read("err") ?? "")")
    return ""
  }

  /// Waits until a process is no more.
  func waitForEnd(of pid: pid_t) {
    while kill(pid, 0) == 0, readFile("/proc/\(pid)/stat")?.contains(") Z ") == false { usleep(1000) }
  }
}
