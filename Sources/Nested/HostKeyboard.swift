internal import Casement
internal import Glibc
internal import Input
internal import WaylandClient
internal import WaylandProtocols

/// The host's keyboard: its keys are ours while it is on one of our windows.
final class HostKeyboard {
  private let proxy: WlKeyboardProxy
  private unowned let seat: HostSeat
  private(set) var window: HostWindow?
  private var held: Set<UInt32> = []
  /// Keeps the host from taking keys for itself.
  private var inhibitor: ZwpKeyboardShortcutsInhibitorV1Proxy?

  init(_ proxy: WlKeyboardProxy, _ seat: HostSeat) {
    self.proxy = proxy
    self.seat = seat
    proxy.onEvent = { [unowned self] in self.handle($0) }
  }

  private var service: WindowService { seat.backend.service }
  /// Whether the host's modifiers count: its keymap is ours then.
  private var followsHost: Bool { !seat.backend.options.hasOwnKeymap }

  private func handle(_ event: WlKeyboardEvent) {
    switch event {
    case .keymap(let format, let descriptor, let size):
      defer { close(descriptor) }
      guard followsHost, format == .xkbV1 else { return }
      do throws(KeymapError) {
        service.hostKeymap(try Keymap(descriptor: descriptor, size: Int(size)))
      } catch {
        seat.backend.tell("the host's keymap cannot be used: \(error)")
      }
    case .enter(let serial, let surface, let keys):
      guard let surface, let window = seat.backend.window(of: surface) else { return }
      seat.lastSerial = serial
      self.window = window
      held = Set(keys.words)
      service.hostGaveKeyboard(keys: keys.words, on: seat.device, drivesModifiers: !followsHost)
      seat.keyboardCame()
    case .leave: lose()
    case .key(let serial, _, let key, let state):
      seat.pressed(serial)
      // a key that was held before the keyboard came to us is known from enter; any other release is not ours
      guard window != nil, state == .pressed ? held.insert(key).inserted : held.remove(key) != nil else { return }
      service.hostKey(key, pressed: state == .pressed, on: seat.device, drivesModifiers: !followsHost)
    case .modifiers(_, let depressed, let latched, let locked, let group):
      guard followsHost, window != nil else { return }
      service.hostModifiers(ModifierMasks(depressed: depressed, latched: latched, locked: locked, group: group))
    case .repeatInfo(let rate, let delay):
      if !seat.backend.options.hasOwnRepeat { service.hostRepeats(rate: rate, delay: delay) }
    }
  }

  /// Asks the host for every key while somebody here does.
  func updateInhibitor() {
    guard seat.host.link.canSend, let manager = seat.host.shortcuts else { return }
    let isWanted = window != nil && service.wantsEveryKey
    guard isWanted != (inhibitor != nil) else { return }
    if isWanted, let window {
      inhibitor = manager.inhibitShortcuts(surface: window.surface, seat: seat.proxy)
    } else {
      inhibitor?.destroy()
      inhibitor = nil
    }
  }

  private func lose() {
    guard window != nil else { return }
    window = nil
    updateInhibitor()
    held = []
    service.hostTookKeyboard(seat.device)
  }

  func windowClosed(_ closed: HostWindow) { if window === closed { lose() } }

  /// The device is gone.
  func end() {
    lose()
    if seat.host.link.canSend, proxy.version >= 3 { proxy.release() } else { proxy.destroyProxy() }
  }
}
