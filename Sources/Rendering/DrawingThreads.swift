internal import CPixels
internal import Glibc
internal import Synchronization

/// Runs pieces of one drawing on the processor's cores. The threads live as long as the call: nothing is kept, nothing is shared between two
/// drawings, and a service that draws nothing large never has a second thread.
enum DrawingThreads {
  /// More cores than this do not make memory any faster.
  private static let most = 8

  /// How many cores the process may use.
  static var available: Int { min(Int(casement_available_cores()), most) }

  /// Calls `body` once with each number below `count`, on up to `threads` threads, this one among them, and returns when all is done.
  ///
  /// `body` runs on several threads at once: two calls may not write to the same memory.
  static func run(_ count: Int, threads: Int, _ body: (Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      let work = DrawingWork(count, body)
      let helpers = (1..<max(min(threads, count), 1)).compactMap { _ in start(work) }
      work.run()
      for helper in helpers { pthread_join(helper, nil) }
    }
  }

  /// - Returns: nil where there is no thread left; the others do its part.
  private static func start(_ work: DrawingWork) -> pthread_t? {
    // the process's signals are for its own threads; those of faults cannot be blocked, and reading a client's memory may bring one
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    for signal in [SIGBUS, SIGSEGV, SIGFPE, SIGILL] { unsafe sigdelset(&all, signal) }
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    // the caller keeps `work` until it has joined the thread
    let status = unsafe pthread_create(
      &thread, nil,
      { work in
        unsafe Unmanaged<DrawingWork>.fromOpaque(work!).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(work).toOpaque())
    return status == 0 ? thread : nil
  }
}

/// The pieces of a drawing: each is taken by whoever comes first.
private final class DrawingWork {
  private let next = Atomic<Int>(0)
  private let count: Int
  private let body: (Int) -> Void

  init(_ count: Int, _ body: @escaping (Int) -> Void) {
    self.count = count
    self.body = body
  }

  func run() {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      body(index)
    }
  }
}
