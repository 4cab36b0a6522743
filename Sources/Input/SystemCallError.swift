import Glibc

/// A system call that failed.
package struct SystemCallError: Error, CustomStringConvertible {
  /// The call, and what for.
  package let call: String
  /// The error number it left.
  package let code: Int32

  /// The failure of `call` with the present `errno`.
  init(_ call: String) {
    self.call = call
    code = errno
  }

  /// The call and the system's words for its error.
  package var description: String { "\(call): \(reason)" }
  /// The system's words for its error.
  package var reason: String { unsafe String(cString: strerror(code)) }
}
