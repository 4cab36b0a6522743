package import Geometry
package import Scene

extension SceneFrame {
  /// Draws the frame, or a part of it, into a picture.
  ///
  /// - Parameters:
  ///   - origin: the place on the screen that the target's first pixel shows.
  ///   - region: what of the screen to draw; all where `nil`. No other pixel of the target is touched.
  /// - Throws: `PixelFault` where the target cannot be written.
  @discardableResult
  package func render(
    into target: any PixelDestination, origin: Point<ScreenPixels> = .zero, region: Region<ScreenPixels>? = nil
  ) throws(PixelFault) -> RenderOutcome {
    let inside = (region ?? Region(bounds)).intersection(bounds)
      .intersection(Rect(origin: origin, size: Size(width: target.size.width, height: target.size.height)))
    var outcome = RenderOutcome(painted: inside, faults: [])
    if inside.isEmpty { return outcome }
    try unsafe target.withMutablePixels { pixels in
      if UInt(bitPattern: pixels) % 4 == 0, target.stride % 4 == 0 {
        var pass = unsafe RenderPass(
          pixels: pixels, size: target.size, stride: target.stride, format: target.format, origin: origin, region: inside)
        pass.draw(self)
        outcome = pass.finish()
        unsafe ramps?.apply(to: pixels, stride: target.stride, format: target.format, origin: origin, region: inside)
      } else {
        outcome = unsafe renderUnaligned(pixels, target, origin, inside)
      }
    }
    return outcome
  }

  /// Draws beside, and copies what was drawn into rows that do not begin at whole words.
  private func renderUnaligned(
    _ pixels: UnsafeMutableRawPointer, _ target: any PixelDestination, _ origin: Point<ScreenPixels>, _ region: Region<ScreenPixels>
  ) -> RenderOutcome {
    let bounds = region.bounds
    let beside = PixelBuffer(size: Size(width: bounds.width, height: bounds.height), format: target.format)
    let bytes = target.format.bytesPerPixel
    var outcome = RenderOutcome(painted: region, faults: [])
    unsafe beside.withMutablePixels { drawn in
      var pass = unsafe RenderPass(
        pixels: drawn, size: beside.size, stride: beside.stride, format: beside.format, origin: bounds.origin, region: region)
      pass.draw(self)
      outcome = pass.finish()
      unsafe ramps?.apply(to: drawn, stride: beside.stride, format: beside.format, origin: bounds.origin, region: region)
      for rect in region.rects {
        for y in rect.minY..<rect.maxY {
          let from = unsafe drawn + ((y - bounds.y) * beside.stride + (rect.x - bounds.x) * bytes)
          let to = unsafe pixels + ((y - origin.y) * target.stride + (rect.x - origin.x) * bytes)
          unsafe to.copyMemory(from: from, byteCount: rect.width * bytes)
        }
      }
    }
    return outcome
  }
}
