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
  private(set) var recorder: FlightRecorder?
  private var log: EventLog?

  /// A service that is as `configuration` says, with its screens where `backend` says.
  init(_ configuration: ServiceConfiguration, _ backend: BackendRequest) throws {
    var configuration = configuration
    if case .nested = backend { configuration.screenPrefix = "nested" }
    service = try WindowService(configuration)
    control = service.makeControlServer()
    var options = NestedOptions()
    if case .nested(_, let given) = backend { options = given }
    options.follow(configuration)
    service.controller.onAttachSession = { [unowned self] in self.move(to: $0, options, $1) }
    if case .nested(let address, _) = backend { try show(at: address, options) }
  }

  /// Shows the screens in the session at `address`, and waits until it has answered.
  private func show(at address: HostAddress, _ options: NestedOptions) throws(Failure) {
    var problem: NestedError?
    do throws(NestedError) {
      let backend = try open(address, options) { problem = $0 }
      while !backend.isReady, problem == nil { service.dispatch() }
      backend.onEnd = { [unowned self] in self.ended($0, options) }
      if problem == nil { nested = backend }
    } catch {
      problem = error
    }
    guard let problem else { return }
    guard options.fallsBack else { throw Failure("\(problem)", status: 125) }
    Output.say("\(problem); the screens are headless")
  }

  private func open(
    _ address: HostAddress, _ options: NestedOptions, _ answered: @escaping (NestedError?) -> Void
  ) throws(NestedError) -> NestedBackend {
    let backend = try NestedBackend(service, at: address, options: options, onReady: answered)
    backend.onMessage = { Output.say($0) }
    return backend
  }

  /// Shows the screens in another session, while the service runs. Where that cannot be, they are headless.
  private func move(to path: String, _ options: NestedOptions, _ reply: ControlReply<Nothing>) {
    nested?.stop()
    nested = nil
    do throws(NestedError) {
      let backend = try open(.path(path), options) { [unowned self] problem in
        if let problem {
          self.nested = nil
          return reply.fail(ControlError(.refused, "\(problem); the screens are headless"))
        }
        self.nested?.onEnd = { [unowned self] in self.ended($0, options) }
        reply.succeed(Nothing())
      }
      nested = backend
    } catch {
      reply.fail(ControlError(.refused, "\(error); the screens are headless"))
    }
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

  func captureWhenPicturesRest(afterMilliseconds milliseconds: Int, _ deliver: @escaping (Shot.Result) -> Void) {
    service.captureWhenPicturesRest(afterMilliseconds: milliseconds, deliver)
  }

  func record(in directory: String, about: FlightRecorder.About) throws {
    recorder = try FlightRecorder(service, directory: directory, about: about)
    recorder?.onFailure = { Output.say($0) }
  }

  func log(_ level: EventLog.Level) { log = level == .off ? nil : EventLog(service, level) { Output.say($0) } }

  func mintActivationToken() -> String { service.mintActivationToken() }

  func shutDown() {
    control.stop()
    service.shutDown()
    nested?.stop()
    nested = nil
  }
}
