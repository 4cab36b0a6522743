package import Geometry
package import Scene

/// One frame being drawn; nothing can be drawn after `finish()`.
///
/// What a pixel becomes never depends on the region drawn: every filter is evaluated at the pixel's own place.
package struct RenderPass: ~Copyable {
  private let target: PixmanImage
  private let origin: Point<ScreenPixels>
  private let region: Region<ScreenPixels>
  private var faults: [SurfaceKey] = []

  /// Begins to draw into the memory at `pixels`, which must outlive the pass.
  ///
  /// - Parameters:
  ///   - origin: the place on the screen that the first pixel shows.
  ///   - region: where to draw; what lies outside of the memory is left out.
  /// - Precondition: `pixels` and `stride` are multiples of 4.
  package init(
    pixels: UnsafeMutableRawPointer, size: Size<BufferPixels>, stride: Int, format: PixelFormat, origin: Point<ScreenPixels> = .zero,
    region: Region<ScreenPixels>
  ) {
    target = unsafe PixmanImage(pixels, size: size, stride: stride, format: format)
    self.origin = origin
    self.region = region.intersection(Rect(origin: origin, size: Size(width: size.width, height: size.height)))
  }

  /// Draws all of `frame` that is in the region.
  package mutating func draw(_ frame: SceneFrame) {
    let occlusion = Occlusion(frame, in: region)
    draw(frame.background, of: frame.bounds, in: occlusion.background)
    for share in occlusion.shares {
      let element = frame.elements[share.index]
      switch element.content {
      case .colour(let colour):
        fill(share.solid, with: Colour(red: colour.red, green: colour.green, blue: colour.blue), over: false)
        fill(share.blended, with: colour.faded(by: element.alpha), over: true)
      case .buffer(let buffer):
        do throws(PixelFault) {
          try draw(buffer, of: element, solid: share.solid, blended: share.blended)
        } catch {
          faults.append(element.key)
        }
      }
    }
  }

  /// Ends the pass. - Returns: the region drawn, and the surfaces that could not be read.
  package consuming func finish() -> RenderOutcome { RenderOutcome(painted: region, faults: faults) }

  // MARK: Parts

  private func draw(_ background: SceneBackground, of bounds: Rect<ScreenPixels>, in region: Region<ScreenPixels>) {
    switch background {
    case .colour(let colour):
      fill(region, with: colour, over: false)
    case .picture(let picture):
      let isOpaque = picture.format.isOpaque
      if !isOpaque { fill(region, with: .black, over: false) }
      let element = SceneElement(key: SurfaceKey(rawValue: 0), contentSequence: 0, picture: picture, destination: bounds)
      try? draw(picture, of: element, solid: isOpaque ? region : Region(), blended: isOpaque ? Region() : region)
    }
  }

  private func fill(_ region: Region<ScreenPixels>, with colour: Colour, over: Bool) {
    for rect in region.rects { target.fill(inTarget(rect), with: colour, over: over) }
  }

  private func draw(
    _ buffer: any PixelSource, of element: SceneElement, solid: Region<ScreenPixels>, blended: Region<ScreenPixels>
  ) throws(PixelFault) {
    let painter = ElementPainter(element, buffer)
    try unsafe buffer.withPixels { pixels in
      for rect in solid.rects { unsafe painter.paint(rect, from: pixels, into: target, at: inTarget(rect).origin, solid: true) }
      for rect in blended.rects { unsafe painter.paint(rect, from: pixels, into: target, at: inTarget(rect).origin, solid: false) }
    }
  }

  private func inTarget(_ rect: Rect<ScreenPixels>) -> Rect<BufferPixels> {
    Rect(x: rect.x - origin.x, y: rect.y - origin.y, width: rect.width, height: rect.height)
  }
}
