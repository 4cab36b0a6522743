internal import Input
internal import WaylandProtocols
internal import WaylandServer

/// `zwp_virtual_keyboard_manager_v1`: keyboards on which clients press keys.
final class VirtualKeyboardManager: ZwpVirtualKeyboardManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func createVirtualKeyboard(seat: WlSeatResource, id: ZwpVirtualKeyboardV1Resource) throws(ProtocolError) {
    id.handler = VirtualKeyboard(id, service)
  }
}

/// `zwp_virtual_keyboard_v1`: a keyboard with the keymap that its client gives it.
final class VirtualKeyboard: ZwpVirtualKeyboardV1Requests {
  private let resource: ZwpVirtualKeyboardV1Resource
  private unowned let service: WindowService
  /// Nil until there is a keymap.
  private var source: KeySource?

  /// More keyboards of one client than this end it: each has a keymap in a file that stays open.
  private static let most = 64

  init(_ resource: ZwpVirtualKeyboardV1Resource, _ service: WindowService) {
    self.resource = resource
    self.service = service
  }

  func keymap(format: WlKeyboard.KeymapFormat, fd: consuming OwnedFileDescriptor, size: UInt32) throws(ProtocolError) {
    guard format == .xkbV1 else {
      throw .zwpVirtualKeyboardV1(.invalidKeymapFormat, "\(format.rawValue) is not the format of a keymap that is known: xkb_v1 (1)")
    }
    if source == nil, service.seat.keyboard.sourceCount(of: resource.client) >= Self.most {
      throw .tooMuch("more than \(Self.most) virtual keyboards")
    }
    let keymap: Keymap
    do throws(KeymapError) { keymap = try Keymap(descriptor: fd.borrowed, size: Int(size)) } catch {
      throw .zwpVirtualKeyboardV1(.noKeymap, "no keymap: \(error)")
    }
    do throws(SystemCallError) {
      if let source {
        try service.seat.keyboard.setKeymap(keymap, of: source)
      } else {
        source = try service.seat.keyboard.makeSource(for: resource.client, keymap: keymap)
      }
    } catch { throw .noMemory }
  }

  private func known() throws(ProtocolError) -> KeySource {
    guard let source else { throw .zwpVirtualKeyboardV1(.noKeymap, "a virtual keyboard has no keys before it has a keymap") }
    return source
  }

  func key(time: UInt32, key: UInt32, state: UInt32) throws(ProtocolError) {
    let source = try known()
    guard state <= 1 else { throw .implementation("\(state) is no state of a key; there are 0 and 1") }
    service.beginCommit()
    let told = service.seat.keyboard.key(key, pressed: state == 1, on: source)
    service.endCommit()
    if let told { service.answers.expectAnswer(from: told.client) }
  }

  func modifiers(modsDepressed: UInt32, modsLatched: UInt32, modsLocked: UInt32, group: UInt32) throws(ProtocolError) {
    service.seat.keyboard.setModifiers(
      ModifierMasks(depressed: modsDepressed, latched: modsLatched, locked: modsLocked, group: group), on: try known())
  }

  func resourceDestroyed() {
    if let source { service.seat.keyboard.remove(source) }
  }
}
