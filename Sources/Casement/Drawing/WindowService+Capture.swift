internal import Geometry
internal import Rendering
package import Scene
internal import Surfaces
internal import WaylandServer
package import WindowModel

/// A picture that somebody took, and what is in it.
package struct Capture {
  package let picture: PixelBuffer
  /// The windows that made it, back to front.
  package let windows: [WindowID]
  /// Pixels a point.
  package let scale: Double
}

extension WindowService {
  /// The picture of a screen, as a person sees it, composed now; nil where there is no such screen.
  package func capture(screen: ScreenID, cursor: Bool = false) -> Capture? {
    SceneBuilder.frame(of: screen, in: self, cursor: cursor).map { take($0.frame, $0.windows, format: .xrgb8888) }
  }

  /// The whole picture of a window, also where others cover it; nil where it has no content.
  package func capture(window: WindowID, cursor: Bool = false) -> Capture? {
    SceneBuilder.frame(of: window, in: self, cursor: cursor).map { take($0.frame, $0.windows, format: .argb8888) }
  }

  private func take(_ frame: SceneFrame, _ windows: [WindowID], format: PixelFormat) -> Capture {
    let picture = PixelBuffer(size: Size(width: frame.size.width, height: frame.size.height), format: format)
    do throws(PixelFault) {
      endClients(ofFaulty: try frame.render(into: picture).faults)
    } catch {
      preconditionFailure("memory of our own has no faults")
    }
    return Capture(picture: picture, windows: windows, scale: frame.scale)
  }

  /// Ends the clients whose memory was gone when it was to be drawn.
  func endClients(ofFaulty keys: [SurfaceKey]) {
    for key in keys {
      guard let surface = surface(SurfaceID(rawValue: key.rawValue)),
        let buffer = surface.state.buffer?.buffer as? ClientBuffer
      else { continue }
      surface.client.post(ClientBuffer.fault(buffer.resource), from: surface.resource)
    }
  }
}
