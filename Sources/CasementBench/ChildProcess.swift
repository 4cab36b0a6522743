import Glibc

/// Processes that the benchmarks start.
enum ChildProcess {
  /// Starts a command whose output goes to `log`.
  static func start(_ words: [String], _ environment: [String], log: String) throws(BenchError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // signals that this process waits for are not blocked in its children
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var pid = pid_t()
    let status = unsafe withStrings(words) { words in
      unsafe withStrings(environment) { unsafe posix_spawnp(&pid, words[0]!, &actions, &attributes, words, $0) }
    }
    guard status == 0 else { throw BenchError("\(words[0]) cannot be started (errno \(status))") }
    return pid
  }

  /// Runs a command to its end. - Returns: whether it succeeded.
  @discardableResult
  static func run(_ words: [String]) -> Bool {
    guard let pid = try? start(words, ["PATH=\(Files.path)"], log: "/dev/null") else { return false }
    var status: Int32 = 0
    return unsafe waitpid(pid, &status, 0) == pid && status == 0
  }

  /// Asks all children of this process to end.
  static func endAll() {
    for process in Files.read("/proc/self/task/\(getpid())/children").split(separator: " ").compactMap({ pid_t($0) }) {
      kill(process, SIGTERM)
    }
  }

  /// Whether a child is not there any more.
  static func hasEnded(_ process: pid_t) -> Bool {
    var status: Int32 = 0
    return unsafe waitpid(process, &status, WNOHANG) != 0
  }

  /// Ends a child, if need be by force.
  static func end(_ process: pid_t) {
    guard kill(process, SIGTERM) == 0 else { return }
    for _ in 0..<250 {
      if hasEnded(process) { return }
      usleep(20_000)
    }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  private static func withStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe copies.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
  }
}

/// Small files.
enum Files {
  static var path: String { unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin" }

  /// Where a program of this name is; nil: it is not installed.
  static func find(_ program: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(program)" }.first { unsafe access($0, X_OK) == 0 }
  }

  /// What every directory of ours begins with; the number of the process that made it follows.
  private static let prefix = "casement-bench-"

  /// A new directory of this process.
  static func makeDirectory() throws(BenchError) -> String {
    var template = Array("/tmp/\(prefix)\(getpid())-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw BenchError("no directory can be made in /tmp") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func read(_ path: String) -> String {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = unsafe Glibc.read(file, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += buffer.prefix(count)
    }
  }

  static func write(_ text: String, to path: String) throws(BenchError) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw BenchError("\(path) cannot be written") }
    defer { close(file) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw BenchError("\(path) cannot be written") }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Removes a directory of ours with all that is in it.
  static func remove(_ directory: String) {
    for name in names(in: directory) {
      let path = "\(directory)/\(name)"
      if unsafe unlink(path) != 0, errno == EISDIR { remove(path) }
    }
    unsafe rmdir(directory)
  }

  /// Removes the directories of runs that were ended before they could; with `ofThisProcess`, its own too.
  static func removeLeftovers(ofThisProcess: Bool = false) {
    for name in names(in: "/tmp") where name.hasPrefix(prefix) {
      guard let process = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }) else { continue }
      let isGone = kill(process, 0) != 0 && errno == ESRCH
      if isGone || (ofThisProcess && process == getpid()) { remove("/tmp/\(name)") }
    }
  }

  private static func names(in directory: String) -> [String] {
    guard let entries = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(entries) }
    var names: [String] = []
    while let entry = unsafe readdir(entries) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
