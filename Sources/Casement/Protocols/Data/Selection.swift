internal import WaylandServer

/// What is selected, for all clients: the clipboard or the primary selection.
///
/// There is one for each kind, whichever protocol it is set and read by. Devices of the ordinary protocols hear of it while their
/// client has the keyboard; those of data control always do.
final class Selection {
  /// The two selections of a seat.
  enum Kind { case clipboard, primary }

  let kind: Kind
  /// Who has what is selected; nil: nothing is.
  private(set) var source: TransferSource?
  /// The serial of the latest request that changed it; older ones come too late.
  private(set) var serial: UInt32?
  /// Called when something else is selected.
  var onChange: (() -> Void)?
  private unowned let service: WindowService
  /// Those that could not be told yet, because their clients do not read.
  private var late: Set<ObjectIdentifier> = []
  private var devices = ObjectBag<any SelectionDevice>()
  /// The client that has the keyboard. It is no weak reference: those make every other reference to a client slow.
  private var focus: Client?
  /// Whether every device hears of the selection while no client has the keyboard.
  var isOpenWithoutFocus = false

  init(_ kind: Kind, _ service: WindowService) {
    self.kind = kind
    self.service = service
  }

  /// Selects the data of `new`, or nothing. The source before is cancelled. The same source again changes nothing.
  func set(_ new: TransferSource?, serial: UInt32) {
    self.serial = serial
    guard new !== source else { return }
    let old = source
    new?.use = .selection
    source = new
    old?.cancel()
    tellAll()
  }

  /// The source is gone, or its client is: where it has what is selected, nothing is selected any more.
  func sourceGone(_ gone: TransferSource) {
    guard gone === source else { return }
    gone.end()
    source = nil
    tellAll()
  }

  // MARK: Who hears of it

  /// Adds a device, and tells it what is selected where it may know.
  func add(_ device: any SelectionDevice) {
    devices.append(device, as: device)
    tellInTurn(device)
  }

  func remove(_ device: any SelectionDevice) {
    devices.remove(device)
    late.remove(ObjectIdentifier(device))
    service.lateNews.forget(device)
  }

  /// Another client has the keyboard; it is told before it learns that it has.
  func focusMoved(to client: Client?) {
    guard focus !== client else { return }
    let old = focus
    focus = client
    if let old, source != nil, !old.isDisconnecting {
      for device in devices where device.needsFocus && device.client === old { device.focusLost() }
    }
    for device in devices where device.needsFocus { tellInTurn(device) }
  }

  /// A client is gone, and somebody else has the keyboard already, or nobody.
  func forget(_ client: Client) { if focus === client { focus = nil } }

  private func tellAll() {
    for device in devices { tellInTurn(device) }
    onChange?()
  }

  /// Tells a device what is selected, or has it told when its client reads: names of types can fill a socket.
  private func tellInTurn(_ device: any SelectionDevice) {
    late.remove(ObjectIdentifier(device))
    guard mayKnow(device) else { return }
    if service.lateNews.maySend(64 + (source?.typeBytes ?? 0), by: device) {
      device.tell(self)
    } else {
      late.insert(ObjectIdentifier(device))
    }
  }

  /// The client of `device` has read what it was told before.
  func catchUp(_ device: any SelectionDevice) { if late.contains(ObjectIdentifier(device)) { tellInTurn(device) } }

  private func mayKnow(_ device: any SelectionDevice) -> Bool {
    let mayKnow = !device.needsFocus || device.client === focus || (isOpenWithoutFocus && focus == nil)
    return mayKnow && !device.client.isDisconnecting
  }
}
