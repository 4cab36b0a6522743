internal import Input
internal import WaylandProtocols
internal import WaylandServer

/// `zwp_input_method_context_v1`: one text field, as long as it is active.
final class InputMethodContextV1: ZwpInputMethodContextV1Requests {
  let resource: ZwpInputMethodContextV1Resource
  private weak var method: InputMethodV1?
  private unowned let service: WindowService
  private var isActive = true
  /// What takes effect with the text that follows.
  private var next = TextEdit()
  private var cursor: Int32?
  private var styles: [(index: UInt32, length: UInt32, style: UInt32)] = []
  private var modifierNames: [String] = []
  private var told = TextFieldState()
  /// The keys that the client passes on come from here.
  private var source: KeySource?
  private var grabs: [InputMethodKeyboard] = []

  init(_ resource: ZwpInputMethodContextV1Resource, _ method: InputMethodV1, _ service: WindowService) {
    self.resource = resource
    self.method = method
    self.service = service
  }

  private var field: (any TextField)? {
    guard isActive, let method, service.seat.textInputs.method === method else { return nil }
    return service.seat.textInputs.active
  }

  private func perform(_ change: (inout TextEdit) -> Void) {
    var edit = next
    next = TextEdit()
    change(&edit)
    if isActive, let method { service.seat.textInputs.perform(edit, by: method) }
  }

  // MARK: Requests

  func commitString(serial: UInt32, text: String) throws(ProtocolError) { perform { $0.commit = text } }

  func preeditString(serial: UInt32, text: String, commit: String) throws(ProtocolError) {
    let place = cursor ?? Int32(clamping: text.utf8.count)
    let styles = self.styles
    (cursor, self.styles) = (nil, [])
    perform { $0.preedit = TextEdit.Preedit(text: text, begin: place, end: place, fallback: commit, styles: styles) }
  }

  func preeditStyling(index: UInt32, length: UInt32, style: UInt32) throws(ProtocolError) {
    if styles.count < 256 { styles.append((index, length, style)) }
  }

  func preeditCursor(index: Int32) throws(ProtocolError) { cursor = index }

  func deleteSurroundingText(index: Int32, length: UInt32) throws(ProtocolError) {
    // a part that does not touch the cursor cannot be told to newer clients: what lies between goes too
    let end = Int(index) + Int(length)
    next.deletion = (UInt32(clamping: max(0, -Int(index))), UInt32(clamping: max(0, end)))
  }

  func cursorPosition(index: Int32, anchor: Int32) throws(ProtocolError) { next.cursor = (index, anchor) }

  func modifiersMap(map: [UInt8]) throws(ProtocolError) {
    modifierNames = map.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    field?.modifiersMap(map)
  }

  func keysym(serial: UInt32, time: UInt32, sym: UInt32, state: UInt32, modifiers: UInt32) throws(ProtocolError) {
    guard let field, !field.keysym(sym, time: time, state: state, modifiers: modifiers) else { return }
    let names = modifierNames.indices.filter { $0 < 32 && modifiers & 1 << UInt32($0) != 0 }.map { modifierNames[$0] }
    press(sym, names, pressed: state == 1)
  }

  func grabKeyboard(keyboard: WlKeyboardResource) throws(ProtocolError) {
    guard isActive else { return }
    let made = InputMethodKeyboard(keyboard, service)
    keyboard.handler = made
    grabs.append(made)
    service.seat.keyboard.begin(made)
  }

  func key(serial: UInt32, time: UInt32, key: UInt32, state: UInt32) throws(ProtocolError) {
    guard isActive, let source = keys() else { return }
    service.seat.keyboard.key(key, pressed: state == 1, on: source)
  }

  func modifiers(serial: UInt32, modsDepressed: UInt32, modsLatched: UInt32, modsLocked: UInt32, group: UInt32) throws(ProtocolError) {
    guard isActive, let source = keys() else { return }
    service.seat.keyboard.setModifiers(
      ModifierMasks(depressed: modsDepressed, latched: modsLatched, locked: modsLocked, group: group), on: source)
  }

  func language(serial: UInt32, language: String) throws(ProtocolError) { field?.language(language) }
  func textDirection(serial: UInt32, direction: UInt32) throws(ProtocolError) { field?.textDirection(direction) }

  // MARK: Keys

  private func keys() -> KeySource? {
    if source == nil {
      source = try? service.seat.keyboard.makeSource(for: resource.client, keymap: service.seat.keyboard.state.keymap)
    }
    return source
  }

  /// Gives a field that knows no keysyms the key of the seat's keyboard that has it.
  private func press(_ keysym: UInt32, _ modifiers: [String], pressed: Bool) {
    guard let source = keys() else { return }
    let index = KeymapIndex(source.state.keymap)
    guard let stroke = index.stroke(forKeysym: keysym) else { return }
    let keyboard = service.seat.keyboard
    let masks = KeyboardState.masks(of: stroke.modifiers, named: modifiers, on: source.state.keymap)
    if pressed { keyboard.setModifiers(masks, on: source) }
    keyboard.key(stroke.key, pressed: pressed, on: source)
    if !pressed { keyboard.setModifiers(ModifierMasks(), on: source) }
  }

  // MARK: Events

  /// Tells the state of the field, as far as it is another than before.
  func send(_ field: any TextField) {
    let state = field.state
    if let text = state.surrounding, text != told.surrounding {
      resource.sendSurroundingText(text: text.text, cursor: text.cursor, anchor: text.anchor)
    }
    if let type = state.contentType, type != told.contentType {
      resource.sendContentType(hint: type.hint, purpose: type.purpose <= 8 ? type.purpose : type.purpose - 1)
    }
    if state.language != told.language { resource.sendPreferredLanguage(language: state.language) }
    told = state
    resource.sendCommitState(serial: field.serial)
  }

  func reset() { resource.sendReset() }
  func invokeAction(_ button: UInt32, _ index: UInt32) { resource.sendInvokeAction(button: button, index: index) }

  /// The field is not active any more.
  func end() {
    isActive = false
    for grab in grabs { grab.end() }
    grabs = []
    if let source { service.seat.keyboard.remove(source) }
    source = nil
  }

  func resourceDestroyed() {
    method?.forget(self)
    end()
  }
}
