import Geometry
import Testing
import WaylandClient
import WaylandServer
import WindowModel

@testable import Casement

extension WindowService {
  /// The window that shows `surface`. Of several clients' surfaces with one number, the newest window counts.
  func id(of surface: WlSurfaceProxy) throws -> WindowID {
    try #require(clientWindows.values.filter { $0.surface.resource.id == surface.id }.map(\.id).max())
  }

  /// Presses and releases the left button at a point of the layout.
  func click(_ x: Double, _ y: Double) {
    seat.pointer.move(to: .init(x: x, y: y))
    seat.pointer.button(0x110, pressed: true)
    seat.pointer.button(0x110, pressed: false)
  }
}
