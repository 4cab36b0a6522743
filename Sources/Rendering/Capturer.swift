package import Geometry
package import Scene

/// Remembers what one looker saw last, and finds what is new since.
package struct FrameTracker {
  private var last: SceneFrame?

  /// A looker who has seen nothing yet.
  package init() {}

  /// The region that is new in `frame`, which is the last one seen from now on; all of it at first.
  package mutating func update(to frame: SceneFrame, contentDamage: FrameDiff.ContentDamage) -> Region<ScreenPixels> {
    defer { last = frame }
    guard let last else { return Region(frame.bounds) }
    return FrameDiff.region(from: last, to: frame, contentDamage: contentDamage)
  }

  /// `frame` was seen, whatever is new in it.
  package mutating func note(_ frame: SceneFrame) { last = frame }
}

/// Keeps the picture of one screen for someone who looks at it again and again, and draws only what changed between two looks.
///
/// For a single look, and for somebody who brings a picture of their own, `SceneFrame.render(into:)` is enough.
package final class Capturer {
  /// The picture of the last frame; `nil` before the first.
  package private(set) var picture: PixelBuffer?
  private var tracker = FrameTracker()
  private let format: PixelFormat

  /// A capturer that keeps its picture in `format`.
  package init(format: PixelFormat = .xrgb8888) { self.format = format }

  /// Brings the picture up to `frame`.
  ///
  /// - Parameter contentDamage: asked once for each element whose content sequence grew since the last frame.
  /// - Returns: what was drawn anew: all, where the screen has another size than before.
  package func update(to frame: SceneFrame, contentDamage: FrameDiff.ContentDamage) -> RenderOutcome {
    let damage = tracker.update(to: frame, contentDamage: contentDamage)
    let size = Size<BufferPixels>(width: frame.size.width, height: frame.size.height)
    let target: PixelBuffer
    if let picture, picture.size == size {
      target = picture
    } else {
      target = PixelBuffer(size: size, format: format)
      picture = target
    }
    do throws(PixelFault) {
      return try frame.render(into: target, region: damage)
    } catch {
      preconditionFailure("memory of our own has no faults")
    }
  }
}
