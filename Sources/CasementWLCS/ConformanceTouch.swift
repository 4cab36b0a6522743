internal import CWLCS
internal import Geometry
internal import Input

/// A touch screen that the suite touches with one finger.
final class ConformanceTouch: Sendable {
  private let server: ConformanceServer
  private let device: InputDevice

  init(on server: ConformanceServer) {
    self.server = server
    device = server.makeDevice()
  }

  private func down(_ x: Int32, _ y: Int32) {
    let device = device
    server.call { $0.touchDown(at: PrecisePoint(x: Double(x), y: Double(y)), on: device) }
  }

  private func move(_ x: Int32, _ y: Int32) {
    let device = device
    server.call { $0.touchMove(to: PrecisePoint(x: Double(x), y: Double(y)), on: device) }
  }

  private func up() {
    let device = device
    server.call { $0.touchUp(on: device) }
  }

  /// The touch screen as the suite sees it, which keeps this until it destroys it.
  func makeHooks() -> UnsafeMutablePointer<casement_wlcs_touch> {
    let hooks = UnsafeMutablePointer<casement_wlcs_touch>.allocate(capacity: 1)
    unsafe hooks.initialize(
      to: casement_wlcs_touch(
        version: 1,
        down: { unsafe ConformanceTouch.of($0!).down($1, $2) },
        move: { unsafe ConformanceTouch.of($0!).move($1, $2) },
        up: { unsafe ConformanceTouch.of($0!).up() },
        destroy: { unsafe ConformanceTouch.release($0!) },
        context: Unmanaged.passRetained(self).toOpaque()))
    return unsafe hooks
  }

  private static func of(_ hooks: UnsafeMutablePointer<casement_wlcs_touch>) -> ConformanceTouch {
    unsafe Unmanaged.fromOpaque(hooks.pointee.context).takeUnretainedValue()
  }

  private static func release(_ hooks: UnsafeMutablePointer<casement_wlcs_touch>) {
    let touch = unsafe Unmanaged<ConformanceTouch>.fromOpaque(hooks.pointee.context).takeRetainedValue()
    let device = touch.device
    // a finger that is still down is lifted: the suite's clients cannot hear of a cancelled touch
    touch.server.call { $0.touchUp(on: device) }
    unsafe hooks.deallocate()
  }
}
