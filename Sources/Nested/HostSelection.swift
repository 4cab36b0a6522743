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

/// One selection that is the host's and ours: what is selected on either side is selected on both, and what was selected last counts.
///
/// A host says what it has selected only while one of our windows has its keyboard, and lets us select something only then. What happens
/// here meanwhile waits until the keyboard comes; what the host says then was selected at a time that nobody knows (see `isOlder`).
final class HostSelection {
  /// What the host knows of what was selected here last.
  private enum Own {
    /// Nothing that it should know: what is selected is the host's own, or the host has something newer.
    case older
    /// It is to be told.
    case untold
    /// It was told, and has not said that it took it.
    case told
    /// It has it.
    case taken
  }

  private let kind: SelectionKind
  private unowned let seat: HostSeat
  private let makeSource: (HostSelection) -> any HostSource
  private let select: ((any HostSource)?, UInt32) -> Void
  /// What the host offers and is selected here.
  private var offer: (any HostOffer)?
  /// What the host offered last, ours too. It is kept until there is another: weston ends what is selected when it is let go of before.
  private var lastOffer: (any HostOffer)?
  private var own = Own.older
  /// What was told the host last.
  private var source: (any HostSource)?
  /// What was told it before, and it has not let go of.
  private var formers: [any HostSource] = []
  /// The type by which `source` is known; nil where it is not what was selected here last.
  private var sourceMark: String?
  private var sourceCount = 0
  /// The event that `source` was selected with.
  private var toldSerial: UInt32 = 0
  private var attempts = 0
  /// Not answered before the host has read what it was told last.
  private var question: WlCallbackProxy?
  /// Not answered before the host has said what it says to whoever the keyboard comes to.
  private var arrival: WlCallbackProxy?
  /// What the host had selected when it was seen last: its types, none where it was nothing; nil where that is not known.
  private var seen: [String]?
  private var hadKeyboard = false
  /// Whether what ended here is the host's.
  private var isHostsWord = false

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
    // what was selected before there was this host is offered to it where it has nothing
    if service.ownSelectionTypes(kind)?.isEmpty == false { (own, seen) = (.untold, []) }
  }

  private var service: WindowService { seat.backend.service }
  private var hasKeyboard: Bool { seat.keyboard?.window != nil }

  /// What the types begin with that nobody asks for: by them we know our own data when the host offers it to us.
  private var mark: String { seat.backend.selectionMark }
  /// The bytes of names that are told the host at once; further types are left out.
  private static let mostBytes = 3000
  /// How often the host is told the same: one that never says that it took it is not told for ever.
  private static let mostAttempts = 4

  // MARK: From the host

  /// The host has this selected now, or nothing.
  func hostSelected(_ new: (any HostOffer)?, types: [String]) {
    let (before, former) = (seen, lastOffer)
    (seen, lastOffer) = (types, new)
    defer { former?.discard() }
    if types.contains(where: { $0.hasPrefix(mark) }) {
      if let sourceMark, types.contains(sourceMark) { taken() }
    } else if !isOlder(types, than: before) {
      offer = new
      guard let new else { return endHosts() }
      service.select(kind, types: types) { [weak self] type, file in
        let descriptor = file.take()
        defer { close(descriptor) }
        guard let self, self.offer === new, self.seat.host.link.canSend else { return }
        new.request(type, into: descriptor)
        self.seat.host.link.flush()
      }
    }
  }

  /// Whether what the host says it has selected, of these types, was selected before what is selected here.
  ///
  /// While the keyboard is here, a host says it at once, so that it is newer, unless it had not read of ours by then. What it says when the
  /// keyboard comes may be of any time since it went: it is held to be newer where it is seen to be something else than then.
  private func isOlder(_ types: [String], than before: [String]?) -> Bool {
    switch own {
    case .older, .taken: return false
    case .told where question != nil: return true
    case .told, .untold:
      guard !hasKeyboard || arrival != nil, before == nil || before == types else { return false }
      // it would have said that it let go of ours
      own = .untold
      return true
    }
  }

  /// The host has what was selected here last.
  private func taken() {
    own = .taken
    offer = nil
    discardFormers()
  }

  /// What the host has selected is selected here no more.
  private func endHosts() {
    isHostsWord = true
    service.endForeignSelection(kind)
    isHostsWord = false
  }

  // MARK: To the host

  /// Something else is selected here.
  func changedHere() {
    let before = own
    own = .older
    sourceMark = nil
    guard let types = service.ownSelectionTypes(kind), !isHostsWord else { return }
    guard !types.isEmpty || offer != nil else {
      // what was selected here is gone, and with it what the host has of it
      if before != .older { withdraw() }
      return
    }
    offer = nil
    if !hadKeyboard { seen = nil }
    own = .untold
    attempts = 0
    tellHost()
  }

  /// The keyboard came: the host says now what it has selected, and listens afterwards.
  func keyboardCame() {
    attempts = 0
    guard own == .untold || own == .told || !hadKeyboard else { return }
    let callback = seat.host.link.connection.displayProxy.sync()
    arrival = callback
    callback.onEvent = { [weak self, weak callback] _ in
      guard let self, let callback, self.arrival === callback else { return }
      self.arrival = nil
      self.hadKeyboard = true
      // some hosts do not say that nothing is selected
      self.seen = self.seen ?? []
      if self.own == .told, self.question == nil { self.own = .untold }
      self.tellHost()
    }
    seat.host.link.flush()
  }

  /// A person did something: the host listens, even if what it was told with an older event was too old for it.
  func eventCame() { tellHost() }

  /// Tells the host what is selected here, as soon as it would listen: it wants an event that came with the keyboard.
  private func tellHost() {
    guard own == .untold, arrival == nil, attempts < Self.mostAttempts, seat.host.link.canSend, hasKeyboard, seat.lastSerial != 0,
      sourceMark == nil || seat.lastSerial != toldSerial, let types = service.ownSelectionTypes(kind)
    else { return }
    attempts += 1
    toldSerial = seat.lastSerial
    // until the host has taken this, it may have the one before
    if let source { formers.append(source) }
    source = nil
    if types.isEmpty {
      (own, seen) = (.older, [])
      select(nil, toldSerial)
    } else {
      sourceCount += 1
      let (made, name) = (makeSource(self), "\(mark).\(sourceCount)")
      (own, source, sourceMark) = (.told, made, name)
      // the mark comes last: who keeps one type only, as weston does for what goes, keeps the first
      var bytes = name.utf8.count + 16
      for type in types {
        bytes += type.utf8.count + 16
        if bytes > Self.mostBytes { break }
        made.offer(type)
      }
      made.offer(name)
      select(made, toldSerial)
      ask()
    }
    seat.host.link.flush()
  }

  /// Finds out whether the host takes what it was told: it offers it to us then.
  private func ask() {
    let callback = seat.host.link.connection.displayProxy.sync()
    question = callback
    callback.onEvent = { [weak self, weak callback] _ in
      guard let self, let callback, self.question === callback else { return }
      self.question = nil
      // without the keyboard nobody says whether it was taken
      if self.own == .told, self.hasKeyboard { self.refused() }
    }
  }

  /// The event that the host was told with was too old for it, so that it is told again with the next one.
  private func refused() {
    own = .untold
    tellHost()
  }

  /// The host asks for data of ours, to be written into `descriptor`, which is closed here.
  func send(_ type: String, into descriptor: Int32) {
    let file = OwnedFileDescriptor(descriptor)
    guard !type.hasPrefix(mark), service.ownSelectionTypes(kind) != nil else { return }
    service.sendSelection(kind, type, into: file)
  }

  /// The host has something else selected than `gone`, or never took it.
  func cancelled(_ gone: any HostSource) {
    gone.discard()
    formers.removeAll { $0 === gone }
    let isLatest = source === gone
    if isLatest { source = nil }
    if isLatest, sourceMark != nil, own == .told, question != nil {
      refused()
    } else if own == .untold, isLatest, sourceMark != nil {
      // refused, as was thought
    } else if isLatest || own == .untold, question == nil || own == .taken {
      // what took its place was selected just now, and here nothing was since
      (own, seen, sourceMark) = (.older, nil, nil)
    }
  }

  /// The host is to have nothing of ours selected.
  private func withdraw() {
    guard seat.host.link.canSend else { return }
    if source != nil { seen = [] }
    source?.discard()
    source = nil
    discardFormers()
    seat.host.link.flush()
  }

  private func discardFormers() {
    guard seat.host.link.canSend else { return }
    for former in formers { former.discard() }
    formers = []
  }

  /// The host, or its seat, is gone, and what it had selected.
  func end() {
    withdraw()
    (offer, lastOffer) = (nil, nil)
    (source, formers, own, question, arrival) = (nil, [], .older, nil, nil)
    endHosts()
  }
}
