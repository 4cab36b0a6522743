import Geometry
package import Scene

extension PixelBuffer {
  /// A copy of `source`, in memory of our own and in another format.
  ///
  /// - Throws: `PixelFault` where the source could not be read.
  package static func copy(of source: any PixelSource, as format: PixelFormat = .argb8888) throws(PixelFault) -> PixelBuffer {
    let size = Size<ScreenPixels>(width: source.size.width, height: source.size.height)
    let element = SceneElement(
      key: SurfaceKey(rawValue: 1), contentSequence: 0, picture: source, destination: Rect(size: size))
    let copy = PixelBuffer(size: source.size, format: format)
    let frame = SceneFrame(size: size, scale: 1, background: .colour(.clear), elements: [element])
    let outcome = try frame.render(into: copy)
    guard outcome.faults.isEmpty else { throw PixelFault() }
    return copy
  }
}
