package import Geometry
package import Scene

extension SceneFrame {
  /// Draws the frame, or a part of it, into a picture.
  ///
  /// - Parameters:
  ///   - origin: the place on the screen that the target's first pixel shows.
  ///   - region: what of the screen to draw; all where `nil`. No other pixel of the target is touched.
  ///   - cores: on how many of the processor's cores to draw what is large; all that there are where `nil`. The picture is the same.
  /// - Throws: `PixelFault` where the target cannot be written.
  @discardableResult
  package func render(
    into target: any PixelDestination, origin: Point<ScreenPixels> = .zero, region: Region<ScreenPixels>? = nil, cores: Int? = nil
  ) throws(PixelFault) -> RenderOutcome {
    let inside = (region ?? Region(bounds)).intersection(bounds)
      .intersection(Rect(origin: origin, size: Size(width: target.size.width, height: target.size.height)))
    if inside.isEmpty { return RenderOutcome(painted: inside, faults: []) }
    let bounds = inside.bounds
    let count = bounds.width * bounds.height < DrawingBands.leastPixels ? 1 : cores ?? DrawingThreads.available
    let bands = DrawingBands.cut(inside, cores: count)
    if bands.count == 1 { return try renderPart(into: target, origin, inside) }
    let results = DrawingResults(bands.count)
    DrawingThreads.run(bands.count, threads: count) { index in
      do throws(PixelFault) {
        results[index] = .success(try renderPart(into: target, origin, bands[index]))
      } catch {
        results[index] = .failure(error)
      }
    }
    return RenderOutcome(painted: inside, faults: try results.faults())
  }

  /// Draws what lies in `inside`, on this thread.
  private func renderPart(
    into target: any PixelDestination, _ origin: Point<ScreenPixels>, _ inside: Region<ScreenPixels>
  ) throws(PixelFault) -> RenderOutcome {
    var outcome = RenderOutcome(painted: inside, faults: [])
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
