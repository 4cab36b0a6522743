import CProcess
import Glibc

/// The processes below one: found through `/proc`, ended with TERM, and with KILL where that does not help.
struct Descendants {
  /// The process whose descendants are meant.
  let root: pid_t

  /// The pids that there are now, parents before children.
  var pids: [pid_t] {
    var capacity = 64
    while true {
      var buffer = [pid_t](repeating: 0, count: capacity)
      let count = Int(unsafe casement_descendants(root, &buffer, Int32(capacity)))
      if count <= capacity { return Array(buffer.prefix(count)) }
      capacity = count * 2
    }
  }

  /// Sends a signal to each that there is now. A stopped one is made to go on, for otherwise it would not see TERM.
  func send(_ signal: Int32) {
    for pid in pids {
      kill(pid, signal)
      if signal != SIGKILL { kill(pid, SIGCONT) }
    }
  }
}
