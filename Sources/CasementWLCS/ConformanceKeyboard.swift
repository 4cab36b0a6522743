internal import CWLCS
internal import Input

/// A keyboard whose keys the suite presses.
final class ConformanceKeyboard: Sendable {
  private let server: ConformanceServer
  private let device: InputDevice

  init(on server: ConformanceServer) {
    self.server = server
    device = server.makeDevice()
  }

  private func key(_ code: Int32, pressed: Bool) {
    let device = device
    server.call { $0.key(UInt32(bitPattern: code), pressed: pressed, on: device) }
  }

  /// The keyboard as the suite sees it, which keeps this until it destroys it.
  func makeHooks() -> UnsafeMutablePointer<casement_wlcs_keyboard> {
    let hooks = UnsafeMutablePointer<casement_wlcs_keyboard>.allocate(capacity: 1)
    unsafe hooks.initialize(
      to: casement_wlcs_keyboard(
        version: 1,
        key_down: { unsafe ConformanceKeyboard.of($0!).key($1, pressed: true) },
        key_up: { unsafe ConformanceKeyboard.of($0!).key($1, pressed: false) },
        destroy: { unsafe ConformanceKeyboard.release($0!) },
        context: Unmanaged.passRetained(self).toOpaque()))
    return unsafe hooks
  }

  private static func of(_ hooks: UnsafeMutablePointer<casement_wlcs_keyboard>) -> ConformanceKeyboard {
    unsafe Unmanaged.fromOpaque(hooks.pointee.context).takeUnretainedValue()
  }

  private static func release(_ hooks: UnsafeMutablePointer<casement_wlcs_keyboard>) {
    let keyboard = unsafe Unmanaged<ConformanceKeyboard>.fromOpaque(hooks.pointee.context).takeRetainedValue()
    let device = keyboard.device
    keyboard.server.call { $0.releaseKeys(on: device) }
    unsafe hooks.deallocate()
  }
}
