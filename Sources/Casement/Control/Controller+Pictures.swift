package import CasementControl
internal import Geometry
internal import Input
internal import Rendering
internal import Scene
internal import WaylandServer
internal import WindowModel

/// Looking at single pixels, and waiting for pictures.
extension Controller {
  package func lookAtPixel(_ parameters: LookAtPixel.Parameters) throws(ControlError) -> LookAtPixel.Result {
    try pixel(at: parameters.at, into: PixelLook())
  }

  package func waitPixel(_ parameters: WaitPixel.Parameters, reply: ControlReply<WaitPixel.Result>) {
    do throws(ControlError) {
      let limit = try timeout(parameters.timeout)
      try check(parameters.tolerance, "tolerance", 0...255)
      let most = parameters.tolerance ?? 0
      let look = PixelLook()
      // a window or a screen that is not there may come; a point that is none is wrong at once
      if let error = failure({ () throws(ControlError) in _ = try pixel(at: parameters.at, into: look) }),
        error.code == .invalidParameters
      {
        throw error
      }
      waits.wait(limit, reply) { [unowned self] in
        Wait.timedOut("the colour \(parameters.colour) at \(parameters.at)", after: limit, pending: [seen(at: parameters.at, look)])
      } _: { [unowned self] in
        guard let seen = try? pixel(at: parameters.at, into: look), seen.colour.distance(to: parameters.colour) <= most else { return nil }
        return seen
      }
    } catch {
      reply.fail(error)
    }
  }

  package func waitPicture(_ parameters: WaitPicture.Parameters, reply: ControlReply<WaitPicture.Result>) {
    do throws(ControlError) {
      let limit = try timeout(parameters.timeout)
      let watch = try PictureWatch(self, parameters)
      waits.wait(limit, reply) {
        Wait.timedOut("a picture like \(parameters.path)", after: limit, pending: [watch.pending()])
      } _: {
        watch.look()
      }
    } catch {
      reply.fail(error)
    }
  }

  // MARK: Pixels

  /// A picture that single pixels are drawn into: of the screen that was looked at last.
  final class PixelLook {
    fileprivate var picture: PixelBuffer?
  }

  private func pixel(at spec: PointSpec, into look: PixelLook) throws(ControlError) -> LookAtPixel.Result {
    // a screen's right and lower edge belong to it, as for input
    let frames = service.model.screens.map(\.frame)
    let named = try place(spec)
    let place = frames.contains { Self.holds($0, named) } ? PointerBounds.screens(frames).clamping(named) : named
    guard let id = service.model.screen(at: place), let screen = service.model.screen(id) else {
      throw ControlError(.notFound, "the point \(spec) is on no screen", .init(given: spec.description))
    }
    guard let frame = SceneBuilder.frame(of: id, in: service, cursor: false)?.frame else {
      throw ControlError(.notFound, "the screen “\(screen.name)” is gone")
    }
    let (area, scale) = (screen.pictureArea, screen.pictureScale)
    let x = area.x + Int(((place.x - Double(screen.frame.x)) * scale).rounded(.down))
    let y = area.y + Int(((place.y - Double(screen.frame.y)) * scale).rounded(.down))
    let spot = Point<ScreenPixels>(x: min(max(x, 0), frame.size.width - 1), y: min(max(y, 0), frame.size.height - 1))
    let picture = look.picture ?? PixelBuffer(size: Size(width: 1, height: 1), format: .xrgb8888)
    look.picture = picture
    do throws(PixelFault) {
      let region = Region(Rect<ScreenPixels>(x: spot.x, y: spot.y, width: 1, height: 1))
      service.endClients(ofFaulty: try frame.render(into: picture, origin: spot, region: region).faults)
    } catch {
      preconditionFailure("memory of our own has no faults")
    }
    let window = SeatScene(service).surface(at: place).flatMap { service.window(of: $0)?.id }
    return LookAtPixel.Result(colour: PixelColour(word: picture[0, 0]), window: window.map(reference))
  }

  /// What there is instead, as a sentence.
  private func seen(at spec: PointSpec, _ look: PixelLook) -> String {
    do throws(ControlError) {
      let there = try pixel(at: spec, into: look)
      let name = there.window.map { " of window \($0.window)" + ($0.appID.map { " (\($0))" } ?? "") } ?? ", in no window"
      return "it is \(there.colour)\(name)"
    } catch {
      return error.message
    }
  }

  private func failure(_ body: () throws(ControlError) -> Void) -> ControlError? {
    do throws(ControlError) {
      try body()
      return nil
    } catch {
      return error
    }
  }
}

/// Looks at a screen or a window, whenever it may have changed, until it looks like a picture.
private final class PictureWatch {
  private unowned let controller: Controller
  private let expected: PixelBuffer
  private let wanted: Shot.Parameters
  private let tolerance: PictureComparison.Tolerance
  private let allowed: Int
  private let timer: TimerSource
  private var seenSequence: UInt64?
  private var nextLook: UInt64 = 0
  private var last = "nobody has looked yet"

  /// Nanoseconds from one look to the next: comparing takes some.
  private static let interval: UInt64 = 20_000_000
  /// Bytes that a picture has at most.
  private static let largestFile = 64 << 20

  init(_ controller: Controller, _ parameters: WaitPicture.Parameters) throws(ControlError) {
    guard parameters.path.hasPrefix("/") else {
      throw .badParameter("a picture is named by its whole path", parameter: "path", given: parameters.path)
    }
    try controller.check(parameters.tolerance, "tolerance", 0...255)
    try controller.check(parameters.allowed, "allowed", 0...Int(Int32.max))
    guard parameters.screen == nil || parameters.window == nil else {
      throw .badParameter("a picture is of a screen or of a window, not of both")
    }
    guard parameters.tolerance == nil || parameters.perceptual == nil else {
      throw .badParameter("tolerance and perceptual do not go together", parameter: "perceptual")
    }
    if let distance = parameters.perceptual, !(0...200).contains(distance) {
      throw .badParameter("a distance of \(distance.short) is out of bounds", parameter: "perceptual", expected: ["0 to 200"])
    }
    self.controller = controller
    expected = try Self.read(parameters.path)
    wanted = Shot.Parameters(screen: parameters.screen, window: parameters.window, region: parameters.region, scale: parameters.scale)
    tolerance = parameters.perceptual.map { .perceived($0) } ?? .parts(parameters.tolerance ?? 0)
    allowed = parameters.allowed ?? 0
    timer = controller.service.eventLoop.makeTimer {}
  }

  private static func read(_ path: String) throws(ControlError) -> PixelBuffer {
    let reason: String
    do {
      return try PNG.decode(try BoundedFile.contents(of: path, limit: largestFile)).picture
    } catch {
      reason = "\(error)"
    }
    throw .badParameter("the picture \(path) cannot be read: \(reason)", parameter: "path", given: path)
  }

  /// The answer, where it looks as it should; looks again later where it changed just now.
  func look() -> WaitPicture.Result? {
    let service = controller.service
    guard seenSequence != service.sceneSequence else { return nil }
    let now = Clock.monotonic
    guard now >= nextLook else {
      timer.arm(at: nextLook)
      return nil
    }
    seenSequence = service.sceneSequence
    let differing = compare()
    nextLook = Clock.monotonic + Self.interval
    return differing.flatMap { $0 <= allowed ? WaitPicture.Result(differing: $0) : nil }
  }

  /// What differs still, as a sentence.
  func pending() -> String {
    _ = compare()
    return last
  }

  private func compare() -> Int? {
    let taken: Capture
    do throws(ControlError) { taken = try controller.capture(wanted) } catch {
      last = error.message
      return nil
    }
    do throws(PictureComparisonError) {
      let comparison = try PictureComparison(expected, taken.picture, tolerance: tolerance)
      let (count, bounds) = (comparison.differingPixels, comparison.bounds)
      last =
        "\(count) of \(expected.size.width * expected.size.height) pixels differ, by \(comparison.largestDifference) of 255 at most, inside "
        + "\(bounds.x),\(bounds.y),\(bounds.width)x\(bounds.height)"
      return count
    } catch {
      let (there, size) = (taken.picture.size, expected.size)
      last = "it has \(there.width)x\(there.height) pixels, and the picture \(size.width)x\(size.height)"
      return nil
    }
  }
}
