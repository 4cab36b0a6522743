internal import Glibc
internal import WaylandClient

/// Why screens cannot be shown in another session, or not any more.
package enum NestedError: Error, Equatable, CustomStringConvertible {
  /// Nobody answers there: the place and why.
  case unreachable(String, reason: String)
  /// libwayland-client is not there.
  case noLibrary
  /// It answers, but does not offer what is needed.
  case lacks(String)
  /// It did not answer in time.
  case silent(seconds: Int)
  /// It did not read for too long.
  case stuck(seconds: Int)
  /// It went away.
  case gone
  /// What it says is no Wayland.
  case notWayland
  /// It said that we broke the protocol.
  case refused(String)

  /// A sentence for people.
  package var description: String {
    switch self {
    case .unreachable(let place, let reason): "no Wayland session can be reached at \(place): \(reason)"
    case .noLibrary: "libwayland-client.so.0 is not installed, which shows screens in a session"
    case .lacks(let interface): "the host session does not offer \(interface), which a nested service needs"
    case .silent(let seconds): "the host session did not answer within \(seconds) s"
    case .stuck(let seconds): "the host session did not read for \(seconds) s"
    case .notWayland: "what listens at the host session's socket does not speak Wayland"
    case .gone: "the host session is gone: its connection was closed"
    case .refused(let reason): "the host session ended the connection: \(reason)"
    }
  }

  init(_ error: ConnectionError) {
    switch error {
    case .noLibrary: self = .noLibrary
    case .notConnected(let place): self = .unreachable(place, reason: "nobody listens")
    case .protocolError(let interface, let code, let object): self = .refused("\(interface)#\(object), error \(code)")
    case .closed(let errno): self = Self.misreadings.contains(errno) ? .notWayland : .gone
    }
  }

  /// What libwayland finds wrong with what it cannot read.
  private static let misreadings: Set<Int32> = [EINVAL, E2BIG, EOVERFLOW, EMSGSIZE, EBADMSG, EPROTO]

  /// The same of a host at `place` that was not heard of before.
  func whileGreeting(_ place: String) -> NestedError {
    switch self {
    case .gone: .unreachable(place, reason: "what listens there hung up without a word that is Wayland")
    case .notWayland: .unreachable(place, reason: "what listens there does not speak Wayland")
    case .silent(let seconds): .unreachable(place, reason: "what listens there did not answer within \(seconds) s")
    default: self
    }
  }
}
