package import Geometry
package import Input
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// What fingers do on a touchpad.
package enum HostGesture {
  /// They move together.
  case swipe
  /// They move apart, together, or around each other.
  case pinch
  /// They rest.
  case hold
}

/// What a person does at a host. What is not here goes the way of injected input.
extension WindowService {
  /// The host gives its keyboard, with `keys` held on it.
  package func hostGaveKeyboard(keys: [UInt32], on device: InputDevice, drivesModifiers: Bool) {
    seat.keyboard.hostGave(keys, on: device, drivesModifiers: drivesModifiers)
  }

  /// The host takes its keyboard away. The key window stays key, but hears of it (`wl_keyboard.leave`).
  package func hostTookKeyboard(_ device: InputDevice) { seat.keyboard.hostTook(device) }

  /// A key of the host's keyboard went down or up.
  ///
  /// - Parameter drivesModifiers: false where the host states the modifiers itself.
  package func hostKey(_ key: UInt32, pressed: Bool, on device: InputDevice, drivesModifiers: Bool) {
    seat.keyboard.key(key, pressed: pressed, on: device, drivesModifiers: drivesModifiers)
  }

  /// The modifiers as the host states them.
  package func hostModifiers(_ masks: ModifierMasks) { seat.keyboard.setModifiers(masks) }

  /// The keymap of the host's keyboard.
  package func hostKeymap(_ keymap: Keymap) {
    // without room for its file the old one stays
    try? seat.keyboard.setKeymap(keymap)
  }

  /// How the host repeats keys: clients do the same.
  package func hostRepeats(rate: Int32, delay: Int32) { seat.keyboard.setRepeat(rate: max(rate, 0), delay: max(delay, 0)) }

  /// Ends a group of touch events that belong together.
  package func endTouchFrame() { seat.touch.frame() }

  /// The ellipse that a finger touches with, in points.
  package func hostTouchShape(_ finger: Int32, major: Double, minor: Double, on device: InputDevice) {
    seat.touch.shape(FingerID(finger, on: device), major: major, minor: minor)
  }

  /// How a finger's ellipse lies, in degrees clockwise from the vertical.
  package func hostTouchOrientation(_ finger: Int32, degrees: Double, on device: InputDevice) {
    seat.touch.orientation(FingerID(finger, on: device), degrees: degrees)
  }

  /// Fingers on the host's touchpad begin a gesture.
  package func hostGestureBegan(_ gesture: HostGesture, fingers: Int) {
    let kind: PointerGestures.Kind =
      switch gesture {
      case .swipe: .swipe
      case .pinch: .pinch
      case .hold: .hold
      }
    seat.gestures.begin(kind, fingers: fingers)
  }

  /// The fingers moved by `offset` since the last time, are apart by `scale` of what they were, and turned by degrees.
  package func hostGestureMoved(by offset: PrecisePoint<LayoutPoints>, scale: Double, rotation: Double) {
    seat.gestures.update(by: offset, scale: scale, rotation: rotation)
  }

  /// The gesture is over, or was none.
  package func hostGestureEnded(isCancelled: Bool) { seat.gestures.end(isCancelled: isCancelled) }

  /// Whether whoever has the keyboard wants every key, those that a host takes for itself too.
  package var wantsEveryKey: Bool { shortcutsInhibitors.contains { $0.surface != nil && $0.surface === seat.keyboard.target } }

  /// The host's pointer went elsewhere, with whatever buttons were held.
  package func hostPointerLeft() { seat.pointer.depart() }

  /// Where the pointer is; nil before it ever was on a screen, and while it is elsewhere.
  package var pointerPosition: PrecisePoint<LayoutPoints>? { seat.pointer.isPresent ? seat.pointer.position : nil }
}
