import Casement
import CasementControl
import Nested
import WaylandServer

/// A window service as `run` and `serve` need it, with its control socket.
final class WindowServiceHost: ServiceHost {
  private let service: WindowService
  private let control: ControlServer
  private var nested: NestedBackend?
  /// What will show the screens when its session has answered.
  private var coming: NestedBackend?
  /// Why the service ends where `coming` does not come.
  private var endWithoutOther: ServiceEnd?
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
    let backend = try NestedBackend(service, at: address, options: options, insteadOf: nested, onReady: answered)
    backend.onMessage = { Output.say($0) }
    return backend
  }

  /// Shows the screens in another session, while the service runs. Where that cannot be, they stay where they are.
  private func move(to path: String, _ options: NestedOptions, _ reply: ControlReply<Nothing>) {
    guard coming == nil else {
      return reply.fail(ControlError(.refused, "the screens are being shown in another session just now; ask again"))
    }
    do throws(NestedError) {
      coming = try open(.path(path), options) { [unowned self] problem in
        let arrived = self.coming
        self.coming = nil
        if let problem {
          reply.fail(Self.refusal(problem))
          return self.end = self.end ?? self.endWithoutOther
        }
        (self.nested, self.endWithoutOther) = (arrived, nil)
        arrived?.onEnd = { [unowned self] in self.ended($0, options) }
        reply.succeed(Nothing())
      }
    } catch {
      reply.fail(Self.refusal(error))
    }
  }

  private static func refusal(_ problem: NestedError) -> ControlError {
    ControlError(.refused, "\(problem); the screens stay where they are")
  }

  private func ended(_ reason: NestedBackend.End, _ options: NestedOptions) {
    nested = nil
    var new: ServiceEnd?
    switch reason {
    case .closed: new = ServiceEnd(status: 0, message: "the last window was closed")
    case .lost(let error) where options.fallsBack: Output.say("\(error); the screens are headless from now on")
    case .lost(let error): new = ServiceEnd(status: 125, message: "\(error)")
    }
    // a session that is on its way may take the place of the one that went
    if coming == nil { end = new } else { endWithoutOther = new }
  }

  var eventLoop: EventLoop { service.eventLoop }
  var controlBackend: any ControlBackend { service.controller }

  func askWindowsToClose() -> () -> Bool { service.askWindowsToClose() }

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

  func name(windowsOf process: Int32, _ appID: String) { service.appIDs[process] = appID }

  // foot 1.13 ends by a signal where it has a token and nowhere to use it
  func mintActivationToken() -> String? { service.offersActivation ? service.mintActivationToken() : nil }

  func shutDown() {
    control.stop()
    service.shutDown()
    coming?.stop()
    nested?.stop()
    (coming, nested) = (nil, nil)
  }
}
