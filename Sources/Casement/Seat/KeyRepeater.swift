internal import Input

/// Repeats the key that is held, on the service's clock: so a manual clock repeats it as often as it is stepped past.
final class KeyRepeater {
  private unowned let service: WindowService
  private var keys: KeyRepeat
  private var timer: ClockTimer?
  private var body: ((UInt32) -> Void)?

  init(_ service: WindowService) {
    self.service = service
    keys = KeyRepeat(
      rate: KeyRepeat.Rate(perSecond: Int(service.configuration.repeatRate), delay: Int(service.configuration.repeatDelay)))
  }

  /// Changes how keys repeat, from the next press on.
  func setRate(perSecond: Int, delay: Int) { keys.rate = KeyRepeat.Rate(perSecond: perSecond, delay: delay) }

  /// `key` went down. - Parameter body: called with the milliseconds of each repeat.
  func press(_ key: UInt32, repeats: Bool, _ body: @escaping (UInt32) -> Void) {
    guard repeats else { return }
    keys.press(key, at: now, repeats: true)
    self.body = body
    schedule()
  }

  /// `key` went up.
  func release(_ key: UInt32) {
    keys.release(key)
    schedule()
  }

  /// Nothing repeats any more.
  func cancel() {
    keys.cancel()
    timer = nil
  }

  private var now: Int { Int(service.clock.now / 1_000_000) }

  private func schedule() {
    timer = keys.nextTime.map { time in
      service.clockTimers.schedule(at: UInt64(time) * 1_000_000) { [unowned self] in
        while let due = self.keys.next(by: self.now) { self.body?(UInt32(truncatingIfNeeded: due.time)) }
        self.schedule()
      }
    }
  }
}
