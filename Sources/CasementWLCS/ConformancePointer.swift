internal import CWLCS
internal import Geometry
internal import Input

/// A pointer that the suite moves.
final class ConformancePointer: Sendable {
  private let server: ConformanceServer
  private let device: InputDevice

  init(on server: ConformanceServer) {
    self.server = server
    device = server.makeDevice()
  }

  private func move(to point: PrecisePoint<LayoutPoints>) { server.call { $0.movePointer(to: point) } }
  private func move(by offset: PrecisePoint<LayoutPoints>) { server.call { $0.movePointer(by: offset) } }
  private func button(_ code: Int32, pressed: Bool) {
    let device = device
    server.call { $0.button(UInt32(bitPattern: code), pressed: pressed, on: device) }
  }

  /// The pointer as the suite sees it, which keeps this until it destroys it.
  func makeHooks() -> UnsafeMutablePointer<casement_wlcs_pointer> {
    let hooks = UnsafeMutablePointer<casement_wlcs_pointer>.allocate(capacity: 1)
    unsafe hooks.initialize(
      to: casement_wlcs_pointer(
        version: 1,
        move_absolute: { unsafe ConformancePointer.of($0!).move(to: PrecisePoint(x: Double($1) / 256, y: Double($2) / 256)) },
        move_relative: { unsafe ConformancePointer.of($0!).move(by: PrecisePoint(x: Double($1) / 256, y: Double($2) / 256)) },
        button_up: { unsafe ConformancePointer.of($0!).button($1, pressed: false) },
        button_down: { unsafe ConformancePointer.of($0!).button($1, pressed: true) },
        destroy: { unsafe ConformancePointer.release($0!) },
        context: Unmanaged.passRetained(self).toOpaque()))
    return unsafe hooks
  }

  private static func of(_ hooks: UnsafeMutablePointer<casement_wlcs_pointer>) -> ConformancePointer {
    unsafe Unmanaged.fromOpaque(hooks.pointee.context).takeUnretainedValue()
  }

  private static func release(_ hooks: UnsafeMutablePointer<casement_wlcs_pointer>) {
    let pointer = unsafe Unmanaged<ConformancePointer>.fromOpaque(hooks.pointee.context).takeRetainedValue()
    let device = pointer.device
    pointer.server.call { $0.releaseButtons(on: device) }
    unsafe hooks.deallocate()
  }
}
