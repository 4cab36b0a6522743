internal import Input
internal import WaylandProtocols
internal import WaylandServer

/// `zwp_input_method_keyboard_grab_v2`: an input method has the keys.
final class InputMethodGrab: ZwpInputMethodKeyboardGrabV2Requests, KeyboardGrab {
  private let resource: ZwpInputMethodKeyboardGrabV2Resource
  private unowned let service: WindowService

  init(_ resource: ZwpInputMethodKeyboardGrabV2Resource, _ service: WindowService) {
    self.resource = resource
    self.service = service
  }

  var client: Client { resource.client }

  func sendKeymap(_ file: SentKeymap) {
    file.send(on: resource) { resource.sendKeymap(format: .xkbV1, fd: $0, size: $1) }
  }

  func sendModifiers(_ masks: ModifierMasks, serial: UInt32) {
    resource.sendModifiers(
      serial: serial, modsDepressed: masks.depressed, modsLatched: masks.latched, modsLocked: masks.locked, group: masks.group)
  }

  func sendKey(_ key: UInt32, pressed: Bool, serial: UInt32, time: UInt32) {
    resource.sendKey(serial: serial, time: time, key: key, state: pressed ? .pressed : .released)
  }

  /// Gives the keys back.
  func end() { service.seat.keyboard.end(self) }

  func resourceDestroyed() { end() }
}

/// The `wl_keyboard` of `zwp_input_method_context_v1.grab_keyboard`: the same for the first version. It has no surface.
final class InputMethodKeyboard: WlKeyboardRequests, KeyboardGrab {
  private let resource: WlKeyboardResource
  private unowned let service: WindowService

  init(_ resource: WlKeyboardResource, _ service: WindowService) {
    self.resource = resource
    self.service = service
  }

  var client: Client { resource.client }

  func sendKeymap(_ file: SentKeymap) {
    file.send(on: resource) { resource.sendKeymap(format: .xkbV1, fd: $0, size: $1) }
  }

  func sendModifiers(_ masks: ModifierMasks, serial: UInt32) {
    resource.sendModifiers(
      serial: serial, modsDepressed: masks.depressed, modsLatched: masks.latched, modsLocked: masks.locked, group: masks.group)
  }

  func sendKey(_ key: UInt32, pressed: Bool, serial: UInt32, time: UInt32) {
    resource.sendKey(serial: serial, time: time, key: key, state: pressed ? .pressed : .released)
  }

  /// Gives the keys back.
  func end() { service.seat.keyboard.end(self) }

  func resourceDestroyed() { end() }
}
