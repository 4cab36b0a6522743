internal import CWaylandServer
internal import Glibc

/// What a file descriptor is watched for, and what happened to it.
package struct EventMask: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  /// There is something to read.
  package static let readable = EventMask(rawValue: 1)
  /// Writing would not block.
  package static let writable = EventMask(rawValue: 2)
  /// The other end hung up.
  package static let hangUp = EventMask(rawValue: 4)
  /// Something is wrong with the descriptor.
  package static let error = EventMask(rawValue: 8)
}

/// The loop that the server, its timers and its sockets run in, on one thread.
@safe package final class EventLoop {
  fileprivate let loop: OpaquePointer
  /// Who destroys the loop; nil: it is our own.
  private let owner: DisplayHandle?
  let timers: TimerQueue

  /// A loop of its own.
  package init() {
    unsafe loop = wl_event_loop_create()
    owner = nil
    unsafe timers = TimerQueue(loop)
  }

  init(of display: DisplayHandle) {
    unsafe loop = wl_display_get_event_loop(display.pointer)
    owner = display
    unsafe timers = TimerQueue(loop)
  }

  deinit {
    timers.stop()
    if owner == nil { unsafe wl_event_loop_destroy(loop) }
  }

  /// Watches a descriptor, which stays the caller's.
  ///
  /// - Returns: the watch, which ends when it is removed or released.
  package func add(
    fileDescriptor: Int32, for mask: EventMask = .readable, _ handler: @escaping (EventMask) -> Void
  ) -> EventSource {
    let source = EventSource(self, handler)
    unsafe source.source = wl_event_loop_add_fd(
      loop, fileDescriptor, mask.rawValue,
      { _, mask, data in
        let source = unsafe Unmanaged<EventSource>.fromOpaque(data!).takeUnretainedValue()
        source.handler(EventMask(rawValue: mask))
        return 0
      }, Unmanaged.passUnretained(source).toOpaque())
    return source
  }

  /// Watches for a signal, which is blocked for the process from here on.
  package func add(signal: Int32, _ handler: @escaping () -> Void) -> EventSource {
    let source = EventSource(self) { _ in handler() }
    unsafe source.source = wl_event_loop_add_signal(
      loop, signal,
      { _, data in
        unsafe Unmanaged<EventSource>.fromOpaque(data!).takeUnretainedValue().handler(.readable)
        return 0
      }, Unmanaged.passUnretained(source).toOpaque())
    return source
  }

  /// A timer, not yet armed.
  package func makeTimer(_ handler: @escaping () -> Void) -> TimerSource { TimerSource(self, handler) }

  /// Waits for something to happen, at most `timeoutMilliseconds` (−1: for ever), and runs what is due.
  package func dispatch(timeoutMilliseconds: Int32) {
    unsafe wl_event_loop_dispatch(loop, timeoutMilliseconds)
  }

  /// A descriptor that is readable when there is something to dispatch, for programs with a loop of their own.
  package var fileDescriptor: Int32 { unsafe wl_event_loop_get_fd(loop) }
}

/// One watch of an `EventLoop`.
@safe package final class EventSource {
  fileprivate var source: OpaquePointer?
  fileprivate let handler: (EventMask) -> Void
  private let loop: EventLoop

  fileprivate init(_ loop: EventLoop, _ handler: @escaping (EventMask) -> Void) {
    self.loop = loop
    self.handler = handler
  }

  deinit { remove() }

  /// Changes what is watched for.
  package func update(_ mask: EventMask) {
    if let source = unsafe source { unsafe wl_event_source_fd_update(source, mask.rawValue) }
  }

  /// Ends the watch.
  package func remove() {
    if let source = unsafe source { unsafe wl_event_source_remove(source) }
    unsafe source = nil
  }
}
