internal import Casement
internal import Glibc
internal import WaylandClient
internal import WaylandServer

/// Data that the host offers.
protocol HostOffer: AnyObject {
  /// Asks for one type of it, written into `descriptor`, which stays the caller's.
  func request(_ type: String, into descriptor: Int32)
  /// It is of no use any more.
  func discard()
}

/// Data of ours that the host can ask for.
protocol HostSource: AnyObject {
  func offer(_ type: String)
  func discard()
}

/// One selection that is the host's and ours: what is selected on either side is selected on both.
final class HostSelection {
  private let kind: SelectionKind
  private unowned let seat: HostSeat
  private let makeSource: (HostSelection) -> any HostSource
  private let select: ((any HostSource)?, UInt32) -> Void
  /// What the host offers, with its types.
  private var offer: (any HostOffer)?
  private var source: (any HostSource)?
  /// Whether something was selected here that the host does not know.
  private var isOwnNew = false

  /// - Parameters:
  ///   - makeSource: makes a source whose questions come to `send`, and whose end to `cancelled`.
  ///   - select: has the host select a source, or nothing, because of an event with this serial.
  init(
    _ kind: SelectionKind, _ seat: HostSeat, makeSource: @escaping (HostSelection) -> any HostSource,
    select: @escaping ((any HostSource)?, UInt32) -> Void
  ) {
    self.kind = kind
    self.seat = seat
    self.makeSource = makeSource
    self.select = select
    isOwnNew = !(service.ownSelectionTypes(kind) ?? []).isEmpty
  }

  private var service: WindowService { seat.backend.service }

  /// A type that nobody asks for, by which we know our own data when the host offers it to us.
  private var mark: String { seat.backend.selectionMark }
  /// The bytes of names that are told the host at once; further types are left out.
  private static let mostBytes = 3000

  // MARK: From the host

  /// The host has this selected now, or nothing.
  func hostSelected(_ new: (any HostOffer)?, types: [String]) {
    let old = offer
    offer = nil
    defer { old?.discard() }
    if types.contains(mark) {
      new?.discard()
      return
    }
    guard let new else { return service.endForeignSelection(kind) }
    offer = new
    service.select(kind, types: types) { [weak self] type, file in
      let descriptor = file.take()
      defer { close(descriptor) }
      guard let self, self.offer === new, self.seat.host.link.canSend else { return }
      new.request(type, into: descriptor)
      self.seat.host.link.flush()
    }
  }

  // MARK: To the host

  /// Something else is selected here.
  func changedHere() {
    guard service.ownSelectionTypes(kind) != nil else {
      isOwnNew = false
      return
    }
    isOwnNew = true
    tellHost()
  }

  /// Tells the host what is selected here, as soon as it would listen: it wants an event of the keyboard that we have.
  func tellHost() {
    guard isOwnNew, seat.host.link.canSend, seat.keyboard?.window != nil, seat.lastSerial != 0,
      let types = service.ownSelectionTypes(kind)
    else { return }
    isOwnNew = false
    let old = source
    source = nil
    if types.isEmpty {
      select(nil, seat.lastSerial)
    } else {
      let made = makeSource(self)
      source = made
      var bytes = 0
      for type in [mark] + types {
        bytes += type.utf8.count + 16
        if bytes > Self.mostBytes { break }
        made.offer(type)
      }
      select(made, seat.lastSerial)
    }
    old?.discard()
    seat.host.link.flush()
  }

  /// The host asks for data of ours, to be written into `descriptor`, which is closed here.
  func send(_ type: String, into descriptor: Int32) {
    let file = OwnedFileDescriptor(descriptor)
    guard source != nil, type != mark, service.ownSelectionTypes(kind) != nil else { return }
    service.sendSelection(kind, type, into: file)
  }

  /// The host has something else selected than `gone`.
  func cancelled(_ gone: any HostSource) {
    if source === gone { source = nil }
    gone.discard()
  }

  /// The host is gone, and what it had selected.
  func end() {
    offer = nil
    source = nil
    service.endForeignSelection(kind)
  }
}
