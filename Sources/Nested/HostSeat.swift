internal import Casement
internal import Input
internal import WaylandClient
internal import WaylandProtocols

/// One seat of the host: its pointer, keyboard and touch screen act on our one seat.
final class HostSeat {
  /// Its number among the host's globals.
  let name: UInt32
  let proxy: WlSeatProxy
  unowned let host: Host
  unowned let backend: NestedBackend
  /// What it is among the devices of our seat.
  let device: InputDevice
  private(set) var pointer: HostPointer?
  private(set) var keyboard: HostKeyboard?
  private(set) var touch: HostTouch?
  private(set) var tablets: HostTablets?
  private(set) var data: HostDataDevice?
  private var primary: HostPrimaryDevice?
  /// The number of the latest event by which a person did something: what the host asks for before it lets us do something.
  var lastSerial: UInt32 = 0
  /// That of the latest press of a button.
  var pressSerial: UInt32 = 0

  init(_ name: UInt32, _ proxy: WlSeatProxy, _ host: Host, _ backend: NestedBackend) {
    self.name = name
    self.proxy = proxy
    self.host = host
    self.backend = backend
    device = InputDevice(id: Self.firstDevice + UInt64(name))
    data = host.dataDevices.map { HostDataDevice($0, self) }
    primary = host.primaryDevices.map { HostPrimaryDevice($0, self) }
    tablets = host.tablets.map { HostTablets($0, self) }
    proxy.onEvent = { [unowned self] event in
      switch event {
      case .capabilities(let capabilities): self.has(capabilities)
      case .name: break
      }
    }
  }

  /// The devices of hosts have numbers from here on.
  private static let firstDevice: UInt64 = 1 << 40

  private func has(_ capabilities: WlSeat.Capability) {
    if capabilities.contains(.pointer), pointer == nil { pointer = HostPointer(proxy.getPointer(), self) }
    if !capabilities.contains(.pointer) { takePointer() }
    if capabilities.contains(.keyboard), keyboard == nil { keyboard = HostKeyboard(proxy.getKeyboard(), self) }
    if !capabilities.contains(.keyboard) { takeKeyboard() }
    if capabilities.contains(.touch), touch == nil { touch = HostTouch(proxy.getTouch(), self) }
    if !capabilities.contains(.touch) { takeTouch() }
  }

  private func takePointer() {
    pointer?.end()
    pointer = nil
  }

  private func takeKeyboard() {
    keyboard?.end()
    keyboard = nil
  }

  private func takeTouch() {
    touch?.end()
    touch = nil
  }

  /// The seat is gone, with all that is held on it.
  func leave() {
    data?.end()
    primary?.end()
    (data, primary) = (nil, nil)
    takePointer()
    takeKeyboard()
    takeTouch()
    tablets?.end()
    tablets = nil
    if host.link.canSend, proxy.version >= 5 { proxy.release() } else { proxy.destroyProxy() }
  }

  /// Something else is selected here.
  func selectionChanged(_ kind: SelectionKind) {
    switch kind {
    case .clipboard: data?.selection.changedHere()
    case .primary: primary?.selection.changedHere()
    }
  }

  /// The keyboard came, so that the host listens to what was selected here meanwhile.
  func keyboardCame() {
    data?.selection.keyboardCame()
    primary?.selection.keyboardCame()
  }

  /// A person pressed something, which has the number `serial`.
  func pressed(_ serial: UInt32) {
    lastSerial = serial
    data?.selection.eventCame()
    primary?.selection.eventCame()
  }

  /// A window is closed: the devices are on it no more, and the host will not say so.
  func windowClosed(_ window: HostWindow) {
    pointer?.windowClosed(window)
    keyboard?.windowClosed(window)
    touch?.windowClosed(window)
    tablets?.windowClosed(window)
  }
}
