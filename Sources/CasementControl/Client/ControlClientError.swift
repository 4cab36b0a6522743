/// Why a client has no answer.
package enum ControlClientError: Error, Hashable, CustomStringConvertible {
  /// There is no service at this path, or it cannot be reached.
  case unreachable(path: String, reason: String)
  /// The service closed the connection, perhaps with a reason.
  case closed(reason: String?)
  /// No answer came in this many milliseconds.
  case timedOut(milliseconds: Int)
  /// What came is not what the protocol allows.
  case nonsense(String)
  /// The service answered with an error.
  case refused(ControlError)

  package var description: String {
    switch self {
    case .unreachable(let path, let reason): "cannot reach a service at \(path): \(reason)"
    case .closed(nil): "the service closed the connection"
    case .closed(let reason?): reason
    case .timedOut(let milliseconds): "the service did not answer within \(milliseconds) ms"
    case .nonsense(let what): "the service answered with something else: \(what)"
    case .refused(let error): error.message
    }
  }
}
