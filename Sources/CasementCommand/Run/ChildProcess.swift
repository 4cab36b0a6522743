import CProcess
import Glibc

/// A command that was started, and how it is signalled.
struct ChildProcess {
  /// Why a command could not be started.
  struct StartError: Error, Equatable {
    /// The error number of the system.
    let code: Int32
    /// Whether it was the program that could not be executed.
    let isExec: Bool

    /// The exit status that tells it: 127 for a program that is not there, 126 for one that cannot be executed.
    var status: Int32 { isExec ? (code == ENOENT ? 127 : 126) : 125 }
  }

  /// Its process id.
  let pid: pid_t
  /// Whether it leads a process group of its own.
  let hasOwnGroup: Bool

  /// Starts `command` in `environment` (`NAME=VALUE`).
  ///
  /// It dies with the calling thread. With a terminal on standard input it stays in our process group, so that it keeps the terminal;
  /// otherwise it leads its own.
  ///
  /// - Parameters:
  ///   - isDeaf: signals that ask it to end do not reach it: it ends with its input.
  ///   - kept: descriptors from 3 on that it gets.
  ///   - output: its standard output and error; nil: ours.
  init(
    _ command: [String], environment: [String], hasOwnGroup: Bool, isDeaf: Bool = false, kept: [Int32],
    output: (out: Int32, errors: Int32)? = nil
  ) throws(StartError) {
    var failedExec: Int32 = 0
    let result = unsafe withCStrings(command) { arguments in
      unsafe withCStrings(environment) { environment in
        unsafe kept.withUnsafeBufferPointer { kept in
          var options = unsafe casement_spawn_options(
            arguments: arguments, environment: environment, kept: kept.baseAddress, kept_count: Int32(kept.count),
            own_group: hasOwnGroup ? 1 : 0, is_deaf: isDeaf ? 1 : 0, output: output?.out ?? -1, errors: output?.errors ?? -1)
          return unsafe casement_spawn(&options, &failedExec)
        }
      }
    }
    guard result > 0 else { throw StartError(code: -result, isExec: failedExec != 0) }
    pid = result
    self.hasOwnGroup = hasOwnGroup
  }

  /// Sends a signal to the command, and to its process group where it has its own.
  func send(_ signal: Int32) { kill(hasOwnGroup ? -pid : pid, signal) }

  /// The descriptors from 3 on that this process was given and that a command is to get as well.
  static func inheritedDescriptors() -> [Int32] {
    DirectoryEntries("/proc/self/fd").compactMap { Int32($0) }.filter { $0 > 2 }.filter { descriptor in
      let flags = fcntl(descriptor, F_GETFD)
      return flags >= 0 && flags & FD_CLOEXEC == 0
    }.sorted()
  }
}

/// Calls `body` with `strings` as C has them: an array of pointers with NULL at its end.
private func withCStrings<Result>(_ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result {
  let pointers = unsafe strings.map { unsafe strdup($0) }
  defer { unsafe pointers.forEach { unsafe free($0) } }
  return unsafe (pointers + [nil]).withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
}
