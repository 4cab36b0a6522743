internal import WaylandProtocols
internal import WaylandServer

/// `zwp_input_method_v1`: an input method of the first version. It waits while another one is in force.
final class InputMethodV1: ZwpInputMethodV1Requests, InputMethod, NewsTeller {
  private let resource: ZwpInputMethodV1Resource
  private unowned let service: WindowService
  /// The field that the client was told is active.
  private var context: InputMethodContextV1?
  private var isActive = false
  /// Whether the client has not been told yet of the active field, or that what it composes is meaningless.
  private var isFieldNew = false
  private var isResetDue = false
  private var isStateNew = false

  init(_ resource: ZwpInputMethodV1Resource, _ service: WindowService) {
    self.resource = resource
    self.service = service
  }

  /// Takes a client that asks to be the input method.
  static func bind(_ resource: ZwpInputMethodV1Resource, _ service: WindowService) {
    let made = InputMethodV1(resource, service)
    resource.handler = made
    service.seat.textInputs.add(made)
  }

  var client: Client { resource.client }

  func activate(_ field: any TextField) {
    context?.end()
    (isActive, isFieldNew, isStateNew, isResetDue) = (true, true, true, false)
    catchUp()
  }

  func update(_ field: any TextField) {
    isStateNew = true
    catchUp()
  }

  func reset(_ field: any TextField) {
    isResetDue = true
    catchUp()
  }

  /// A client that does not read misses it.
  func invokeAction(button: UInt32, index: UInt32) {
    if let context, service.lateNews.maySend(16, by: self) { context.invokeAction(button, index) }
  }

  func deactivate(_ field: any TextField) {
    context?.end()
    (isActive, isFieldNew) = (false, false)
    catchUp()
  }

  /// Tells the client which field is active and what is in it, as far as it does not know; one that does not read is told when it does.
  func catchUp() {
    guard isFieldNew || context != nil else { return service.lateNews.forget(self) }
    let field = isActive ? service.seat.textInputs.active : nil
    guard service.lateNews.maySend(160 + (field?.state.surrounding?.text.utf8.count ?? 0), by: self) else { return }
    if let old = context, isFieldNew || field == nil {
      context = nil
      resource.sendDeactivate(context: old.resource)
    }
    guard let field else { return }
    if isFieldNew {
      isFieldNew = false
      guard let made = try? ZwpInputMethodContextV1Resource(client: client, version: 1, id: 0) else { return }
      let context = InputMethodContextV1(made, self, service)
      made.handler = context
      self.context = context
      resource.sendActivate(id: made)
    } else if isResetDue {
      context?.reset()
    }
    if isStateNew { context?.send(field) }
    (isStateNew, isResetDue) = (false, false)
  }

  /// The client destroyed its context: it types no more into this field.
  func forget(_ context: InputMethodContextV1) {
    if self.context === context { self.context = nil }
  }

  func resourceDestroyed() {
    context?.end()
    context = nil
    service.lateNews.forget(self)
    service.seat.textInputs.remove(self)
  }
}
