package import Geometry

/// What must be done about touches, in the order of the list that holds it. Ids are those of `wl_touch`.
package enum TouchAction<Target: Hashable, Client: Hashable>: Hashable {
  /// `wl_touch.down`.
  case down(Target, id: Int32, at: PrecisePoint<SurfacePoints>)
  /// `wl_touch.motion`, to the client of the target in which the finger began.
  case motion(Target, id: Int32, at: PrecisePoint<SurfacePoints>)
  /// `wl_touch.shape`: the axes of the ellipse that touches, in points.
  case shape(Client, id: Int32, major: Double, minor: Double)
  /// `wl_touch.orientation`: the angle of the ellipse's major axis from the vertical, in degrees clockwise.
  case orientation(Client, id: Int32, degrees: Double)
  /// `wl_touch.up`.
  case up(Client, id: Int32)
  /// `wl_touch.frame`: the client's events since its last frame belong together.
  case frame(Client)
  /// `wl_touch.cancel`: all of the client's touches are over, and no frame follows.
  case cancel(Client)
  /// `casement_window_v1.touch_cancelled`: these of the target's touches are over; their `up` follows in the same frame.
  case cancelled(Target, ids: [Int32])
  /// A finger touched nothing that the popup grab's client owns: its popups are to be dismissed. The touch reaches nobody.
  case touchedOutside
  /// Drag and drop goes on.
  case drag(DragAction<Target>)
}

extension TouchAction: Sendable where Target: Sendable, Client: Sendable {}
