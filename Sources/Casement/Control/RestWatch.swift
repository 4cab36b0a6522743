internal import CasementControl
internal import Geometry
internal import Glibc
internal import Rendering
internal import Scene
internal import WaylandServer

/// Looks at the main screen for somebody who wants the last picture of a program that may be gone before anybody knows: each picture that
/// has come to rest, and until one has, each that has more than one colour.
///
/// Once there was one with more than one colour, none of one colour counts any more: it shows nobody's window.
final class RestWatch {
  private unowned let service: WindowService
  private let milliseconds: Int
  private let deliver: (Shot.Result) -> Void
  private var timer: TimerSource!
  private var seenSequence: UInt64?
  private var nextLook: UInt64 = 0
  /// Whether a picture with more than one colour was there, and whether one has come to rest.
  private var isWorthy = false
  private var hasRested = false

  init(_ service: WindowService, milliseconds: Int, _ deliver: @escaping (Shot.Result) -> Void) {
    self.service = service
    self.milliseconds = milliseconds
    self.deliver = deliver
    timer = service.eventLoop.makeTimer { [unowned self] in look(isAtRest: true) }
  }

  /// A turn of the loop is over.
  func turnEnded() {
    guard seenSequence != service.sceneSequence else { return }
    seenSequence = service.sceneSequence
    timer.arm(afterMilliseconds: milliseconds)
    let begin = Clock.monotonic
    guard !hasRested, begin >= nextLook else { return }
    look(isAtRest: false)
    let end = Clock.monotonic
    // half of the time at most goes into this
    nextLook = end + (end - begin)
  }

  private func look(isAtRest: Bool) {
    guard let taken = try? service.controller.capture(Shot.Parameters()) else { return }
    if taken.picture.hasOneColour {
      if isWorthy || !isAtRest { return }
    } else {
      isWorthy = true
      if isAtRest { hasRested = true }
    }
    if let shot = try? service.controller.encode(taken) { deliver(shot) }
  }
}

extension PixelBuffer {
  /// Whether all pixels are alike.
  fileprivate var hasOneColour: Bool {
    var isPlain = true
    unsafe withPixels { pixels in
      let (row, bytes) = (size.width * format.bytesPerPixel, format.bytesPerPixel)
      isPlain = unsafe memcmp(pixels, pixels + bytes, row - bytes) == 0
      for y in 1..<max(size.height, 1) where isPlain { isPlain = unsafe memcmp(pixels, pixels + y * stride, row) == 0 }
    }
    return isPlain
  }
}
