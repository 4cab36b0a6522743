import CasementTesting
import WaylandClient

extension TestClient {
  /// How the connection ends when everything sent so far has been handled: the interface and code of the error; nil where it stands.
  func failure() -> (interface: String, code: UInt32)? {
    do {
      try roundtrip()
      return nil
    } catch {
      guard case .protocolError(let interface, let code, _) = error else { return ("closed", 0) }
      return (interface, code)
    }
  }
}

/// Whether `failure` is an error of this interface and code.
func isError(_ failure: (interface: String, code: UInt32)?, _ interface: String, _ code: UInt32) -> Bool {
  failure.map { $0 == (interface, code) } ?? false
}
