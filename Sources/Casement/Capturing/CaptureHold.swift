internal import WindowModel

/// Says of a screen or a window that somebody captures it, as long as that is so.
final class CaptureHold {
  /// What is captured.
  enum Subject: Hashable {
    case screen(ScreenID)
    case window(WindowID)
  }

  private unowned let service: WindowService
  private let subject: Subject
  private var isHeld = false
  private var timer: ClockTimer?

  init(_ subject: Subject, _ service: WindowService) {
    self.subject = subject
    self.service = service
  }

  /// It is captured from now on, until `end`.
  func begin() {
    timer = nil
    guard !isHeld else { return }
    isHeld = true
    switch subject {
    case .screen(let id): service.perform(service.model.beginCapture(of: id))
    case .window(let id):
      service.perform(service.model.beginCapture(of: id))
      // it draws now, whether it is seen or not
      service.frameLoop.visibilityChanged()
    }
  }

  /// It is captured until `nanoseconds` from now, unless it begins again.
  func end(after nanoseconds: UInt64) {
    guard isHeld else { return }
    timer = service.clockTimers.schedule(at: service.clock.now + nanoseconds) { [unowned self] in self.end() }
  }

  func end() {
    timer = nil
    guard isHeld else { return }
    isHeld = false
    switch subject {
    case .screen(let id): service.perform(service.model.endCapture(of: id))
    case .window(let id): service.perform(service.model.endCapture(of: id))
    }
  }
}
