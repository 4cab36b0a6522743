import Casement
import CasementControl
import WaylandServer

/// What `run` and `serve` need of a window service.
protocol ServiceHost: AnyObject {
  /// The loop that the service lives in.
  var eventLoop: EventLoop { get }
  /// What answers the control socket's calls.
  var controlBackend: any ControlBackend { get }

  /// Why the service is to end, where it does so by itself.
  var end: ServiceEnd? { get }

  /// Asks all windows to close.
  ///
  /// - Returns: tells whether anybody who had one is still connected.
  func askWindowsToClose() -> () -> Bool
  /// Lets Wayland clients connect at `path`, whose lock the caller holds.
  func listen(socketPath path: String) throws
  /// Lets controllers connect at `path`, whose lock the caller holds.
  func listenForControl(socketPath path: String) throws
  /// Does what is due, waiting for it at most `timeoutMilliseconds` (−1: for ever), and sends what is queued.
  func turn(timeoutMilliseconds: Int32)
  /// Calls `deliver` with a picture of its screen whenever the last visible window is about to go: composed before what takes it away
  /// is applied.
  func captureWhenLastWindowGoes(_ deliver: @escaping (Shot.Result) -> Void)
  /// Calls `deliver` with a picture of the main screen each time that nothing has changed for `milliseconds`.
  func captureWhenPicturesRest(afterMilliseconds milliseconds: Int, _ deliver: @escaping (Shot.Result) -> Void)
  /// Records what happens in a page in `directory`.
  ///
  /// - Throws: where no page can be made there.
  func record(in directory: String, about: FlightRecorder.About) throws
  /// The recording, where there is one.
  var recorder: FlightRecorder? { get }
  /// Tells on standard error what happens, as much as `level` says.
  func log(_ level: EventLog.Level)
  /// The windows of a process are of the app id `appID` where it gives them none.
  func name(windowsOf process: Int32, _ appID: String)
  /// A token with which one client may take key once; nil where clients cannot use one.
  func mintActivationToken() -> String?
  /// Disconnects everybody and removes the sockets; doing so again changes nothing.
  func shutDown()
}

/// Makes a service.
typealias ServiceMaker = @Sendable (ServiceConfiguration, BackendRequest) throws -> any ServiceHost
