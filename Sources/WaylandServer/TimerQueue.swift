internal import CWaylandServer
internal import Glibc

/// The armed timers of one loop, on one descriptor that is made with the loop: a timer can be had also when the process has no descriptor
/// left, which clients can bring about.
@safe final class TimerQueue {
  private let descriptor: Int32
  private var source: OpaquePointer?
  /// Those that are armed, the earliest last; of two at one time, the one armed first.
  private var entries: [Entry] = []
  private var lastNumber: UInt64 = 0

  private struct Entry {
    let deadline: UInt64
    let number: UInt64
    /// Which timer it is: one that is being released, and takes itself out, cannot be read any more.
    let id: ObjectIdentifier
    /// A timer takes itself out when it is released, so that it is there as long as the entry is.
    unowned(unsafe) let timer: TimerSource
  }

  /// The monotonic clock, in nanoseconds.
  static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// - Precondition: the process has a descriptor left for the loop that it makes.
  init(_ loop: OpaquePointer) {
    descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    precondition(descriptor >= 0, "the system has no timer left for a new loop")
    let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe source = wl_event_loop_add_fd(
      loop, descriptor, EventMask.readable.rawValue,
      { _, _, data in
        unsafe Unmanaged<TimerQueue>.fromOpaque(data!).takeUnretainedValue().fire()
        return 0
      }, owner)
    precondition(unsafe source != nil, "the system has no descriptor left for a new loop")
  }

  deinit {
    stop()
    close(descriptor)
  }

  /// Ends all timers: the loop goes.
  func stop() {
    if let source = unsafe source { unsafe wl_event_source_remove(source) }
    unsafe source = nil
  }

  /// Adds a timer that is in no queue.
  func insert(_ timer: TimerSource, at deadline: UInt64) {
    lastNumber += 1
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].deadline > deadline { low = middle + 1 } else { high = middle }
    }
    let entry = Entry(deadline: deadline, number: lastNumber, id: ObjectIdentifier(timer), timer: timer)
    guard low == entries.count else { return entries.insert(entry, at: low) }
    entries.append(entry)
    set(deadline)
  }

  /// Takes a timer out.
  func remove(_ timer: TimerSource) {
    let id = ObjectIdentifier(timer)
    guard let index = entries.lastIndex(where: { $0.id == id }) else { return }
    entries.remove(at: index)
    if index == entries.count { set(entries.last?.deadline) }
  }

  private func fire() {
    var count: UInt64 = 0
    guard unsafe read(descriptor, &count, 8) == 8 else { return }
    let now = Self.now
    let newest = lastNumber
    // one that a handler arms waits for the loop's next turn, however early it is
    while let next = entries.last, next.deadline <= now, next.number <= newest {
      entries.removeLast()
      let timer = unsafe next.timer
      withExtendedLifetime(timer) { timer.fire() }
    }
    if let next = entries.last { set(next.deadline) }
  }

  /// Lets the descriptor be readable at `deadline`; nil: never.
  private func set(_ deadline: UInt64?) {
    var setting = itimerspec()
    if let deadline {
      // a timer set to 0 would be disarmed
      let time = max(deadline, 1)
      setting.it_value.tv_sec = Int(time / 1_000_000_000)
      setting.it_value.tv_nsec = Int(time % 1_000_000_000)
    }
    unsafe timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
  }
}
