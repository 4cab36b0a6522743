internal import CasementControl
internal import Geometry
internal import Rendering
internal import Scene
internal import Surfaces
internal import WaylandServer
internal import WindowModel

/// The pictures of a flight recording: of each screen and each window, where something changed, not too often, none twice.
final class ReportPictures {
  private unowned let service: WindowService
  private let file: ReportFile
  private let now: () -> Double
  /// What each screen and each window looked like last.
  private var screens: [ScreenID: Look] = [:]
  private var windows: [WindowID: Look] = [:]
  /// The number of each picture in the file, by what is on it.
  private var known: [PictureKey: Int] = [:]
  private var lastNumber = 0
  /// What was written last of where everything is.
  private var lastPlaces: [JSONValue] = []
  private var seenSequence: UInt64?
  /// Why the next picture is taken; nil: nothing asks for one.
  private var reason: String?
  private var nextTime: UInt64 = 0
  /// Whether the last picture has a window.
  private var hasWindows = false
  private var isStopped = false
  /// How often something asked for a picture and got the next one.
  private(set) var skipped = 0
  private var timer: TimerSource!
  private var restTimer: TimerSource!

  /// The least time between two pictures, in nanoseconds.
  private static let interval: UInt64 = 100_000_000
  /// The least time between two pictures that only a change of content asks for.
  private static let changeInterval: UInt64 = 500_000_000
  /// Milliseconds without a change after which things have settled.
  private static let rest = 150

  private final class Look {
    let capturer: Capturer
    var number: Int?
    init(_ format: PixelFormat) { capturer = Capturer(format: format) }
  }

  /// What is on a picture, as far as it can be told from others.
  private struct PictureKey: Hashable {
    let size: Size<BufferPixels>
    let hash: Int
  }

  init(_ service: WindowService, _ file: ReportFile, now: @escaping () -> Double) {
    self.service = service
    self.file = file
    self.now = now
    timer = service.eventLoop.makeTimer { [unowned self] in if let reason { take(reason) } }
    restTimer = service.eventLoop.makeTimer { [unowned self] in take("settled") }
    file.onDrop = { [unowned self] numbers in
      let gone = Set(numbers)
      known = known.filter { !gone.contains($0.value) }
      for look in screens.values where look.number.map({ gone.contains($0) }) ?? false { look.number = nil }
      for look in windows.values where look.number.map({ gone.contains($0) }) ?? false { look.number = nil }
    }
  }

  /// Takes no more pictures.
  func stop() {
    isStopped = true
    timer.disarm()
    restTimer.disarm()
  }

  /// Something happened that a picture should show: it is taken when this turn of the loop is over, or as soon as it may be.
  func want(_ reason: String) {
    guard !isStopped, file.failure == nil else { return }
    if self.reason != nil { skipped += 1 }
    self.reason = reason
  }

  /// A turn of the loop is over.
  func turnEnded() {
    guard !isStopped, file.failure == nil else { return }
    let isChanged = seenSequence != service.sceneSequence
    if isChanged {
      seenSequence = service.sceneSequence
      restTimer.arm(afterMilliseconds: Self.rest)
    }
    let time = Clock.monotonic
    if let reason {
      // the first window waits for nothing: who is killed at once shall have been seen
      if time >= nextTime || !hasWindows && isWindowShown { take(reason) } else if !timer.isArmed { timer.arm(at: nextTime) }
    } else if isChanged, time >= nextTime + Self.changeInterval - Self.interval {
      take("change")
    }
  }

  private var isWindowShown: Bool { service.clientWindows.values.contains { $0.shownScreen != nil } }

  /// Takes pictures of everything now.
  func take(_ reason: String) {
    guard !isStopped, file.failure == nil else { return }
    self.reason = nil
    timer.disarm()
    let begin = Clock.monotonic
    hasWindows = isWindowShown
    var places: [JSONValue] = []
    for screen in service.model.screens { places.append(place(of: screen)) }
    screens = screens.filter { service.model.screen($0.key) != nil }
    windows = windows.filter { service.clientWindows[$0.key] != nil }
    if places != lastPlaces {
      lastPlaces = places
      file.append(RecordJSON.record("shot", time: now(), [("reason", .string(reason)), ("screens", .array(places))]), .text)
    }
    let end = Clock.monotonic
    // a quarter of the time at most goes into pictures
    nextTime = end + max(Self.interval, (end - begin) * 3)
  }

  // MARK: Pictures

  private func place(of screen: ModelScreen) -> JSONValue {
    let look = screens[screen.id] ?? Look(.xrgb8888)
    screens[screen.id] = look
    if let frame = SceneBuilder.frame(of: screen.id, in: service, cursor: true)?.frame { update(look, frame) }
    var shown: [JSONValue] = []
    if screen.mirrors == nil {
      for id in service.model.backToFront(on: screen.id) {
        guard service.clientWindows[id]?.shownScreen == screen.id, let info = service.controller.info(id) else { continue }
        let look = windows[id] ?? Look(.argb8888)
        windows[id] = look
        if let frame = SceneBuilder.frame(of: id, in: service)?.frame { update(look, frame) }
        var members: [JSONValue.Member] = []
        if case .object(let all) = RecordJSON.value(info) { members = all }
        members.append(.init("picture", look.number.map { RecordJSON.number($0) } ?? .null))
        shown.append(.object(members))
      }
    }
    return .object([
      .init("name", .string(screen.name)), .init("x", RecordJSON.number(screen.frame.x)), .init("y", RecordJSON.number(screen.frame.y)),
      .init("width", RecordJSON.number(screen.frame.width)), .init("height", RecordJSON.number(screen.frame.height)),
      .init("picture", look.number.map { RecordJSON.number($0) } ?? .null), .init("windows", .array(shown)),
    ])
  }

  /// Brings a picture up to date, and writes it where the file does not have it.
  private func update(_ look: Look, _ frame: SceneFrame) {
    let outcome = look.capturer.update(to: frame) { [service] key, since in
      service.surface(SurfaceID(rawValue: key.rawValue))?.state.history.damage(since: since)
    }
    service.endClients(ofFaulty: outcome.faults)
    guard !outcome.painted.isEmpty || look.number == nil, let picture = look.capturer.picture else { return }
    let key = PictureKey(size: picture.size, hash: picture.contentHash)
    if let number = known[key] {
      look.number = number
      return
    }
    guard let png = try? PNG.encode(picture, metadata: PNGMetadata(scale: frame.scale), effort: .fast) else { return }
    lastNumber += 1
    look.number = lastNumber
    known[key] = lastNumber
    file.append(
      RecordJSON.record(
        "picture", time: now(), [("id", RecordJSON.number(lastNumber)), ("png", .string(Base64(png).text))]), .picture(lastNumber))
  }
}

extension PixelBuffer {
  /// A number that two pictures with other pixels have with next to no chance, in this process only.
  fileprivate var contentHash: Int {
    var hasher = Hasher()
    unsafe withPixels { unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: $0, count: stride * size.height)) }
    return hasher.finalize()
  }
}
