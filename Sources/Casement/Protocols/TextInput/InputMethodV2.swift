internal import Geometry
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `zwp_input_method_manager_v2`: lets a client be the input method of the seat.
final class InputMethodManagerV2: ZwpInputMethodManagerV2Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func getInputMethod(seat: WlSeatResource, inputMethod: ZwpInputMethodV2Resource) throws(ProtocolError) {
    let inputs = service.seat.textInputs
    guard inputs.method == nil else {
      inputMethod.handler = UnavailableInputMethod()
      inputMethod.sendUnavailable()
      return
    }
    let made = InputMethodV2(inputMethod, service)
    inputMethod.handler = made
    inputs.add(made)
  }
}

/// `zwp_input_method_v2` for a seat that has an input method: what is asked of it has no effect.
final class UnavailableInputMethod: ZwpInputMethodV2Requests {
  func commitString(text: String) throws(ProtocolError) {}
  func setPreeditString(text: String, cursorBegin: Int32, cursorEnd: Int32) throws(ProtocolError) {}
  func deleteSurroundingText(beforeLength: UInt32, afterLength: UInt32) throws(ProtocolError) {}
  func commit(serial: UInt32) throws(ProtocolError) {}
  func getInputPopupSurface(id: ZwpInputPopupSurfaceV2Resource, surface: WlSurfaceResource) throws(ProtocolError) {}
  func grabKeyboard(keyboard: ZwpInputMethodKeyboardGrabV2Resource) throws(ProtocolError) {}
}

/// `zwp_input_method_v2`: the input method of the seat.
final class InputMethodV2: ZwpInputMethodV2Requests, InputMethod, NewsTeller {
  private let resource: ZwpInputMethodV2Resource
  private unowned let service: WindowService
  private var isActive = false
  /// Whether the client was told that a field is active.
  private var isToldActive = false
  /// Whether the client has not been told yet of the active field, or of its present state.
  private var isFieldNew = false
  private var isStateNew = false
  /// Who changed the text since the client was told last.
  private var cause: UInt32 = 0
  private var next = TextEdit()
  /// How many times the client was told that a state is complete.
  private var doneCount: UInt32 = 0
  /// What that number was when the field became active: what is based on an older state is for another field.
  private var firstOfField: UInt32 = 0
  private var grabs: [InputMethodGrab] = []
  private var popups: [InputPopup] = []

  init(_ resource: ZwpInputMethodV2Resource, _ service: WindowService) {
    self.resource = resource
    self.service = service
  }

  var client: Client { resource.client }
  private var inputs: TextInputs { service.seat.textInputs }

  // MARK: Requests

  func commitString(text: String) throws(ProtocolError) { next.commit = text }

  func setPreeditString(text: String, cursorBegin: Int32, cursorEnd: Int32) throws(ProtocolError) {
    next.preedit = TextEdit.Preedit(text: text, begin: cursorBegin, end: cursorEnd)
  }

  func deleteSurroundingText(beforeLength: UInt32, afterLength: UInt32) throws(ProtocolError) {
    next.deletion = (beforeLength, afterLength)
  }

  func commit(serial: UInt32) throws(ProtocolError) {
    let edit = next
    next = TextEdit()
    guard isActive, serial == firstOfField || serial.isNewer(than: firstOfField) else { return }
    inputs.perform(edit, by: self)
  }

  func getInputPopupSurface(id: ZwpInputPopupSurfaceV2Resource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    let panel = InputPanel(target, service)
    let made = InputPopup(id, panel)
    try target.assign(.inputPopup, panel) { .zwpInputMethodV2(.role, $0) }
    id.handler = made
    popups.append(made)
    panel.tellCursor = { [unowned id] area in
      id.sendTextInputRectangle(
        x: Int32(clamping: area.x), y: Int32(clamping: area.y), width: Int32(clamping: area.width), height: Int32(clamping: area.height))
    }
    inputs.add(panel)
    panel.stand(.floating)
  }

  func grabKeyboard(keyboard: ZwpInputMethodKeyboardGrabV2Resource) throws(ProtocolError) {
    let made = InputMethodGrab(keyboard, service)
    keyboard.handler = made
    grabs.append(made)
    let repeats = service.seat.keyboard.repeats
    keyboard.sendRepeatInfo(rate: repeats.rate, delay: repeats.delay)
    service.seat.keyboard.begin(made)
  }

  // MARK: Events

  func activate(_ field: any TextField) {
    (isActive, isFieldNew) = (true, true)
    (next, cause) = (TextEdit(), 0)
    // whatever the client does until it is told of this field is for another one
    firstOfField = doneCount &+ 1
    update(field)
  }

  func update(_ field: any TextField) {
    isStateNew = true
    cause = max(cause, field.state.cause)
    catchUp()
  }

  func reset(_ field: any TextField) { activate(field) }

  func deactivate(_ field: any TextField) {
    (isActive, isFieldNew, isStateNew) = (false, false, false)
    catchUp()
  }

  /// Tells the client which field is active and what is in it, as far as it does not know; one that does not read is told when it does.
  func catchUp() {
    guard isFieldNew || isStateNew || isActive != isToldActive else { return service.lateNews.forget(self) }
    let state = isActive ? inputs.active?.state : nil
    guard service.lateNews.maySend(160 + (state?.surrounding?.text.utf8.count ?? 0), by: self) else { return }
    if let state {
      if isFieldNew { resource.sendActivate() }
      if let text = state.surrounding { resource.sendSurroundingText(text: text.text, cursor: text.cursor, anchor: text.anchor) }
      resource.sendTextChangeCause(cause: .init(rawValue: cause))
      if let type = state.contentType { resource.sendContentType(hint: .init(rawValue: type.hint), purpose: .init(rawValue: type.purpose)) }
    } else {
      resource.sendDeactivate()
    }
    (isFieldNew, isStateNew, isToldActive, cause) = (false, false, isActive, 0)
    doneCount &+= 1
    resource.sendDone()
  }

  func resourceDestroyed() {
    service.lateNews.forget(self)
    for popup in popups { popup.end() }
    for grab in grabs { grab.end() }
    inputs.remove(self)
  }
}

/// `zwp_input_popup_surface_v2`: a list of candidates beside the cursor.
final class InputPopup: ZwpInputPopupSurfaceV2Requests {
  private let resource: ZwpInputPopupSurfaceV2Resource
  private let panel: InputPanel

  init(_ resource: ZwpInputPopupSurfaceV2Resource, _ panel: InputPanel) {
    self.resource = resource
    self.panel = panel
  }

  /// Its input method is gone: it is not shown any more.
  func end() { panel.close() }

  func resourceDestroyed() { panel.close() }
}

extension UInt32 {
  /// Whether this count came after `other`; counts wrap.
  fileprivate func isNewer(than other: UInt32) -> Bool { Int32(bitPattern: self &- other) > 0 }
}
