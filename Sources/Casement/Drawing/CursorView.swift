internal import Geometry
internal import Input
internal import Scene
internal import Surfaces

/// The pointer's picture by itself.
struct CursorView {
  /// The picture, transparent where there is no cursor.
  let frame: SceneFrame
  /// The pixel of the picture that is at the pointer's position.
  let hotspot: Point<ScreenPixels>

  var size: Size<ScreenPixels> { frame.size }

  /// What the pointer looks like at `scale` pixels a point; nil where it is not to be seen.
  init?(_ service: WindowService, scale: Double) {
    guard service.seat.pointer.isPresent else { return nil }
    switch service.seat.pointer.cursor {
    case .hidden: return nil
    case .shape(let shape): self.init(shape, service, scale)
    case .surface(let cursor):
      guard cursor.surface.state.hasContent else { return nil }
      let extent = cursor.surface.node.extent
      let projection = Projection(
        origin: Point(x: extent.x, y: extent.y), size: Size(width: extent.width, height: extent.height), scale: scale)
      self.init(
        frame: SceneBuilder.frame(of: cursor.surface, projection, in: service),
        hotspot: projection.pixel(PrecisePoint(x: Double(cursor.hotspot.x), y: Double(cursor.hotspot.y))))
    }
  }

  /// A cursor of the theme.
  private init(_ shape: CursorShape, _ service: WindowService, _ scale: Double) {
    let picture = service.cursors.picture(for: shape, scale: scale)
    let size = Size<ScreenPixels>(width: picture.pixels.size.width, height: picture.pixels.size.height)
    let element = SceneElement(
      key: SurfaceKey(rawValue: .max), contentSequence: UInt64(shape.rawValue), picture: picture.pixels, destination: Rect(size: size))
    self.init(
      frame: SceneFrame(size: size, scale: scale, background: .colour(.clear), elements: [element]), hotspot: picture.hotspot)
  }

  private init(frame: SceneFrame, hotspot: Point<ScreenPixels>) {
    self.frame = frame
    self.hotspot = hotspot
  }

  /// The size of the picture that the pointer has where no client chose another.
  static func usualSize(in service: WindowService, scale: Double) -> Size<ScreenPixels> {
    CursorView(.default, service, scale).size
  }
}
