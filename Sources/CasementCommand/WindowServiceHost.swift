import Casement
import CasementControl
import Nested
import WaylandServer

/// A window service as `run` and `serve` need it, with its control socket.
final class WindowServiceHost: ServiceHost {
  private let service: WindowService
  private let control: ControlServer
  private var nested: NestedBackend?
  private(set) var end: ServiceEnd?

  /// Milliseconds that a session has to say what it offers.
  private static let patience = 10_000

  /// A service that is as `configuration` says, with its screens where `backend` says.
  init(_ configuration: ServiceConfiguration, _ backend: BackendRequest) throws {
    var configuration = configuration
    if case .nested = backend { configuration.screenPrefix = "nested" }
    service = try WindowService(configuration)
    control = service.makeControlServer()
    if case .nested(let address, var options) = backend {
      options.follow(configuration)
      try show(at: address, options)
    }
  }

  /// Shows the screens in the session at `address`, and waits until it has answered.
  private func show(at address: HostAddress, _ options: NestedOptions) throws(Failure) {
    var problem: NestedError?
    do throws(NestedError) {
      let backend = try NestedBackend(service, at: address, options: options) { problem = $0 }
      backend.onMessage = { Output.say($0) }
      let deadline = Clock.monotonic + UInt64(Self.patience) * 1_000_000
      while !backend.isReady, problem == nil, Clock.monotonic < deadline {
        service.dispatch(timeoutMilliseconds: Int32(clamping: (deadline - min(deadline, Clock.monotonic)) / 1_000_000 + 1))
      }
      if !backend.isReady, problem == nil { problem = .silent(seconds: Self.patience / 1000) }
      if problem == nil {
        backend.onEnd = { [unowned self] in self.ended($0, options) }
        nested = backend
      } else {
        backend.stop()
      }
    } catch {
      problem = error
    }
    guard let problem else { return }
    guard options.fallsBack else { throw Failure("\(problem)", status: 125) }
    Output.say("\(problem); the screens are headless")
  }

  private func ended(_ reason: NestedBackend.End, _ options: NestedOptions) {
    nested = nil
    switch reason {
    case .closed: end = ServiceEnd(status: 0, message: "the last window was closed")
    case .lost(let error) where options.fallsBack: Output.say("\(error); the screens are headless from now on")
    case .lost(let error): end = ServiceEnd(status: 125, message: "\(error)")
    }
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
    nested?.stop()
    nested = nil
  }
}
