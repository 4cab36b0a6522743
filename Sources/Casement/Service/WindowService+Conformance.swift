package import Geometry
package import Input
package import WaylandServer
internal import WindowModel

/// What a test suite needs that drives the service from outside, as a person at a desk would.
extension WindowService {
  /// The globals that every client is offered, and their versions.
  package static var advertisedGlobals: [(interface: String, version: UInt32)] {
    GlobalTable.entries.map { ($0.interface, $0.version) } + [("wl_output", GlobalTable.outputVersion)]
  }

  /// Puts the top-left corner of a window's geometry at a point of the layout.
  ///
  /// - Parameter surface: the number of the window's surface among its client's objects. Nothing happens where it is no window's.
  package func placeWindow(of surface: UInt32, client: Client, at point: Point<LayoutPoints>) {
    let found = surfaces.values.first { $0.client === client && $0.resource.id == surface }
    guard let window = found?.role?.window else { return }
    perform(model.place(window.id, at: point))
  }

  /// A pointing device is gone; what it still held is released.
  package func removePointer(_ device: InputDevice) { seat.pointer.releaseAll(on: device) }

  /// A keyboard is gone; what it still held is released.
  package func removeKeyboard(_ device: InputDevice) { seat.keyboard.releaseAll(on: device) }
}
