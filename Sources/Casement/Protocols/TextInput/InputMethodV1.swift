internal import WaylandProtocols
internal import WaylandServer

/// `zwp_input_method_v1`: an input method of the first version. It waits while another one is in force.
final class InputMethodV1: ZwpInputMethodV1Requests, InputMethod {
  private let resource: ZwpInputMethodV1Resource
  private unowned let service: WindowService
  private var context: InputMethodContextV1?

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
    if let context { end(context) }
    guard let made = try? ZwpInputMethodContextV1Resource(client: client, version: 1, id: 0) else { return }
    let context = InputMethodContextV1(made, self, service)
    made.handler = context
    self.context = context
    resource.sendActivate(id: made)
    context.send(field)
  }

  func update(_ field: any TextField) { context?.send(field) }
  func reset(_ field: any TextField) { context?.reset() }
  func invokeAction(button: UInt32, index: UInt32) { context?.invokeAction(button, index) }

  func deactivate(_ field: any TextField) {
    if let context { end(context) }
  }

  private func end(_ context: InputMethodContextV1) {
    self.context = nil
    context.end()
    resource.sendDeactivate(context: context.resource)
  }

  /// The client destroyed its context: it types no more into this field.
  func forget(_ context: InputMethodContextV1) {
    if self.context === context { self.context = nil }
  }

  func resourceDestroyed() {
    context?.end()
    context = nil
    service.seat.textInputs.remove(self)
  }
}
