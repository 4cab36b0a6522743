import CasementTesting
import WaylandServer

@testable import Casement

extension TestService {
  /// Lets a client that has not read for long read again, until it knows what it has to know.
  func wake(_ client: TestClient, until knows: () -> Bool) throws {
    for _ in 0..<200 where !knows() {
      try client.roundtrip()
      service.dispatch(timeoutMilliseconds: 20)
    }
    try client.roundtrip()
  }

  var connected: Int { service.display.connectedClients.count }
}
