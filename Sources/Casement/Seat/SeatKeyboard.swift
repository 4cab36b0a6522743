internal import CasementControl
internal import Input
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// The seat's keyboard: what is held, and who hears of it.
///
/// Keys come from the seat's own keyboard and from virtual ones. Who hears of one is sent the keymap of where it comes from first; modifiers
/// held on any of them count for all.
final class SeatKeyboard {
  private unowned let service: WindowService
  private let own: KeySource
  /// The keymap that the seat's own keyboard began with, as clients got it: who has it need not get it again when it is back.
  private let usual: SentKeymap
  private var virtual: [KeySource] = []
  /// The keys that are down, in the order in which they were pressed.
  private var held: [HeldKey] = []
  /// What the client with the keyboard knows; its keymap is kept with the client, whose other windows know it too.
  private var ear: KeyEar
  /// Who takes the keys, the latest last, and what it knows.
  private var grabs: [(grab: any KeyboardGrab, ear: KeyEar, late: LateGrab)] = []
  private let repeater: KeyRepeater
  /// The surface that has the keyboard, or will have it when its client reads.
  private(set) var target: Surface?
  /// What clients that do not read are to be told of the keyboard when they do.
  private var late: [ClientID: LateKeyboard] = [:]
  /// Whether something is typed: who hears of it is told before, read or unread.
  private var isTyping = false
  /// Whether nobody has the keyboard although there is a target: a host took it away.
  var isAbsent = false
  /// Key repeats a second, and after how many milliseconds the first comes.
  private(set) var repeats: (rate: Int32, delay: Int32)

  /// A key that is down on one or more keyboards.
  private struct HeldKey {
    let key: UInt32
    var devices: [InputDevice]
    /// Whether a grab was told of it instead of the client with the keyboard.
    let isGrabbed: Bool
    /// Whether who was to hear of it reads nothing, and was not told.
    var isUnheard = false
  }

  init(_ service: WindowService) throws(ServiceError) {
    self.service = service
    repeats = (service.configuration.repeatRate, service.configuration.repeatDelay)
    let names = service.configuration.keymap
    guard names.isPrintable else { throw .keymap("its name has characters that no name has") }
    do {
      let keymap = try Keymap(KeymapNames(layout: names.layout, variant: names.variant, options: names.options))
      usual = SentKeymap(keymap)
      own = KeySource(.standard, keymap: keymap, file: usual)
    } catch {
      throw .keymap("\(error)")
    }
    ear = KeyEar(source: own)
    repeater = KeyRepeater(service)
  }

  /// The seat's own keyboard, which no client has made.
  var state: KeyboardState { own.state }

  /// The keys that the client with the keyboard has been told of, or is when it gets the keyboard.
  var heldKeys: [UInt32] { held.filter { !$0.isGrabbed && !$0.isUnheard }.map(\.key) }

  /// The surface that has the keyboard, as its client has been told.
  var focus: Surface? {
    guard let target, !isAbsent else { return nil }
    return late.isEmpty || late[target.client.id]?.isLeft != true ? target : nil
  }

  // MARK: Events of devices

  /// Presses or releases a key of the seat's own keyboard, numbered as Linux does. - Returns: the surface that was told.
  ///
  /// - Parameter drivesModifiers: false for a device that states the modifiers itself.
  @discardableResult
  func key(_ key: UInt32, pressed: Bool, on device: InputDevice = .standard, drivesModifiers: Bool = true) -> Surface? {
    change(key, pressed: pressed, on: own, device, drivesModifiers: drivesModifiers)
  }

  /// Presses or releases a key of a virtual keyboard. - Returns: the surface that was told.
  @discardableResult
  func key(_ key: UInt32, pressed: Bool, on source: KeySource) -> Surface? {
    change(key, pressed: pressed, on: source, source.device, drivesModifiers: false)
  }

  /// Sets the modifiers of the seat's own keyboard as its device says that it has computed them.
  func setModifiers(_ masks: ModifierMasks) { setModifiers(masks, on: own) }

  /// Sets the modifiers as a virtual keyboard says that it has computed them.
  func setModifiers(_ masks: ModifierMasks, on source: KeySource) {
    _ = source.state.setModifiers(masks)
    hear(from: source)
  }

  /// Gives the seat's own keyboard another keymap; held keys stay held. Clients learn of it when they have the keyboard.
  ///
  /// - Throws: where the system cannot keep it in a file.
  func setKeymap(_ keymap: Keymap) throws(SystemCallError) {
    guard keymap !== own.state.keymap else { return }
    own.setKeymap(keymap, try file(for: keymap))
    if ear.source === own || grab != nil { hear(from: own) }
  }

  /// Makes a virtual keyboard.
  ///
  /// - Throws: where the system cannot keep its keymap in a file.
  func makeSource(for client: Client, keymap: Keymap) throws(SystemCallError) -> KeySource {
    let source = KeySource(service.seat.makeDevice(), of: client, keymap: keymap, file: try file(for: keymap))
    virtual.append(source)
    return source
  }

  /// How many virtual keyboards with a keymap a client has.
  func sourceCount(of client: Client) -> Int { virtual.count { $0.client === client } }

  /// Gives a virtual keyboard another keymap, which clients learn before its next key.
  func setKeymap(_ keymap: Keymap, of source: KeySource) throws(SystemCallError) { source.setKeymap(keymap, try file(for: keymap)) }

  /// A virtual keyboard is gone: what it held is released, and the seat's own keymap is back.
  func remove(_ source: KeySource) {
    for key in held.reversed() where key.devices.contains(source.device) {
      change(key.key, pressed: false, on: source, source.device, drivesModifiers: false)
    }
    virtual.removeAll { $0 === source }
    for index in grabs.indices where grabs[index].ear.source === source { grabs[index].ear.source = own }
    if ear.source === source { ear.source = own }
    syncTarget()
    if grab != nil { syncGrab() }
  }

  /// Releases what a device that goes away still holds on the seat's own keyboard.
  func releaseAll(on device: InputDevice) {
    for key in own.state.heldKeys.reversed() { change(key, pressed: false, on: own, device, drivesModifiers: true) }
  }

  /// A file for `keymap`, the same for the same text: who knows it need not be told again.
  private func file(for keymap: Keymap) throws(SystemCallError) -> SentKeymap {
    if keymap === usual.keymap { return usual }
    for source in [own] + virtual where source.state.keymap === keymap || source.state.keymap.text == keymap.text { return source.file }
    let made = SentKeymap(keymap)
    try made.make()
    return made
  }

  @discardableResult
  private func change(
    _ key: UInt32, pressed: Bool, on source: KeySource, _ device: InputDevice, drivesModifiers: Bool
  ) -> Surface? {
    service.seat.userActivity()
    if isAbsent { returnKeyboard() }
    guard pressed ? held.count < Self.mostHeldKeys || isHeld(key) : source.state.isHeld(key) else { return nil }
    isTyping = true
    defer { isTyping = false }
    let isGrabbed =
      pressed ? isGrabbed(source) : held.first { $0.key == key && $0.devices.contains(source.device) }?.isGrabbed ?? isGrabbed(source)
    if !isGrabbed, let target { tellWhatWaits(for: target.client) }
    if pressed, !held.contains(where: { $0.key == key && $0.isGrabbed == isGrabbed }) { hear(from: source) }
    let change =
      pressed
      ? source.state.press(key, on: device, drivesModifiers: drivesModifiers) : source.state.release(key, on: device)
    var told: Surface?
    let isUnheard = !pressed && held.contains { $0.key == key && $0.isGrabbed == isGrabbed && $0.isUnheard }
    if change.isNew, note(key, pressed: pressed, source.device, isGrabbed: isGrabbed), !isUnheard {
      if !pressed, !isGrabbed { hear(from: source, modifiers: false) }
      if send(key, pressed: pressed, toGrab: isGrabbed) { told = focus }
    }
    hear(from: source)
    return service.seat.told(told, .key(key, isPressed: pressed, name: source.state.name(of: key)))
  }

  /// The most keys that all keyboards hold together: whoever gets the keyboard is told all of them in one event, which has 4096 bytes.
  private static let mostHeldKeys = 512

  private func isHeld(_ key: UInt32) -> Bool { held.contains { $0.key == key } }

  /// The keys of the seat's own keyboard are others, with nobody told: a host gave or took its own.
  func adoptHeldKeys() {
    let keys = own.state.heldKeys
    for key in held where key.devices.contains(.standard) && !keys.contains(key.key) {
      _ = note(key.key, pressed: false, .standard, isGrabbed: key.isGrabbed)
    }
    for key in keys where !held.contains(where: { $0.key == key && $0.devices.contains(.standard) }) {
      _ = note(key, pressed: true, .standard, isGrabbed: isGrabbed(own))
    }
  }

  /// Counts the keyboards that hold a key: those that a grab hears of, and those that the client with the keyboard does.
  ///
  /// - Returns: whether it went down on the first of them, or up on the last.
  private func note(_ key: UInt32, pressed: Bool, _ device: InputDevice, isGrabbed: Bool) -> Bool {
    guard let index = held.firstIndex(where: { $0.key == key && $0.isGrabbed == isGrabbed }) else {
      if pressed { held.append(HeldKey(key: key, devices: [device], isGrabbed: isGrabbed)) }
      return pressed
    }
    if pressed {
      held[index].devices.append(device)
      return false
    }
    if let holder = held[index].devices.firstIndex(of: device) { held[index].devices.remove(at: holder) }
    guard held[index].devices.isEmpty else { return false }
    held.remove(at: index)
    return true
  }

  // MARK: Grabs

  private var grab: (any KeyboardGrab)? { service.model.isLocked ? nil : grabs.last?.grab }

  /// Whether the grab takes the keys of `source`: those that its own client sends go on to the window.
  private func isGrabbed(_ source: KeySource) -> Bool { grab.map { source.client !== $0.client } ?? false }

  /// An input method takes the keys. Those that are held are released to who was told of them.
  func begin(_ grab: any KeyboardGrab) {
    grabs.append((grab, KeyEar(source: own), LateGrab(grab.client, self)))
    repeater.cancel()
    if !service.model.isLocked { syncGrab() }
  }

  func end(_ grab: any KeyboardGrab) {
    for ended in grabs where ended.grab === grab { service.lateNews.forget(ended.late) }
    grabs.removeAll { $0.grab === grab }
    if grabs.isEmpty { syncTarget() } else if !service.model.isLocked { syncGrab() }
  }

  // MARK: Telling

  /// Whoever hears of `source` knows its keymap and the modifiers from now on.
  private func hear(from source: KeySource, modifiers: Bool = true) {
    if isGrabbed(source) {
      grabs[grabs.count - 1].ear.source = source
      syncGrab()
    } else {
      ear.source = source
      syncTarget(modifiers: modifiers)
    }
  }

  /// Sends a key to who hears of it. - Returns: whether there is somebody.
  private func send(_ key: UInt32, pressed: Bool, toGrab: Bool) -> Bool {
    let time = service.clock.milliseconds
    if toGrab {
      guard let grab else { return false }
      if pressed, !grab.client.maySendInput(bytes: 24) { return isUnheard(key, isGrabbed: true) }
      grab.sendKey(key, pressed: pressed, serial: service.nextSerial(), time: time)
      return true
    }
    guard let target = focus else { return false }
    if pressed, !target.client.maySendInput(bytes: 24 * keyboards(of: target).count) { return isUnheard(key, isGrabbed: false) }
    let serial = service.seat.ledger.next(pressed ? .keyPress : .keyRelease, to: target.client.id, on: target.node.id, at: time)
    for keyboard in keyboards(of: target) {
      keyboard.sendKey(serial: serial, time: time, key: key, state: pressed ? .pressed : .released)
    }
    let isHeard = !keyboards(of: target).isEmpty
    if !pressed {
      repeater.release(key)
    } else if keyboards(of: target).contains(where: { $0.version >= Self.repeatingVersion }) {
      // clients of older versions repeat keys themselves
      repeater.press(key, repeats: ear.source.state.keymap.repeats(key)) { [unowned self] in self.sendRepeat(key, at: $0) }
    }
    return isHeard
  }

  /// A key was pressed that who was to hear of it is not told of, nor of its release. - Returns: false.
  private func isUnheard(_ key: UInt32, isGrabbed: Bool) -> Bool {
    if let index = held.firstIndex(where: { $0.key == key && $0.isGrabbed == isGrabbed }) { held[index].isUnheard = true }
    return false
  }

  private func sendRepeat(_ key: UInt32, at time: UInt32) {
    // a key that goes on to be held is nothing to fill a socket with
    guard let target = focus, target.client.maySend(1) else { return }
    let serial = service.seat.ledger.next(.keyPress, to: target.client.id, on: target.node.id, at: time)
    for keyboard in keyboards(of: target) where keyboard.version >= Self.repeatingVersion {
      keyboard.sendKey(serial: serial, time: time, key: key, state: .repeated)
    }
  }

  /// The version of `wl_keyboard` from which on keys are repeated here.
  private static let repeatingVersion: UInt32 = 10

  private func syncTarget(modifiers: Bool = true) {
    guard let target = focus else { return }
    let masks = self.modifiers(of: ear.source) { !isGrabbed($0) }
    let isKeymapNew = service.seat.client(target.client.id).keymapSent !== ear.source.file
    guard isKeymapNew || ((modifiers || ear.modifiers == nil) && ear.modifiers != masks) else { return }
    // who types is told before the key, as long as the key is
    let mayTell =
      isTyping
      ? target.client.maySendInput(bytes: 32 * keyboards(of: target).count)
      : late[target.client.id] == nil && maySend(to: target.client, withFile: isKeymapNew)
    guard mayTell else { return wait(target.client, believing: target, isLeft: false) }
    if sendKeymap(to: target.client) { ear.modifiers = nil }
    guard modifiers || ear.modifiers == nil, ear.modifiers != masks else { return }
    ear.modifiers = masks
    let serial = ledger(.modifiers, target)
    for keyboard in keyboards(of: target) { send(masks, to: keyboard, serial: serial) }
  }

  func syncGrab() {
    guard let (grab, known, late) = grabs.last else { return }
    var ear = known
    let masks = modifiers(of: ear.source) { isGrabbed($0) }
    guard ear.file !== ear.source.file || ear.modifiers != masks else { return service.lateNews.forget(late) }
    guard isTyping ? grab.client.maySendInput(bytes: 32) : service.lateNews.maySend(32, by: late) else {
      return service.lateNews.wait(late)
    }
    if ear.file !== ear.source.file {
      ear.file = ear.source.file
      ear.modifiers = nil
      grab.sendKeymap(ear.source.file)
    }
    if ear.modifiers != masks {
      ear.modifiers = masks
      grab.sendModifiers(masks, serial: service.nextSerial())
    }
    grabs[grabs.count - 1].ear = ear
  }

  /// The modifiers of `source`, with those held on the other keyboards that `counts` names.
  private func modifiers(of source: KeySource, counting counts: (KeySource) -> Bool) -> ModifierMasks {
    var masks = source.state.modifiers
    for other in [own] + virtual where other !== source && other.state.modifiers.depressed != 0 && counts(other) {
      masks.depressed |= KeyboardState.translate(other.state.modifiers.depressed, from: other.state.keymap, to: source.state.keymap)
    }
    return masks
  }

  // MARK: Who has the keyboard

  /// Looks again who gets keys: the lock, else the topmost popup that grabs, else the key window.
  func retarget() {
    let next = wanted
    guard next !== target else { return }
    repeater.cancel()
    if let old = target, !isAbsent { leave(old) }
    if next?.client !== target?.client {
      target = nil
      service.controller?.typer.keyboardMoved()
    }
    target = next
    tellTarget()
  }

  /// The keyboard was taken from its target, or given back: the target is told, and who follows the keyboard.
  func targetChanged() {
    repeater.cancel()
    tellTarget()
  }

  /// Tells the target that it has the keyboard, or has it told when its client reads. Until then the client has it in no respect.
  private func tellTarget() {
    if let target, !isAbsent {
      let client = target.client
      if late[client.id] == nil, !isTyping, !maySend(to: client, withFile: service.seat.client(client.id).keymapSent !== ear.source.file) {
        wait(client, believing: nil, isLeft: true)
      }
    }
    service.seat.selections.focusMoved(to: focus?.client)
    if let focus { enter(focus) }
    service.keyboardTargetChanged()
  }

  // MARK: Clients that do not read

  /// Whether a client may be sent that the keyboard came or went, or what its modifiers are.
  private func maySend(to client: Client, withFile: Bool = false) -> Bool {
    let keyboards = (32 + 4 * held.count) * (service.seat.knownClient(client.id)?.keyboards.count ?? 0)
    let bytes = keyboards + 16 * service.seat.textInputs.count(of: client)
    return service.lateNews.maySend(bytes, to: client) && (!withFile || client.maySendFile())
  }

  private func wait(_ client: Client, believing believed: Surface?, isLeft: Bool) {
    if let known = late[client.id] {
      if isLeft { known.isLeft = true }
      return
    }
    let made = LateKeyboard(client, self, believing: believed, isLeft: isLeft)
    late[client.id] = made
    service.lateNews.wait(made)
  }

  /// Tells a client at once how things are, before it hears of what follows from them; where hardly anything fits, it still waits.
  private func tellWhatWaits(for client: Client) {
    guard !late.isEmpty, let waiting = late[client.id], client.maySendInput(bytes: 64) else { return }
    service.lateNews.forget(waiting)
    catchUp(waiting)
  }

  /// The client reads again: it is told what it missed, as far as it still matters.
  func catchUp(_ waiting: LateKeyboard) {
    let client = waiting.client
    late[client.id] = nil
    if waiting.isRepeatNew { for keyboard in service.seat.knownClient(client.id)?.keyboards ?? [] { sendRepeatInfo(on: keyboard) } }
    guard waiting.isLeft else { return syncTarget() }
    if let believed = waiting.believed { sendLeave(believed) }
    if target?.client === client { tellTarget() }
  }

  /// Changes how keys repeat; every client that repeats them itself is told.
  func setRepeat(rate: Int32, delay: Int32) {
    guard repeats != (rate, delay) else { return }
    repeats = (rate, delay)
    repeater.setRate(perSecond: Int(rate), delay: Int(delay))
    for client in service.seat.clientsWithKeyboards {
      if late[client.id] == nil, maySend(to: client) {
        for keyboard in service.seat.client(client.id).keyboards { sendRepeatInfo(on: keyboard) }
      } else {
        let believed = target.flatMap { $0.client === client ? $0 : nil }
        wait(client, believing: believed, isLeft: believed == nil)
        late[client.id]?.isRepeatNew = true
      }
    }
  }

  private func sendRepeatInfo(on keyboard: WlKeyboardResource) {
    keyboard.sendRepeatInfo(rate: keyboard.version >= Self.repeatingVersion ? 0 : repeats.rate, delay: repeats.delay)
  }

  private var wanted: Surface? {
    let popup = service.seat.popupGrabs.last { $0.shownScreen != nil && !$0.isDismissed }
    if let popup, !service.model.isLocked { return popup.surface }
    return service.model.key.flatMap { service.clientWindows[$0]?.surface }
  }

  func leave(_ surface: Surface) {
    let client = surface.client
    guard late[client.id] == nil, isTyping || maySend(to: client) else {
      return wait(client, believing: surface, isLeft: true)
    }
    sendLeave(surface)
  }

  private func sendLeave(_ surface: Surface) {
    let serial = ledger(.keyboardLeave, surface)
    for keyboard in keyboards(of: surface) { keyboard.sendLeave(serial: serial, surface: surface.resource) }
  }

  private func enter(_ surface: Surface) {
    sendKeymap(to: surface.client)
    let serial = ledger(.keyboardEnter, surface)
    for keyboard in keyboards(of: surface) { keyboard.sendEnter(serial: serial, surface: surface.resource, keys: heldKeys) }
    ear.modifiers = modifiers(of: ear.source) { !isGrabbed($0) }
    let modifiersSerial = ledger(.modifiers, surface)
    for keyboard in keyboards(of: surface) { send(ear.modifiers!, to: keyboard, serial: modifiersSerial) }
  }

  func forget(_ surface: Surface) {
    if let waiting = late[surface.client.id], waiting.believed === surface { (waiting.believed, waiting.isLeft) = (nil, true) }
    guard surface === target else { return }
    loseTarget()
  }

  func forget(_ client: Client) {
    if let waiting = late.removeValue(forKey: client.id) { service.lateNews.forget(waiting) }
    guard target?.client === client else { return }
    loseTarget()
  }

  private func loseTarget() {
    target = nil
    repeater.cancel()
    service.seat.selections.focusMoved(to: nil)
    retarget()
    if target == nil { service.keyboardTargetChanged() }
  }

  // MARK: What clients know

  /// Tells a client what waits for it, before it has another keyboard: that one is told by itself.
  func tellAll(_ client: Client) {
    guard !late.isEmpty, let waiting = late[client.id] else { return }
    service.lateNews.forget(waiting)
    catchUp(waiting)
  }

  /// Tells a new `wl_keyboard` its keymap, and where its client has the keyboard.
  func announce(to resource: WlKeyboardResource) {
    let client = service.seat.client(resource.client.id)
    let hasKeyboard = focus?.client === resource.client
    let file = hasKeyboard ? ear.source.file : client.keymapSent ?? own.file
    if client.keymapSent == nil || client.keymapSent === file {
      client.keymapSent = file
      sendKeymap(file, on: resource)
    } else {
      sendKeymap(to: resource.client)
    }
    sendRepeatInfo(on: resource)
    guard let target, hasKeyboard else { return }
    resource.sendEnter(serial: ledger(.keyboardEnter, target), surface: target.resource, keys: heldKeys)
    send(modifiers(of: ear.source) { !isGrabbed($0) }, to: resource, serial: ledger(.modifiers, target))
  }

  /// Tells all keyboards of a client the keymap of the keys that come. - Returns: false where it knows.
  @discardableResult
  private func sendKeymap(to client: Client) -> Bool {
    let seatClient = service.seat.client(client.id)
    let file = ear.source.file
    guard seatClient.keymapSent !== file else { return false }
    seatClient.keymapSent = file
    for keyboard in seatClient.keyboards { sendKeymap(file, on: keyboard) }
    return true
  }

  private func sendKeymap(_ file: SentKeymap, on keyboard: WlKeyboardResource) {
    file.send(on: keyboard) { keyboard.sendKeymap(format: .xkbV1, fd: $0, size: $1) }
  }

  private func send(_ masks: ModifierMasks, to keyboard: WlKeyboardResource, serial: UInt32) {
    keyboard.sendModifiers(
      serial: serial, modsDepressed: masks.depressed, modsLatched: masks.latched, modsLocked: masks.locked, group: masks.group)
  }

  private func ledger(_ kind: SerialLedger<ClientID, SurfaceID>.Kind, _ surface: Surface) -> UInt32 {
    service.seat.ledger.next(kind, to: surface.client.id, on: surface.node.id, at: service.clock.milliseconds)
  }

  private func keyboards(of surface: Surface) -> [WlKeyboardResource] { service.seat.knownClient(surface.client.id)?.keyboards ?? [] }
}
