package import Geometry
package import Input
internal import Surfaces
package import WindowModel

/// Input that comes from no device, such as a test's: each call is one group of events, and goes the way of any other.
///
/// All return the window that was told, nil where nobody was.
extension WindowService {
  /// Moves the pointer to a point of the layout.
  @discardableResult
  package func injectPointerMotion(to point: PrecisePoint<LayoutPoints>) -> WindowID? { window(told: seat.pointer.move(to: point)) }

  /// Moves the pointer by an offset.
  @discardableResult
  package func injectPointerMotion(by offset: PrecisePoint<LayoutPoints>) -> WindowID? { window(told: seat.pointer.move(by: offset)) }

  /// Presses or releases a button, numbered as Linux does: 0x110 is the left one.
  @discardableResult
  package func injectButton(_ code: UInt32 = 0x110, pressed: Bool, on device: InputDevice = .standard) -> WindowID? {
    window(told: seat.pointer.button(code, pressed: pressed, on: device))
  }

  /// Scrolls.
  @discardableResult
  package func injectScroll(_ event: AxisEvent) -> WindowID? { window(told: seat.pointer.scroll(event)) }

  /// Presses or releases a key, numbered as Linux does: 30 is the A of a US keyboard.
  @discardableResult
  package func injectKey(_ key: UInt32, pressed: Bool, on device: InputDevice = .standard) -> WindowID? {
    window(told: seat.keyboard.key(key, pressed: pressed, on: device))
  }

  /// Puts a finger down at a point of the layout.
  ///
  /// - Parameters:
  ///   - finger: the device's number for it; free again when it is lifted.
  ///   - closesFrame: whether the group of events ends here; false where another finger follows in it.
  @discardableResult
  package func injectTouchDown(
    _ finger: Int32, at point: PrecisePoint<LayoutPoints>, on device: InputDevice = .standard, closesFrame: Bool = true
  ) -> WindowID? {
    touching(closesFrame) { window(told: seat.touch.down(FingerID(finger, on: device), at: point)) }
  }

  /// Moves a finger to a point of the layout.
  @discardableResult
  package func injectTouchMotion(
    _ finger: Int32, to point: PrecisePoint<LayoutPoints>, on device: InputDevice = .standard, closesFrame: Bool = true
  ) -> WindowID? {
    touching(closesFrame) { window(told: seat.touch.move(FingerID(finger, on: device), to: point)) }
  }

  /// Lifts a finger.
  @discardableResult
  package func injectTouchUp(_ finger: Int32, on device: InputDevice = .standard, closesFrame: Bool = true) -> WindowID? {
    touching(closesFrame) { window(told: seat.touch.up(FingerID(finger, on: device))) }
  }

  /// The device takes all of its touches back.
  package func injectTouchCancel(on device: InputDevice = .standard) { seat.touch.cancelDevice(device) }

  private func touching(_ closesFrame: Bool, _ inject: () -> WindowID?) -> WindowID? {
    defer { if closesFrame { seat.touch.frame() } }
    return inject()
  }

  private func window(told surface: Surface?) -> WindowID? { surface.flatMap { window(of: $0)?.id } }
}
