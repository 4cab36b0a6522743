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
    let isLarge = region.rects.reduce(0) { $0 + $1.width * $1.height } * 4 >= Self.cacheBytes
    draw(occlusion, of: frame, before: colourBehind(occlusion, of: frame), isPastCache: isLarge)
  }

  /// The colour of the background, where the rearmost element is to be blended with that and both can be done in one pass: a blending that
  /// reads what was painted a moment ago costs half as much again.
  private func colourBehind(_ occlusion: Occlusion, of frame: SceneFrame) -> Colour? {
    guard let share = occlusion.shares.first, !share.blended.isEmpty, case .colour(let colour) = frame.background, colour.alpha >= 1,
      target.format == .argb8888 || target.format == .xrgb8888, case .buffer(let buffer) = frame.elements[share.index].content,
      ElementPainter(frame.elements[share.index], buffer).blendsPlainly
    else { return nil }
    return colour
  }

  /// Ends the pass. - Returns: the region drawn, and the surfaces that could not be read.
  package consuming func finish() -> RenderOutcome { RenderOutcome(painted: region, faults: faults) }

  // MARK: Parts

  /// What is drawn at once and more than this goes past the cache, also where something is blended with it then: strips that stay in the
  /// cache were tried in all sizes, and are no quicker.
  private static let cacheBytes = 512 * 1024

  /// Draws what `occlusion` has of `frame`.
  ///
  /// - Parameter colour: the background's, where the rearmost element is drawn together with it.
  private mutating func draw(_ occlusion: Occlusion, of frame: SceneFrame, before colour: Colour?, isPastCache: Bool) {
    var colour = colour
    var background = occlusion.background
    if colour != nil, let share = occlusion.shares.first { background.subtract(share.blended) }
    draw(frame.background, of: frame.bounds, in: background, isPastCache: isPastCache)
    for share in occlusion.shares {
      // only the rearmost one has nothing but the background behind it
      let behind = colour
      colour = nil
      let element = frame.elements[share.index]
      let (solid, blended) = (share.solid, share.blended)
      switch element.content {
      case .colour(let colour):
        fill(solid, with: Colour(red: colour.red, green: colour.green, blue: colour.blue), over: false)
        fill(blended, with: colour.faded(by: element.alpha), over: true)
      case .buffer(let buffer):
        do throws(PixelFault) {
          try draw(buffer, of: element, solid: solid, blended: blended, before: behind, isPastCache: isPastCache)
        } catch {
          // what is gone is seen through, also where nothing of it was drawn
          if let behind { fill(blended, with: behind, over: false) }
          if faults.last != element.key, !faults.contains(element.key) { faults.append(element.key) }
        }
      }
    }
  }

  private func draw(
    _ background: SceneBackground, of bounds: Rect<ScreenPixels>, in region: Region<ScreenPixels>, isPastCache: Bool
  ) {
    if region.isEmpty { return }
    switch background {
    case .colour(let colour):
      fill(region, with: colour, over: false)
    case .picture(let picture):
      let isOpaque = picture.format.isOpaque
      if !isOpaque { fill(region, with: .black, over: false) }
      let element = SceneElement(key: SurfaceKey(rawValue: 0), contentSequence: 0, picture: picture, destination: bounds)
      try? draw(
        picture, of: element, solid: isOpaque ? region : Region(), blended: isOpaque ? Region() : region, before: nil,
        isPastCache: isPastCache)
    }
  }

  private func fill(_ region: Region<ScreenPixels>, with colour: Colour, over: Bool) {
    for rect in region.rects { target.fill(inTarget(rect), with: colour, over: over) }
  }

  private func draw(
    _ buffer: any PixelSource, of element: SceneElement, solid: Region<ScreenPixels>, blended: Region<ScreenPixels>,
    before colour: Colour?, isPastCache: Bool
  ) throws(PixelFault) {
    if solid.isEmpty, blended.isEmpty { return }
    let painter = ElementPainter(element, buffer)
    try unsafe buffer.withPixels { pixels in
      for rect in solid.rects {
        unsafe painter.paint(rect, from: pixels, into: target, at: inTarget(rect).origin, solid: true, isPastCache: isPastCache)
      }
      for rect in blended.rects {
        if let colour {
          unsafe painter.paint(rect, from: pixels, before: colour, into: target, at: inTarget(rect).origin, isPastCache: isPastCache)
          continue
        }
        unsafe painter.paint(rect, from: pixels, into: target, at: inTarget(rect).origin, solid: false, isPastCache: false)
      }
    }
  }

  private func inTarget(_ rect: Rect<ScreenPixels>) -> Rect<BufferPixels> {
    Rect(x: rect.x - origin.x, y: rect.y - origin.y, width: rect.width, height: rect.height)
  }
}
