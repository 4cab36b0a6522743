/// The serial numbers of a seat: hands them out, and remembers for what, so that a request that names one can be judged.
///
/// Memory is bounded by client and kind: no client and no flood of one kind of events makes it forget another's.
@usableFromInline package struct SerialLedger<Client: Hashable, Surface: Hashable> {
  /// What a serial was handed out for.
  @usableFromInline package enum Kind: Hashable, Sendable, CaseIterable {
    case pointerEnter, pointerLeave, buttonPress, buttonRelease
    case keyboardEnter, keyboardLeave, keyPress, keyRelease, modifiers
    case touchDown, touchUp
    case tabletProximity, tabletDown, tabletUp, tabletButton
  }

  /// What is remembered of a serial.
  @usableFromInline package struct Entry {
    /// The number.
    @usableFromInline package let serial: UInt32
    /// What it was handed out for.
    @usableFromInline package let kind: Kind
    /// Who got it.
    @usableFromInline package let client: Client
    /// Where it happened.
    @usableFromInline package let surface: Surface
    /// When, in milliseconds of the service's clock.
    @usableFromInline package let time: UInt32
    /// Whether what it began (a press, a touch) still goes on.
    @usableFromInline package internal(set) var isActive: Bool

    @inlinable init(serial: UInt32, kind: Kind, client: Client, surface: Surface, time: UInt32, isActive: Bool) {
      (self.serial, self.kind, self.client, self.surface, self.time, self.isActive) = (serial, kind, client, surface, time, isActive)
    }
  }

  /// How many serials of one kind are remembered for one client.
  @inlinable package static var memory: Int { 64 }

  /// The serial handed out last.
  @usableFromInline package internal(set) var latest: UInt32
  @usableFromInline var entries: [Client: [Kind: [Entry]]] = [:]

  /// A ledger whose first serial is the one after `latest`. Not zero based: clients take 0 for none.
  @inlinable package init(after latest: UInt32 = 0) { self.latest = latest }

  /// A serial about which nothing need be remembered, such as a configure's. Never 0.
  @inlinable package mutating func next() -> UInt32 {
    latest &+= 1
    if latest == 0 { latest = 1 }
    return latest
  }

  /// A serial for an input event that is sent to `client` about `surface`. Never 0.
  @inlinable package mutating func next(_ kind: Kind, to client: Client, on surface: Surface, at time: UInt32) -> UInt32 {
    let serial = next()
    let entry = Entry(serial: serial, kind: kind, client: client, surface: surface, time: time, isActive: kind.begins)
    entries[client, default: [:]][kind, default: []].remember(entry, limit: Self.memory)
    return serial
  }

  /// The client is gone: none of its serials means anything any more.
  @inlinable package mutating func forget(_ client: Client) { entries[client] = nil }

  /// The last button was released, or the pointer's grab ended otherwise: no press goes on.
  @inlinable package mutating func endPointerGrab() { end { $0.kind == .buttonPress } }

  /// What began with `serial` (a touch, a tablet tool's contact) has ended.
  @inlinable package mutating func end(_ serial: UInt32) { end { $0.serial == serial } }

  @inlinable mutating func end(where ends: (Entry) -> Bool) {
    for client in entries.keys {
      for kind in Kind.allCases where kind.begins {
        guard let list = entries[client]?[kind] else { continue }
        for index in list.indices where list[index].isActive && ends(list[index]) {
          entries[client]?[kind]?[index].isActive = false
        }
      }
    }
  }
}

extension SerialLedger {
  /// What `serial` was handed out for, nil unless `client` got it and it is still remembered.
  @inlinable package func entry(_ serial: UInt32, for client: Client) -> Entry? {
    guard serial != 0, let kinds = entries[client] else { return nil }
    for list in kinds.values {
      if let entry = list.last(where: { $0.serial == serial }) { return entry }
    }
    return nil
  }

  /// Whether `serial` lies ahead of all that were handed out.
  @inlinable package func isFuture(_ serial: UInt32) -> Bool { serial.isNewerSerial(than: latest) }

  /// The press or touch that `client` names with `serial`, if it still goes on: what `wl_data_device.start_drag`,
  /// `xdg_toplevel.move`, `.resize` and `.show_window_menu` need.
  ///
  /// On which of the client's surfaces it began does not matter: toolkits press on a subsurface and drag its parent.
  @inlinable package func activeGrab(_ serial: UInt32, of client: Client) -> Entry? {
    entry(serial, for: client).flatMap { $0.isActive ? $0 : nil }
  }

  /// Whether `xdg_popup.grab` may use `serial`: some action of the user on the client, going on or over.
  @inlinable package func allowsPopupGrab(_ serial: UInt32, of client: Client) -> Bool {
    entry(serial, for: client)?.kind.isUserAction ?? false
  }

  /// Whether `set_selection` may use `serial`: any input event of the client.
  ///
  /// - Parameter current: the serial that set the present selection; an older request comes too late.
  @inlinable package func allowsSelection(_ serial: UInt32, of client: Client, replacing current: UInt32? = nil) -> Bool {
    guard entry(serial, for: client) != nil else { return false }
    return current.map { !$0.isNewerSerial(than: serial) } ?? true
  }

  /// Whether `wl_pointer.set_cursor` may use `serial`: the client's latest `wl_pointer.enter`.
  @inlinable package func allowsCursor(_ serial: UInt32, of client: Client) -> Bool {
    serial != 0 && entries[client]?[.pointerEnter]?.last?.serial == serial
  }

  /// Whether `zwp_tablet_tool_v2.set_cursor` may use `serial`: the client's latest `proximity_in`.
  @inlinable package func allowsToolCursor(_ serial: UInt32, of client: Client) -> Bool {
    serial != 0 && entries[client]?[.tabletProximity]?.last?.serial == serial
  }

  /// Whether `xdg_activation_token_v1.set_serial` may use `serial`: some action of the user on the client, or that it got the keyboard
  /// for the last time (the protocol speaks of input and of focus events).
  ///
  /// - Parameters:
  ///   - now: the time of the request, in milliseconds of the service's clock.
  ///   - age: the greatest age in milliseconds.
  @inlinable package func allowsActivation(_ serial: UInt32, of client: Client, at now: UInt32, within age: UInt32 = 30_000) -> Bool {
    guard let entry = entry(serial, for: client) else { return false }
    let isFocus = entries[client]?[.keyboardEnter]?.last?.serial == serial
    guard entry.kind.isUserAction || isFocus else { return false }
    return now &- entry.time <= age
  }
}

extension SerialLedger.Kind {
  /// Whether it begins something that goes on until it is ended.
  @inlinable var begins: Bool {
    switch self {
    case .buttonPress, .touchDown, .tabletDown: true
    default: false
    }
  }

  /// Whether a person did it, rather than the focus moving by itself.
  @inlinable var isUserAction: Bool {
    switch self {
    case .buttonPress, .buttonRelease, .keyPress, .keyRelease, .touchDown, .touchUp, .tabletDown, .tabletUp, .tabletButton: true
    case .pointerEnter, .pointerLeave, .keyboardEnter, .keyboardLeave, .modifiers, .tabletProximity: false
    }
  }
}

extension UInt32 {
  /// Whether this serial was handed out after `other`. Numbers wrap: of two, the newer is at most half the circle ahead.
  @inlinable package func isNewerSerial(than other: UInt32) -> Bool { Int32(bitPattern: self &- other) > 0 }
}

extension Array {
  /// Appends, and drops the oldest beyond `limit`.
  @inlinable mutating func remember(_ element: Element, limit: Int) {
    if count >= limit { removeFirst(count - limit + 1) }
    append(element)
  }
}
