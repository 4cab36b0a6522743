internal import CasementControl
internal import Glibc
internal import WaylandServer
internal import WindowModel

/// Records what happens in a service, with pictures, in one page that opens in any browser.
package final class FlightRecorder {
  private unowned let service: WindowService
  private let file: ReportFile
  private var pictures: ReportPictures!
  private let start = Clock.monotonic
  private var feed: EventFeed!
  private var isEnded = false
  /// The beginning of a character, at the end of what the command wrote to standard output and to standard error.
  private var cut: [[UInt8]] = [[], []]

  /// Where the page is.
  package var path: String { file.path }
  /// Called once, with a sentence, when nothing more can be written.
  package var onFailure: ((String) -> Void)?

  /// What a reader of the page is told of the recording as a whole.
  package struct About {
    /// The command that the service was started for; empty where there is none.
    package var command: [String]
    /// The words that the service was started with.
    package var words: [String]

    /// A recording of `command`, by a service that was started with `words`.
    package init(command: [String] = [], words: [String]) {
      self.command = command
      self.words = words
    }
  }

  /// Bytes that a page has at most, unless something else is asked for.
  package static let limit = 64 << 20

  /// Begins a recording in a new page in `directory`.
  ///
  /// - Throws: `ServiceError.report` where no page can be made there.
  package init(_ service: WindowService, directory: String, about: About, limit: Int = FlightRecorder.limit) throws(ServiceError) {
    self.service = service
    file = try ReportFile(directory: directory, page: ReportPage.head, limit: limit)
    file.append(Self.beginning(about, service), .kept)
    pictures = ReportPictures(service, file) { [unowned self] in now }
    file.onFailure = { [unowned self] reason in
      onFailure?("the report \(file.path) ends here: \(reason)")
    }
    feed = EventFeed(service, wants: { _ in true }) { [unowned self] in write($0) }
    service.watchErrors()
    service.watchInput()
    service.observers.append { [weak self] event in self?.hear(event) }
    service.incidentObservers.append { [weak self] incident in self?.hear(incident) }
    service.lastWindow.onGoing.append { [weak self] in self?.pictures.take("last window") }
    service.onTurnEnded.append { [weak self] in self?.pictures.turnEnded() }
  }

  private var now: Double { Double(Clock.monotonic - start) / 1_000_000 }

  // MARK: What is recorded

  /// Something that the recorded command wrote. A character that came in parts is recorded with its last one.
  package func output(_ bytes: [UInt8], isError: Bool) {
    let all = cut[isError ? 1 : 0] + bytes
    let whole = all.count - all.cutCharacter
    cut[isError ? 1 : 0] = Array(all[whole...])
    if whole > 0 { write(output: all[..<whole], isError: isError) }
  }

  private func write(output bytes: ArraySlice<UInt8>, isError: Bool) {
    file.append(
      RecordJSON.record(isError ? "err" : "out", time: now, [("text", .string(String(decoding: bytes, as: UTF8.self)))]), .text)
  }

  /// Something that a person should know.
  package func note(_ text: String) { file.append(RecordJSON.note(text, time: now), .kept) }

  /// Ends the recording with a last picture; what comes later is not recorded.
  ///
  /// - Parameters:
  ///   - status: the command's exit status; nil where there was no command.
  ///   - reason: why it ended, as a sentence.
  package func end(status: Int32?, _ reason: String) {
    guard !isEnded else { return }
    for (index, rest) in cut.enumerated() where !rest.isEmpty { write(output: rest[...], isError: index == 1) }
    pictures.take("end")
    pictures.stop()
    file.append(
      RecordJSON.record(
        "end", time: now,
        [
          ("status", status.map { RecordJSON.number(Int($0)) } ?? .null), ("reason", .string(reason)),
          ("skipped", RecordJSON.number(pictures.skipped)),
        ]), .kept)
    isEnded = true
  }

  private func hear(_ event: WindowEvent) {
    guard !isEnded else { return }
    feed.tell(event)
    switch event {
    case .becameVisible: pictures.want("window shown")
    case .becameHidden, .removed: pictures.want("window gone")
    case .becameKey, .resignedKey: pictures.want("focus")
    case .screenAdded, .screenUpdated, .screenRemoved, .mirroringChanged: pictures.want("screen")
    case .locked, .unlocked: pictures.want("lock")
    default: break
    }
  }

  private func hear(_ incident: Incident) {
    guard !isEnded else { return }
    switch incident {
    // the windows of the client are still there
    case .protocolError: pictures.take("protocol error")
    case .input(.motion, _), .input(.touchMotion, _): break
    case .input: pictures.want("input")
    default: break
    }
    feed.tell(incident)
  }

  private func write(_ event: ControlEvent) {
    let kind: ReportFile.Kind = event.kind == .protocolError ? .kept : .text
    file.append(RecordJSON.record("event", time: now, [("event", RecordJSON.value(event))]), kind)
  }

  // MARK: The beginning

  private static func beginning(_ about: About, _ service: WindowService) -> [UInt8] {
    let list = { (words: [String]) in JSONValue.array(words.map { .string($0) }) }
    var system = utsname()
    unsafe uname(&system)
    let name = unsafe withUnsafeBytes(of: &system.release) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    var seconds = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let length = unsafe strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return RecordJSON.record(
      "start", time: 0,
      [
        ("version", .string(casementVersion)), ("pid", RecordJSON.number(Int(getpid()))), ("command", list(about.command)),
        ("words", list(about.words)), ("system", .string("Linux \(name)")),
        ("began", .string(String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self))),
        ("clock", .string(service.configuration.clock.rawValue)), ("placement", .string(service.configuration.placement.rawValue)),
        ("keyPolicy", .string(service.configuration.keyPolicy.rawValue)),
        ("keymap", .string(service.configuration.keymap.layout)),
        ("screens", list(service.configuration.screens.map(\.description))),
      ])
  }
}

extension [UInt8] {
  /// How many bytes at the end are the beginning of a character of UTF-8 whose rest is missing.
  fileprivate var cutCharacter: Int {
    for length in 1...3 where length <= count {
      let byte = self[count - length]
      if byte < 0x80 { return 0 }
      // a leading byte says how long its character is
      if byte >= 0xC0 { return (byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2) > length ? length : 0 }
    }
    return 0
  }
}
