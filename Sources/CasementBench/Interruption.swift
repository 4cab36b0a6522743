import Glibc

/// A run that is interrupted, by a key or by whoever started it, leaves no servers and no directories.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Waits for signals on a thread of its own, from now on.
  static func watch() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    var thread = pthread_t()
    unsafe pthread_create(
      &thread, nil,
      { _ in
        Interruption.wait()
        return nil
      }, nil)
  }

  private static func wait() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    var signal: Int32 = 0
    guard unsafe sigwait(&set, &signal) == 0 else { return }
    ChildProcess.endAll()
    // they may still be writing there
    usleep(500_000)
    Files.removeLeftovers(ofThisProcess: true)
    _exit(128 + signal)
  }
}
