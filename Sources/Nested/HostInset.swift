internal import Geometry
internal import Scene
internal import WaylandClient
internal import WaylandProtocols

/// A part of a host's window that shows a buffer of a client's, in front of what the window itself shows.
///
/// What it is told takes effect with the window's next commit.
final class HostInset {
  private let surface: WlSurfaceProxy
  private let role: WlSubsurfaceProxy
  private let viewport: WpViewportProxy
  private var place = Rect<SurfacePoints>.zero
  private var transform = Transform.normal
  private var isShown = false

  /// - Returns: nil where the host cannot show one in `window`.
  init?(of window: WlSurfaceProxy, _ host: Host) {
    guard let subcompositor = host.subcompositor, let viewporter = host.viewporter else { return nil }
    surface = host.compositor.createSurface()
    role = subcompositor.getSubsurface(surface: surface, parent: window)
    viewport = viewporter.getViewport(surface: surface)
    // what a person does there is done to the window
    let nothing = host.compositor.createRegion()
    surface.setInputRegion(region: nothing)
    nothing.destroy()
  }

  /// Shows `buffer` at `place`.
  ///
  /// - Parameters:
  ///   - transform: what the buffer has been through.
  ///   - damage: what changed in it, against its own corner; all of it where nil.
  func show(_ buffer: WlBufferProxy, at place: Rect<SurfacePoints>, _ transform: Transform, damage: Region<ScreenPixels>?) {
    surface.attach(buffer: buffer, x: 0, y: 0)
    if place != self.place {
      role.setPosition(x: Int32(place.x), y: Int32(place.y))
      viewport.setDestination(width: Int32(place.width), height: Int32(place.height))
    }
    if transform != self.transform { surface.setBufferTransform(transform: .init(rawValue: UInt32(transform.rawValue))) }
    if let damage, isShown, transform == .normal, self.transform == .normal {
      for rect in damage.simplified(maximumRects: 16).rects {
        surface.damageBuffer(x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
      }
    } else {
      surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
    }
    (self.place, self.transform, isShown) = (place, transform, true)
    surface.commit()
  }

  /// Shows nothing.
  func hide() {
    guard isShown else { return }
    isShown = false
    surface.attach(buffer: nil, x: 0, y: 0)
    surface.commit()
  }

  func destroy() {
    viewport.destroy()
    role.destroy()
    surface.destroy()
  }
}
