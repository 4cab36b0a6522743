import Casement
import CasementControl
import WaylandServer

/// A window service as `run` and `serve` need it, with its control socket.
final class WindowServiceHost: ServiceHost {
  private let service: WindowService
  private let control: ControlServer

  /// A service that is as `configuration` says.
  init(_ configuration: ServiceConfiguration) throws {
    service = try WindowService(configuration)
    control = service.makeControlServer()
  }

  var eventLoop: EventLoop { service.eventLoop }
  var controlBackend: any ControlBackend { service.controller }

  func listen(socketPath path: String) throws {
    try service.listen(at: path)
    service.controller.waylandDisplay = path
  }

  func listenForControl(socketPath path: String) throws { try control.listen(path: path) }
  func turn(timeoutMilliseconds: Int32) { service.dispatch(timeoutMilliseconds: timeoutMilliseconds) }
  func captureWhenLastWindowGoes(_ deliver: @escaping (Shot.Result) -> Void) { service.captureWhenLastWindowGoes(deliver) }

  func shutDown() {
    control.stop()
    service.shutDown()
  }
}
