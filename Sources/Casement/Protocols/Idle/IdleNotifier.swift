internal import WaylandServer

/// `ext_idle_notifier_v1`.
final class IdleNotifier: ExtIdleNotifierV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func getIdleNotification(id: ExtIdleNotificationV1Resource, timeout: UInt32, seat: WlSeatResource) throws(ProtocolError) {
    make(id, timeout, obeysInhibitors: true)
  }

  func getInputIdleNotification(id: ExtIdleNotificationV1Resource, timeout: UInt32, seat: WlSeatResource) throws(ProtocolError) {
    make(id, timeout, obeysInhibitors: false)
  }

  private func make(_ id: ExtIdleNotificationV1Resource, _ timeout: UInt32, obeysInhibitors: Bool) {
    let made = IdleNotification(id, service, milliseconds: timeout, obeysInhibitors: obeysInhibitors)
    id.handler = made
    service.idle.add(made)
  }
}

/// `ext_idle_notification_v1`: says when the seat was not used for a time, and when it is used again.
final class IdleNotification: ExtIdleNotificationV1Requests {
  private let resource: ExtIdleNotificationV1Resource
  private unowned let service: WindowService
  /// In nanoseconds.
  private let timeout: UInt64
  let obeysInhibitors: Bool
  private var isIdle = false
  /// When the seat was last used.
  private var quietSince: UInt64 = 0
  private var timer: ClockTimer?
  private let news: LatestNews<Bool>

  init(_ resource: ExtIdleNotificationV1Resource, _ service: WindowService, milliseconds: UInt32, obeysInhibitors: Bool) {
    self.resource = resource
    self.service = service
    timeout = UInt64(milliseconds) * 1_000_000
    self.obeysInhibitors = obeysInhibitors
    news = LatestNews(false, for: resource.client, service) { [unowned resource] isIdle in
      if isIdle { resource.sendIdled() } else { resource.sendResumed() }
    }
  }

  /// Inhibitors came, or the last one went.
  func inhibitionChanged(at time: UInt64) {
    if !isIdle { restart(at: time) }
  }

  /// The seat was used.
  func quietBegins(at time: UInt64) {
    if isIdle {
      isIdle = false
      news.tell(false)
    }
    restart(at: time)
  }

  private func restart(at time: UInt64) {
    quietSince = max(quietSince, time)
    if obeysInhibitors, service.idle.isInhibited {
      timer = nil
    } else if timeout == 0 {
      becomeIdle()
    } else if timer == nil {
      // one that is armed looks at `quietSince` when it comes: input does not pay for it
      schedule()
    }
  }

  private func schedule() {
    timer = service.clockTimers.schedule(at: quietSince + timeout) { [unowned self] in self.timeIsOver() }
  }

  private func timeIsOver() {
    timer = nil
    if obeysInhibitors, service.idle.isInhibited { return }
    if service.clock.now >= quietSince + timeout { becomeIdle() } else if timer == nil { schedule() }
  }

  private func becomeIdle() {
    guard !isIdle else { return }
    isIdle = true
    news.tell(true)
  }

  func resourceDestroyed() {
    timer = nil
    news.forget()
    service.idle.remove(self)
  }
}
