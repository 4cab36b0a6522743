/// What a client did wrong: a request handler throws it, the dispatcher posts it, and the client is gone.
package struct ProtocolError: Error {
  /// The interface whose error enum has the code.
  package let interface: String
  /// The value in that enum.
  package let code: UInt32
  /// The number of the object that the error is posted on; 0: the one whose request failed.
  package let object: UInt32
  /// For people: what was wrong and with which values.
  package let message: String

  package init(interface: String, code: UInt32, resource: Resource?, message: String) {
    self.interface = interface
    self.code = code
    object = resource?.id ?? 0
    self.message = message
  }

  /// The server cannot go on with this client: out of memory or of object ids.
  package static var noMemory: Self { Self(interface: "wl_display", code: 2, resource: nil, message: "no memory") }

  /// The client wants more than it can have (`wl_display.error.no_memory`).
  package static func tooMuch(_ message: String) -> Self {
    Self(interface: "wl_display", code: 2, resource: nil, message: message)
  }

  /// An object that the request names does not exist or is of no use for it any more (`wl_display.error.invalid_object`).
  package static func invalidObject(_ message: String) -> Self {
    Self(interface: "wl_display", code: 0, resource: nil, message: message)
  }

  /// A request that no error of its interface covers (`wl_display.error.implementation`).
  package static func implementation(_ message: String) -> Self {
    Self(interface: "wl_display", code: 3, resource: nil, message: message)
  }
}
