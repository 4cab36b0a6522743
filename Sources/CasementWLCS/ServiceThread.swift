internal import Glibc
internal import Synchronization

/// A thread with a service of its own, where callers have things done and wait until they are.
final class ServiceThread: Sendable {
  /// Something to be done on the thread.
  private struct Job: Sendable {
    let body: @Sendable (HostedService) -> Void
    /// Raised when it is done, and clients were told of it.
    let isDone = Signal()
  }

  private struct State {
    var jobs: [Job] = []
    var isOpen = true
    var thread = pthread_t()
  }

  private let state = Mutex(State())
  private let wake = Signal()

  /// Starts the thread.
  init() {
    // the thread keeps what it runs
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        unsafe Unmanaged<ServiceThread>.fromOpaque(context!).takeRetainedValue().run()
        return nil
      }, context)
    precondition(status == 0, "the system has no threads left")
    let started = thread
    state.withLock { $0.thread = started }
  }

  /// Does `body` on the thread after all that clients sent before, and returns when clients were sent what comes of it.
  ///
  /// - Returns: nil where the thread was stopped.
  @discardableResult
  func call<Value: Sendable>(_ body: @escaping @Sendable (HostedService) -> Value) -> Value? {
    let answer = Answer<Value>()
    let job = Job { service in answer.value.withLock { $0 = body(service) } }
    let isTaken = state.withLock { state in
      if state.isOpen { state.jobs.append(job) }
      return state.isOpen
    }
    guard isTaken else { return nil }
    wake.raise()
    job.isDone.wait()
    return answer.value.withLock { $0 }
  }

  /// Ends the service, and returns when its thread is gone.
  func stop() {
    let thread: pthread_t? = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen ? state.thread : nil
    }
    guard let thread else { return }
    wake.raise()
    pthread_join(thread, nil)
  }

  private func run() {
    let service = HostedService(wakenBy: wake)
    var isOpen = true
    while isOpen {
      service.dispatch()
      let jobs: [Job]
      (jobs, isOpen) = state.withLock { state in
        defer { state.jobs = [] }
        return (state.jobs, state.isOpen)
      }
      for job in jobs {
        service.settle()
        job.body(service)
        service.settle()
        job.isDone.raise()
      }
    }
    service.shutDown()
  }
}

/// What a call returned, on its way between two threads.
private final class Answer<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
