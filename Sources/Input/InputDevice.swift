/// Where input comes from: a device of the backend, a virtual device of a client, or the controller.
///
/// Keys and buttons are counted by device, so that one held on two devices is released once, when the second lets go.
@usableFromInline package struct InputDevice: Hashable, Sendable {
  /// A number of the service's choice.
  @usableFromInline package let id: UInt64

  /// The device numbered `id`.
  @inlinable package init(id: UInt64) { self.id = id }

  /// The only device, where there is no need to tell several apart.
  @usableFromInline package static let standard = InputDevice(id: 0)
}
