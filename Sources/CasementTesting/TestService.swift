public import Casement
internal import CasementControl
internal import Glibc
internal import WaylandClient

/// A service and its clients in one process and one thread: nothing sleeps, and nothing is left to chance.
///
/// Clients' requests reach the service, and its events reach them, in `roundtrip`, which runs both sides by turns.
public final class TestService {
  /// The service under test.
  public let service: WindowService
  private var clients: [TestClient] = []

  /// Starts a service on a manual clock, with one screen of 1280 × 720 pixels unless `configuration` says otherwise.
  ///
  /// - Throws: `ServiceError` where the configuration cannot be had.
  public init(_ configuration: ServiceConfiguration = .manual) throws {
    service = try WindowService(configuration)
  }

  /// Connects a new client.
  package func connect() throws -> TestClient {
    var pair: [Int32] = [0, 0]
    precondition(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0, "the system has no sockets left")
    for descriptor in pair { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    service.connect(fileDescriptor: pair[0])
    let connection = try Connection(fileDescriptor: pair[1])
    connection.pump = { [unowned self] in self.service.dispatch(timeoutMilliseconds: 0) }
    let client = try TestClient(connection)
    clients.append(client)
    return client
  }

  /// Runs the service once, without waiting.
  package func pump() { service.dispatch(timeoutMilliseconds: 0) }
}

extension ServiceConfiguration {
  /// The defaults, on a manual clock.
  public static var manual: ServiceConfiguration {
    var configuration = ServiceConfiguration()
    configuration.clock = .manual
    return configuration
  }
}
