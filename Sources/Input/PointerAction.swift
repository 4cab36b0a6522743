public import Geometry

/// What must be done about a pointer event, in the order of the list that holds it.
@usableFromInline package enum PointerAction<Target: Hashable, Client: Hashable>: Hashable {
  /// `wl_pointer.leave`.
  case leave(Target)
  /// `wl_pointer.enter`.
  case enter(Target, at: PrecisePoint<SurfacePoints>)
  /// `wl_pointer.motion`.
  case motion(Target, at: PrecisePoint<SurfacePoints>)
  /// `wl_pointer.button`, with the button as Linux numbers it (`BTN_LEFT` is 0x110).
  case button(Target, UInt32, pressed: Bool)
  /// `wl_pointer.axis` and its companions.
  case axis(Target, AxisEvent)
  /// `zwp_relative_pointer_v1.relative_motion`, in points of the layout.
  case relative(Target, RelativeMotion)
  /// `wl_pointer.frame`: the client's events since its last frame belong together.
  case frame(Client)
  /// A button was pressed on nothing that the popup grab's client owns: its popups are to be dismissed. The press itself and
  /// its release reach nobody.
  case pressedOutside(UInt32)
  /// Drag and drop goes on.
  case drag(DragAction<Target>)
  /// The interactive move or resize goes on: the pointer is here.
  case interaction(at: PrecisePoint<LayoutPoints>)
  /// The interactive move or resize ended.
  case interactionEnded
}

extension PointerAction: Sendable where Target: Sendable, Client: Sendable {}
