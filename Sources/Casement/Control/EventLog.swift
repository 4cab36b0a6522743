internal import CasementControl
internal import WaylandServer
internal import WindowModel

/// Tells a person, line by line, what happens in a service.
package final class EventLog {
  /// How much is told.
  package enum Level: String, CaseIterable, Sendable {
    /// Nothing.
    case off
    /// What clients did wrong.
    case error
    /// Also clients, windows, screens, and who is key.
    case info
    /// Also input, and what of windows changes often.
    case debug
  }

  private let start = Clock.monotonic
  private let write: (String) -> Void
  private var feed: EventFeed!

  /// A log of `service`, which must not outlive it, that gives its lines to `write`.
  package init(_ service: WindowService, _ level: Level, write: @escaping (String) -> Void) {
    self.write = write
    feed = EventFeed(service, wants: { Self.level(of: $0) <= level }) { [unowned self] in tell($0) }
    guard level != .off else { return }
    service.watchErrors()
    if level >= Self.level(of: .input) { service.watchInput() }
    service.observers.append { [weak self] event in self?.feed.tell(event) }
    service.incidentObservers.append { [weak self] incident in self?.feed.tell(incident) }
  }

  private static func level(of kind: ControlEvent.Kind) -> Level {
    switch kind {
    case .protocolError: .error
    case .input, .windowFrame, .windowOrder, .windowInsets, .windowState, .screenCaptured: .debug
    default: .info
    }
  }

  private func tell(_ event: ControlEvent) {
    let time = (Clock.monotonic - start) / 1_000_000
    let fraction = String(time % 1000)
    var parts = ["[\(time / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)]", event.kind.rawValue]
    if let window = event.window { parts.append("window \(window)") }
    if let appID = event.appID { parts.append("(\(appID))") }
    if let title = event.title { parts.append("“\(title)”") }
    if let client = event.client { parts.append("client \(client)") }
    if let pid = event.pid { parts.append("process \(pid)") }
    if let screen = event.screen { parts.append("on \(screen)") }
    if event.kind == .windowFrame, let frame = event.frame { parts.append("\(frame.x),\(frame.y) \(frame.width)x\(frame.height)") }
    if let reason = event.reason { parts.append("because: \(reason)") }
    if let input = event.input {
      parts += [input.device.rawValue, input.action.rawValue]
      if let key = input.key ?? input.code.map({ String($0) }) { parts.append(key) }
      if let x = input.x, let y = input.y { parts.append("at \(x.short),\(y.short)") }
      if event.window == nil { parts.append("to nobody") }
    }
    write(parts.joined(separator: " ").printable())
    guard let error = event.error else { return }
    write("  \(error.interface)@\(error.object) error \(error.code): \(error.message)".printable())
    for request in error.requests { write("    \(request)".printable()) }
  }
}

extension EventLog.Level: Comparable {
  package static func < (one: Self, other: Self) -> Bool { allCases.firstIndex(of: one)! < allCases.firstIndex(of: other)! }
}
