internal import CWLCS
internal import CWaylandClient
internal import Casement
internal import Glibc
internal import Input
internal import Synchronization

/// What stands behind one server that the suite made: from its start to its stop a thread with a service.
final class ConformanceServer: Sendable {
  private let thread = Mutex<ServiceThread?>(nil)
  /// The devices made so far, each numbered by the count.
  private let devices = Atomic<UInt64>(0)

  func start() {
    let started = ServiceThread()
    thread.withLock { $0 = started }
  }

  func stop() {
    let running = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    running?.stop()
  }

  /// Does `body` where the service is; nothing where it is not running.
  @discardableResult
  func call<Value: Sendable>(_ body: @escaping @Sendable (HostedService) -> Value) -> Value? {
    thread.withLock { $0 }?.call(body)
  }

  func makeDevice() -> InputDevice { InputDevice(id: devices.add(1, ordering: .relaxed).newValue) }

  // MARK: The suite's view

  /// The server as the suite sees it, which keeps this until `release`.
  func makeHooks() -> UnsafeMutablePointer<casement_wlcs_server> {
    let hooks = UnsafeMutablePointer<casement_wlcs_server>.allocate(capacity: 1)
    unsafe hooks.initialize(
      to: casement_wlcs_server(
        version: 4,
        start: { unsafe ConformanceServer.of($0!).start() },
        stop: { unsafe ConformanceServer.of($0!).stop() },
        create_client_socket: { unsafe ConformanceServer.of($0!).call { $0.connect() } ?? -1 },
        position_window_absolute: { server, client, surface, x, y in
          // the suite is a client, and names its window as one
          let connection = unsafe wl_display_get_fd(client!)
          let number = unsafe wl_proxy_get_id(surface!)
          unsafe ConformanceServer.of(server!).call { $0.placeWindow(of: number, connection: connection, x: Int(x), y: Int(y)) }
        },
        create_pointer: { unsafe ConformancePointer(on: .of($0!)).makeHooks() },
        create_touch: { unsafe ConformanceTouch(on: .of($0!)).makeHooks() },
        get_descriptor: { _ in unsafe UnsafePointer(Descriptor.shared.hooks) },
        start_on_this_thread: nil,
        create_keyboard: { unsafe ConformanceKeyboard(on: .of($0!)).makeHooks() },
        context: Unmanaged.passRetained(self).toOpaque()))
    return unsafe hooks
  }

  /// Ends what `makeHooks` made.
  static func release(_ hooks: UnsafeMutablePointer<casement_wlcs_server>) {
    let server = unsafe Unmanaged<ConformanceServer>.fromOpaque(hooks.pointee.context).takeRetainedValue()
    server.stop()
    unsafe hooks.deallocate()
  }

  private static func of(_ hooks: UnsafeMutablePointer<casement_wlcs_server>) -> ConformanceServer {
    unsafe Unmanaged.fromOpaque(hooks.pointee.context).takeUnretainedValue()
  }
}

/// Makes a server for one test.
@c(casement_wlcs_create_server)
public func createServer(_ count: Int32, _ arguments: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
  unsafe UnsafeMutableRawPointer(ConformanceServer().makeHooks())
}

/// Ends a server.
@c(casement_wlcs_destroy_server)
public func destroyServer(_ server: UnsafeMutableRawPointer) {
  unsafe ConformanceServer.release(server.assumingMemoryBound(to: casement_wlcs_server.self))
}
