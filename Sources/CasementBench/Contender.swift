import CasementTesting
import Glibc
import WaylandClient

/// A server under measurement: a process of its own in a private runtime directory.
final class Contender {
  /// How a server is started.
  struct Recipe {
    let name: String
    /// The words of its command, for a screen of `width` × `height` pixels.
    var command: (_ width: Int, _ height: Int, _ directory: String) -> [String]
    var environment: [String] = []
    /// Its socket's name in the runtime directory.
    let socket: String
    /// Files that it reads: name and text.
    var files: [(name: String, text: String)] = []
  }

  let name: String
  let process: pid_t
  private let directory: String
  /// The path of its socket.
  let socket: String

  /// Starts a server and waits until it answers.
  ///
  /// - Parameter wrapper: words in front of the command, such as those of a profiler.
  init(_ recipe: Recipe, width: Int = 1920, height: Int = 1080, wrapper: [String] = []) throws(BenchError) {
    name = recipe.name
    directory = try Files.makeDirectory()
    socket = "\(directory)/\(recipe.socket)"
    for file in recipe.files { try Files.write(file.text, to: "\(directory)/\(file.name)") }
    let environment = ["XDG_RUNTIME_DIR=\(directory)", "HOME=\(directory)", "PATH=\(Files.path)"] + recipe.environment
    process = try ChildProcess.start(wrapper + recipe.command(width, height, directory), environment, log: "\(directory)/log")
    // valgrind takes its time
    let deadline = wallTime() + 40e6
    while wallTime() < deadline {
      if unsafe access(socket, F_OK) == 0, let client = try? connect(), (try? client.roundtrip()) != nil { return }
      if ChildProcess.hasEnded(process) { break }
      usleep(100)
    }
    throw BenchError("\(name) does not answer: \(Files.read("\(directory)/log").suffix(500))")
  }

  deinit {
    ChildProcess.end(process)
    Files.remove(directory)
  }

  /// A new client of it.
  func connect() throws -> TestClient { try TestClient(Connection(name: socket)) }

  /// CPU time that it has used, in microseconds, all threads together.
  var cpuTime: Double {
    var clock = clockid_t()
    var time = timespec()
    guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  /// A line of its `/proc/PID/status`, as a number.
  private func status(_ key: String) -> Int {
    let lines = Files.read("/proc/\(process)/status").split(separator: "\n")
    return lines.first { $0.hasPrefix(key + ":") }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  /// Memory that it has now, in KB.
  var memory: Int { status("VmRSS") }
  /// The most that it ever had, in KB.
  var peakMemory: Int { status("VmHWM") }
  /// How often it has gone to sleep.
  var wakeUps: Int { status("voluntary_ctxt_switches") }
}

/// Why something cannot be measured.
struct BenchError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
