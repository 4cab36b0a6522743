package import Geometry
internal import Input
internal import Surfaces
internal import WindowModel

/// What a tool of a tablet measures besides its place; nil: as before.
package struct StylusAxes {
  /// The tip, as a button.
  package static let tip = TabletTool.tip

  /// From 0 to 1.
  package var pressure: Double?
  /// From 0, at the surface, to 1.
  package var distance: Double?
  /// Degrees from upright.
  package var tilt: (x: Double, y: Double)?
  /// Degrees clockwise.
  package var rotation: Double?
  /// From −1 to 1.
  package var slider: Double?
  /// How far the wheel turned, in degrees.
  package var wheel: Double?

  /// Nothing that is not as before.
  package init() {}
}

/// A tool of our tablet that a host's tool moves.
package final class Stylus {
  private let tool: TabletTool
  private unowned let service: WindowService

  fileprivate init(_ tool: TabletTool, _ service: WindowService) {
    self.tool = tool
    self.service = service
  }

  /// Moves it, and presses and releases its buttons, as one group of events.
  ///
  /// - Parameters:
  ///   - place: where it is; nil: where it was.
  ///   - buttons: in their order.
  package func perform(at place: PrecisePoint<LayoutPoints>?, _ axes: StylusAxes, _ buttons: [(code: UInt32, isPressed: Bool)]) {
    let measured = TabletTool.Axes(
      pressure: axes.pressure, distance: axes.distance, tilt: axes.tilt, rotation: axes.rotation, slider: axes.slider, wheel: axes.wheel)
    if place != nil || !measured.isEmpty { tool.move(to: place ?? tool.position, measured, closesGroup: buttons.isEmpty) }
    for (index, button) in buttons.enumerated() {
      tool.button(button.code, pressed: button.isPressed, closesGroup: index == buttons.count - 1)
    }
  }

  /// It is taken away from the tablet.
  package func leave() { tool.leave() }

  /// Where it is.
  package var position: PrecisePoint<LayoutPoints> { tool.position }
  /// What it looks like.
  package var picture: PointerPicture { service.picture(of: tool.cursor) }
  /// Its picture at `scale` pixels a point; nil where it has none.
  package func pixels(scale: Double) -> PointerPixels? { service.pixels(of: tool.cursor, scale: scale) }
}

extension WindowService {
  /// The tool of this type of `zwp_tablet_tool_v2`; a pen where it is none that is known.
  package func stylus(_ type: UInt32?) -> Stylus { Stylus(seat.tablet.tool(type.flatMap(TabletTool.Kind.init) ?? .pen), self) }
}
