internal import Geometry
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `zwp_text_input_manager_v3`: makes text inputs.
final class TextInputManagerV3: ZwpTextInputManagerV3Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func getTextInput(id: ZwpTextInputV3Resource, seat: WlSeatResource) throws(ProtocolError) {
    guard let seat = seat.seat else { return }
    let made = TextInputV3(id, seat.textInputs)
    id.handler = made
    seat.textInputs.add(made)
  }
}

/// `zwp_text_input_v3`: the text field of a client that has the focus. Its state is what was last committed while its surface had the
/// keyboard.
final class TextInputV3: ZwpTextInputV3Requests, TextField {
  private let resource: ZwpTextInputV3Resource
  private unowned let inputs: TextInputs
  /// The surface that the client was told has the keyboard.
  private(set) var surface: Surface?
  private(set) var state = TextFieldState()
  /// How many commits there were.
  private(set) var serial: UInt32 = 0
  private var isEnabled = false
  /// What the next commit makes the state; nil: as it is, without text inputs.
  private var next = TextFieldState()
  private var nextEnabled: Bool?
  let wantsPanel = true

  init(_ resource: ZwpTextInputV3Resource, _ inputs: TextInputs) {
    self.resource = resource
    self.inputs = inputs
  }

  var client: Client { resource.client }

  // MARK: Requests

  func enable() throws(ProtocolError) {
    next = TextFieldState()
    nextEnabled = true
  }

  func disable() throws(ProtocolError) {
    next = TextFieldState()
    nextEnabled = false
  }

  func setSurroundingText(text: String, cursor: Int32, anchor: Int32) throws(ProtocolError) {
    next.surrounding = TextFieldState.Surrounding(text, cursor: Int(cursor), anchor: Int(anchor))
  }

  func setTextChangeCause(cause: ZwpTextInputV3.ChangeCause) throws(ProtocolError) {
    guard cause.isValid() else { throw .implementation("\(cause.rawValue) is no cause of a change of text; there are 0 and 1") }
    next.cause = cause.rawValue
  }

  func setContentType(hint: ZwpTextInputV3.ContentHint, purpose: ZwpTextInputV3.ContentPurpose) throws(ProtocolError) {
    next.contentType = TextFieldState.ContentType(hint: hint.rawValue, purpose: purpose.rawValue)
  }

  func setCursorRectangle(x: Int32, y: Int32, width: Int32, height: Int32) throws(ProtocolError) {
    next.cursor = Rect(x: Int(x), y: Int(y), width: max(0, Int(width)), height: max(0, Int(height)))
  }

  func commit() throws(ProtocolError) {
    serial &+= 1
    let enabling = nextEnabled
    nextEnabled = nil
    // the request may have crossed the leave; it means nothing then
    guard surface != nil else { return next = TextFieldState() }
    state = next
    next.cause = 0
    switch enabling {
    case true?: isEnabled = inputs.activate(self, replaces: false)
    case false?:
      isEnabled = false
      inputs.deactivate(self)
    case nil:
      if isEnabled { inputs.changed(self) }
    }
  }

  // MARK: Focus

  func enter(_ surface: Surface) {
    begin()
    self.surface = surface
    resource.sendEnter(surface: surface.resource)
  }

  func leave(_ surface: Surface) {
    begin()
    resource.sendLeave(surface: surface.resource)
  }

  /// The surface is going, and cannot be named any more.
  func surfaceGone() { begin() }

  private func begin() {
    surface = nil
    isEnabled = false
    (state, next) = (TextFieldState(), TextFieldState())
    nextEnabled = nil
  }

  func deactivated() { isEnabled = false }

  // MARK: Edits

  func perform(_ edit: TextEdit) {
    if let preedit = edit.preedit {
      resource.sendPreeditString(text: preedit.text, cursorBegin: preedit.begin, cursorEnd: preedit.end)
    }
    if let text = edit.commit { resource.sendCommitString(text: text) }
    if let (before, after) = edit.deletion { resource.sendDeleteSurroundingText(beforeLength: before, afterLength: after) }
    resource.sendDone(serial: serial)
  }

  func resourceDestroyed() { inputs.remove(self) }
}
