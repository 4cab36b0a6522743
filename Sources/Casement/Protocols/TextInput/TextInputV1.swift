internal import Geometry
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `zwp_text_input_manager_v1`: makes text inputs of the first version, which many toolkits still speak.
final class TextInputManagerV1: ZwpTextInputManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func createTextInput(id: ZwpTextInputV1Resource) throws(ProtocolError) { id.handler = TextInputV1(id, service.seat.textInputs) }
}

/// `zwp_text_input_v1`: one text field of a client.
///
/// Its client says when it is the active one, and states take effect as they come: not all clients send `commit_state`.
final class TextInputV1: ZwpTextInputV1Requests, TextField, NewsTeller {
  private let resource: ZwpTextInputV1Resource
  private unowned let inputs: TextInputs
  /// The surface it is active on.
  private(set) var surface: Surface?
  private(set) var state = TextFieldState()
  private(set) var serial: UInt32 = 0
  private(set) var wantsPanel = false
  private var isPanelShown = false
  /// What the client, which does not read, is to be told when it does.
  private var late = Late()

  private struct Late {
    var map: [UInt8]?
    var language: String?
    var direction: UInt32?
    var isPanelShown: Bool?
  }
  private var hasPreedit = false

  init(_ resource: ZwpTextInputV1Resource, _ inputs: TextInputs) {
    self.resource = resource
    self.inputs = inputs
  }

  // MARK: Requests

  func activate(seat: WlSeatResource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface, inputs.hasFocus(target) else { return }
    // editors ask with each click; what is being composed goes on
    if inputs.active === self, self.surface === target { return }
    self.surface = target
    inputs.activate(self, replaces: true)
    resource.sendEnter(surface: target.resource)
  }

  func deactivate(seat: WlSeatResource) throws(ProtocolError) {
    inputs.deactivate(self)
    deactivated()
  }

  func showInputPanel() throws(ProtocolError) {
    wantsPanel = true
    inputs.refreshPanels()
  }

  func hideInputPanel() throws(ProtocolError) {
    wantsPanel = false
    inputs.refreshPanels()
  }

  func reset() throws(ProtocolError) {
    hasPreedit = false
    if inputs.active === self { inputs.method?.reset(self) }
  }

  func setSurroundingText(text: String, cursor: UInt32, anchor: UInt32) throws(ProtocolError) {
    state.surrounding = TextFieldState.Surrounding(text, cursor: Int(cursor), anchor: Int(anchor))
    inputs.changed(self)
  }

  func setContentType(hint: ZwpTextInputV1.ContentHint, purpose: ZwpTextInputV1.ContentPurpose) throws(ProtocolError) {
    state.contentType = TextFieldState.ContentType(hint: hint.rawValue, purpose: Self.purpose(purpose.rawValue))
    inputs.changed(self)
  }

  func setCursorRectangle(x: Int32, y: Int32, width: Int32, height: Int32) throws(ProtocolError) {
    state.cursor = Rect(x: Int(x), y: Int(y), width: max(0, Int(width)), height: max(0, Int(height)))
    inputs.refreshPanels()
  }

  func setPreferredLanguage(language: String) throws(ProtocolError) {
    state.language = language
    inputs.changed(self)
  }

  func commitState(serial: UInt32) throws(ProtocolError) {
    self.serial = serial
    inputs.changed(self)
  }

  func invokeAction(button: UInt32, index: UInt32) throws(ProtocolError) {
    if inputs.active === self { inputs.method?.invokeAction(button: button, index: index) }
  }

  /// The purpose as version 3 numbers it: that one has the PIN after the password.
  static func purpose(_ purpose: UInt32) -> UInt32 { purpose <= 8 ? purpose : purpose &+ 1 }

  // MARK: Events

  func deactivated() {
    guard surface != nil else { return }
    surface = nil
    hasPreedit = false
    panelChanged(isShown: false)
    resource.sendLeave()
  }

  func panelChanged(isShown: Bool) {
    late.isPanelShown = isShown
    tellLate()
  }

  var client: Client { resource.client }
  func catchUp() { tellLate() }

  /// Tells the client what is new of the input method, or has it told when it reads: only the latest counts.
  private func tellLate() {
    let bytes = 48 + (late.map?.count ?? 0) + (late.language?.utf8.count ?? 0)
    if let shown = late.isPanelShown, shown == isPanelShown { late.isPanelShown = nil }
    guard late.map != nil || late.language != nil || late.direction != nil || late.isPanelShown != nil else {
      return inputs.service.lateNews.forget(self)
    }
    guard inputs.service.lateNews.maySend(bytes, by: self) else { return }
    if let shown = late.isPanelShown {
      isPanelShown = shown
      resource.sendInputPanelState(state: shown ? 1 : 0)
    }
    if let map = late.map { sendModifiersMap(map) }
    if let language = late.language { resource.sendLanguage(serial: serial, language: language) }
    if let direction = late.direction { resource.sendTextDirection(serial: serial, direction: .init(rawValue: direction)) }
    late = Late()
  }

  func perform(_ edit: TextEdit) {
    if let (before, after) = edit.deletion {
      resource.sendDeleteSurroundingText(index: -Int32(clamping: before), length: UInt32(clamping: Int(before) + Int(after)))
    }
    if let (index, anchor) = edit.cursor { resource.sendCursorPosition(index: index, anchor: anchor) }
    let preedit = edit.preedit.flatMap { $0.text.isEmpty ? nil : $0 }
    // what was composed goes, and with the text of a commit what was asked before takes effect
    if let text = edit.commit ?? (preedit == nil && (edit.deletion != nil || edit.cursor != nil) ? "" : nil) {
      resource.sendCommitString(serial: serial, text: text)
      hasPreedit = false
    }
    if let preedit {
      for style in preedit.styles {
        resource.sendPreeditStyling(index: style.index, length: style.length, style: .init(rawValue: style.style))
      }
      resource.sendPreeditCursor(index: preedit.begin)
      resource.sendPreeditString(serial: serial, text: preedit.text, commit: preedit.fallback)
      hasPreedit = true
    } else if hasPreedit {
      resource.sendPreeditString(serial: serial, text: "", commit: "")
      hasPreedit = false
    }
  }

  func keysym(_ keysym: UInt32, time: UInt32, state: UInt32, modifiers: UInt32) -> Bool {
    guard client.maySendInput(bytes: 28) else { return true }
    inputs.catchUp()
    resource.sendKeysym(serial: serial, time: time, sym: keysym, state: state, modifiers: modifiers)
    return true
  }

  func modifiersMap(_ names: [UInt8]) {
    late.map = names
    tellLate()
  }

  private func sendModifiersMap(_ names: [UInt8]) {
    // whole words on this wire; names end with zeros anyway
    let padded = names + [UInt8](repeating: 0, count: (4 - names.count % 4) % 4)
    resource.sendModifiersMap(
      map: stride(from: 0, to: padded.count, by: 4).map { index in
        (0..<4).reduce(0) { $0 | UInt32(padded[index + $1]) << UInt32(8 * $1) }
      })
  }

  func language(_ language: String) {
    late.language = language
    tellLate()
  }

  func textDirection(_ direction: UInt32) {
    late.direction = direction
    tellLate()
  }

  func resourceDestroyed() {
    inputs.service.lateNews.forget(self)
    surface = nil
    inputs.deactivate(self)
  }
}
