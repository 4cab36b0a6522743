internal import CasementControl
internal import Input
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// The seat's keyboard: what is held, and who hears of it.
final class SeatKeyboard {
  private unowned let service: WindowService
  let state: KeyboardState
  /// The keymap as clients get it; nil before the first asks.
  private var file: KeymapFile?
  /// Counts the keymaps that there were; a client is sent the present one before it hears of keys.
  private var keymapNumber = 0
  /// The surface that has the keyboard.
  private(set) var target: Surface?
  /// Whether nobody has the keyboard although there is a target: a host took it away.
  var isAbsent = false
  /// Key repeats a second, and after how many milliseconds the first comes: what clients are told.
  private(set) var repeats: (rate: Int32, delay: Int32)

  init(_ service: WindowService) throws(ServiceError) {
    self.service = service
    repeats = (service.configuration.repeatRate, service.configuration.repeatDelay)
    let names = service.configuration.keymap
    do {
      let keymap = try Keymap(KeymapNames(layout: names.layout, variant: names.variant, options: names.options))
      state = KeyboardState(keymap: keymap)
    } catch {
      throw .keymap("\(error)")
    }
  }

  // MARK: Events of devices

  /// Presses or releases a key, numbered as Linux does. - Returns: the surface that was told.
  ///
  /// - Parameter drivesModifiers: false for a device that states the modifiers itself.
  @discardableResult
  func key(_ key: UInt32, pressed: Bool, on device: InputDevice = .standard, drivesModifiers: Bool = true) -> Surface? {
    service.seat.userActivity()
    if isAbsent { returnKeyboard() }
    let told = send(pressed ? state.press(key, on: device, drivesModifiers: drivesModifiers) : state.release(key, on: device))
    return service.seat.told(told, .key(key, isPressed: pressed, name: state.name(of: key)))
  }

  /// Releases what a device that goes away still holds.
  func releaseAll(on device: InputDevice) {
    for change in state.releaseAll(on: device) { send(change) }
  }

  @discardableResult
  private func send(_ change: KeyChange) -> Surface? {
    guard let target, !isAbsent else { return nil }
    if change.isNew {
      let time = service.clock.milliseconds
      let serial = service.seat.ledger.next(
        change.pressed ? .keyPress : .keyRelease, to: target.client.id, on: target.node.id, at: time)
      for keyboard in keyboards(of: target) {
        keyboard.sendKey(serial: serial, time: time, key: change.key, state: change.pressed ? .pressed : .released)
      }
    }
    if change.modifiers != nil { sendModifiers(to: target) }
    return target
  }

  /// Sets the modifiers as a device says that it has computed them.
  func setModifiers(_ masks: ModifierMasks) {
    if state.setModifiers(masks) != nil, let target, !isAbsent { sendModifiers(to: target) }
  }

  /// Gives the keyboard another keymap; held keys stay held. Clients learn of it when they have the keyboard.
  ///
  /// - Throws: where the system cannot keep it in a file.
  func setKeymap(_ keymap: Keymap) throws(SystemCallError) {
    guard keymap !== state.keymap else { return }
    file = try KeymapFile(text: keymap.text)
    state.setKeymap(keymap)
    keymapNumber += 1
    if let target, !isAbsent {
      sendKeymap(to: target.client)
      sendModifiers(to: target)
    }
  }

  // MARK: Who has the keyboard

  /// Looks again who gets keys: the lock, else the topmost popup that grabs, else the key window.
  func retarget() {
    let next = wanted
    guard next !== target else { return }
    if let old = target, !isAbsent { leave(old) }
    if next?.client !== target?.client {
      target = nil
      service.controller?.typer.keyboardMoved()
    }
    target = next
    service.seat.selections.focusMoved(to: isAbsent ? nil : next?.client)
    if let next, !isAbsent { enter(next) }
    service.keyboardTargetChanged()
  }

  /// The keyboard was taken from its target, or given back.
  func targetChanged() {
    service.seat.selections.focusMoved(to: isAbsent ? nil : target?.client)
    service.keyboardTargetChanged()
  }

  private var wanted: Surface? {
    let popup = service.seat.popupGrabs.last { $0.shownScreen != nil && !$0.isDismissed }
    if let popup, !service.model.isLocked { return popup.surface }
    return service.model.key.flatMap { service.clientWindows[$0]?.surface }
  }

  func leave(_ surface: Surface) {
    let serial = ledger(.keyboardLeave, surface)
    for keyboard in keyboards(of: surface) { keyboard.sendLeave(serial: serial, surface: surface.resource) }
  }

  func enter(_ surface: Surface) {
    sendKeymap(to: surface.client)
    let serial = ledger(.keyboardEnter, surface)
    for keyboard in keyboards(of: surface) {
      keyboard.sendEnter(serial: serial, surface: surface.resource, keys: state.heldKeys)
    }
    sendModifiers(to: surface)
  }

  func forget(_ surface: Surface) {
    guard surface === target else { return }
    loseTarget()
  }

  func forget(_ client: Client) {
    guard target?.client === client else { return }
    loseTarget()
  }

  private func loseTarget() {
    target = nil
    service.seat.selections.focusMoved(to: nil)
    retarget()
  }

  // MARK: Sending

  /// Tells a new `wl_keyboard` its keymap, and where its client has the keyboard.
  func announce(to resource: WlKeyboardResource) {
    sendKeymap(on: resource)
    service.seat.client(resource.client.id).keymapSent = keymapNumber
    resource.sendRepeatInfo(rate: repeats.rate, delay: repeats.delay)
    guard let target, target.client === resource.client, !isAbsent else { return }
    resource.sendEnter(serial: ledger(.keyboardEnter, target), surface: target.resource, keys: state.heldKeys)
    sendModifiers(on: resource, serial: ledger(.modifiers, target))
  }

  /// Changes how keys repeat; every client is told.
  func setRepeat(rate: Int32, delay: Int32) {
    guard repeats != (rate, delay) else { return }
    repeats = (rate, delay)
    for keyboard in service.seat.allKeyboards { keyboard.sendRepeatInfo(rate: rate, delay: delay) }
  }

  private func sendKeymap(to client: Client) {
    let seatClient = service.seat.client(client.id)
    guard seatClient.keymapSent != keymapNumber else { return }
    seatClient.keymapSent = keymapNumber
    for keyboard in seatClient.keyboards { sendKeymap(on: keyboard) }
  }

  private func sendKeymap(on keyboard: WlKeyboardResource) {
    do {
      let file = try file ?? KeymapFile(text: state.keymap.text)
      self.file = file
      file.withDescriptor { keyboard.sendKeymap(format: .xkbV1, fd: $0, size: UInt32(file.size)) }
    } catch {
      keyboard.client.post(.noMemory, from: keyboard)
    }
  }

  private func sendModifiers(to surface: Surface) {
    let serial = ledger(.modifiers, surface)
    for keyboard in keyboards(of: surface) { sendModifiers(on: keyboard, serial: serial) }
  }

  private func sendModifiers(on keyboard: WlKeyboardResource, serial: UInt32) {
    let masks = state.modifiers
    keyboard.sendModifiers(
      serial: serial, modsDepressed: masks.depressed, modsLatched: masks.latched, modsLocked: masks.locked, group: masks.group)
  }

  private func ledger(_ kind: SerialLedger<ClientID, SurfaceID>.Kind, _ surface: Surface) -> UInt32 {
    service.seat.ledger.next(kind, to: surface.client.id, on: surface.node.id, at: service.clock.milliseconds)
  }

  private func keyboards(of surface: Surface) -> [WlKeyboardResource] { service.seat.knownClient(surface.client.id)?.keyboards ?? [] }
}

/// `wl_keyboard`.
final class KeyboardObject: WlKeyboardRequests {
  private let resource: WlKeyboardResource
  private let seat: Seat

  init(_ resource: WlKeyboardResource, _ seat: Seat) {
    self.resource = resource
    self.seat = seat
  }

  func resourceDestroyed() { seat.knownClient(resource.client.id)?.keyboards.removeAll { $0 === resource } }
}
