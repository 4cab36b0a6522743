package import Geometry
package import Input
internal import Rendering
package import Scene
internal import Surfaces
internal import WindowModel

/// What the pointer looks like.
package enum PointerPicture: Equatable {
  /// Nothing is seen of it.
  case hidden
  /// A shape of the cursor theme.
  case shape(CursorShape)
  /// A client's picture: the number of its surface, of its content, and the point of it that is at the pointer's place.
  case surface(UInt64, content: UInt64, hotspot: Point<SurfacePoints>)
}

/// A pointer's picture in pixels.
package struct PointerPixels {
  /// The pixels; what is outside of the pointer's form is transparent.
  package let pixels: PixelBuffer
  /// The pixel that is at the pointer's place.
  package let hotspot: Point<ScreenPixels>
}

extension WindowService {
  /// What the pointer looks like now.
  package var pointerPicture: PointerPicture { picture(of: seat.pointer.cursor) }

  func picture(of cursor: SeatPointer.Cursor) -> PointerPicture {
    switch cursor {
    case .hidden: return .hidden
    case .shape(let shape): return .shape(shape)
    case .surface(let cursor):
      guard cursor.surface.state.hasContent else { return .hidden }
      return .surface(cursor.surface.node.id.rawValue, content: cursor.surface.state.contentSequence, hotspot: cursor.hotspot)
    }
  }

  /// The pointer's picture at `scale` pixels a point; nil where it has none.
  package func pointerPixels(scale: Double) -> PointerPixels? { pixels(of: seat.pointer.cursor, scale: scale) }

  func pixels(of cursor: SeatPointer.Cursor, scale: Double) -> PointerPixels? {
    switch cursor {
    case .hidden: return nil
    case .shape(let shape):
      let picture = cursors.picture(for: shape, scale: scale)
      return PointerPixels(pixels: picture.pixels, hotspot: picture.hotspot)
    case .surface(let cursor):
      guard let frame = SceneBuilder.frame(ofCursor: cursor.surface, in: self, scale: scale) else { return nil }
      let pixels = PixelBuffer(size: Size(width: frame.size.width, height: frame.size.height), format: .argb8888)
      do throws(PixelFault) {
        endClients(ofFaulty: try frame.render(into: pixels).faults)
      } catch {
        preconditionFailure("memory of our own has no faults")
      }
      let hotspot = Point<ScreenPixels>(
        x: Int((Double(cursor.hotspot.x) * scale).rounded()), y: Int((Double(cursor.hotspot.y) * scale).rounded()))
      return PointerPixels(pixels: pixels, hotspot: hotspot)
    }
  }
}
