public import Geometry

/// The way of a seat's pointer events to clients: where the pointer is, on what, and what each client is told.
///
/// A target gets an enter, then motion, buttons and axes, then a leave. From the first press on a target to the last release
/// the pointer stays with it, wherever it goes (an implicit grab); so it does while a constraint holds it. Each list of actions is in the order in which to send; what a
/// client gets is closed by a frame before another client gets anything, when the picture changes, and at `frame()`.
@usableFromInline package struct PointerRoute<Target: Hashable, Client: Hashable> {
  /// What a client has imposed on the pointer.
  @usableFromInline package enum Constraint: Hashable, Sendable {
    /// It does not move (`zwp_locked_pointer_v1`).
    case locked
    /// It stays in a region (`zwp_confined_pointer_v1`).
    case confined(PointerBounds)
  }

  /// The most buttons that can be held at once; further presses are ignored.
  @inlinable package static var mostButtons: Int { 64 }

  /// Where the pointer is.
  @usableFromInline package internal(set) var position: PrecisePoint<LayoutPoints>
  /// Whether the pointer is on the screens at all: not before it first moved, and not while the host has it elsewhere.
  @usableFromInline package internal(set) var isPresent: Bool
  /// What holds the pointer back; nil where it is free.
  @usableFromInline package internal(set) var constraint: Constraint?
  /// Where the pointer can be, unless a constraint says less.
  @usableFromInline package internal(set) var screens: PointerBounds
  @usableFromInline var focus: Focus?
  @usableFromInline var buttons: [Button] = []
  @usableFromInline var popupClient: Client?
  @usableFromInline var mode = Mode.normal
  @usableFromInline var openFrame: Client?
  @usableFromInline var actions: [PointerAction<Target, Client>] = []

  @usableFromInline struct Focus {
    @usableFromInline let target: Target
    @usableFromInline let client: Client
    /// Where the client believes the pointer to be.
    @usableFromInline var local: PrecisePoint<SurfacePoints>

    @inlinable init(target: Target, client: Client, local: PrecisePoint<SurfacePoints>) {
      (self.target, self.client, self.local) = (target, client, local)
    }
  }

  @usableFromInline struct Button {
    @usableFromInline let code: UInt32
    @usableFromInline var devices: [InputDevice]
    @usableFromInline var holder: Holder

    @inlinable init(code: UInt32, devices: [InputDevice], holder: Holder) {
      (self.code, self.devices, self.holder) = (code, devices, holder)
    }
  }

  /// Who is told of a button's release.
  @usableFromInline enum Holder: Equatable {
    /// The focus, which it keeps in place.
    case focus
    /// The focus, if it is this client's: a popup grab began while the button was held, and a menu is used by press, drag and release.
    case client(Client)
    /// Nobody: pressed on nothing, or its target is gone.
    case nobody
  }

  @usableFromInline enum Mode {
    /// Events go to targets.
    case normal
    /// Drag and drop, until this button is released.
    case drag(DragRoute<Target, Client>, button: UInt32)
    /// Interactive move or resize, until all buttons are released.
    case interaction
  }

  /// A pointer at `position` that is on no target yet.
  ///
  /// - Parameter isPresent: whether a window that appears there is entered before the pointer first moves.
  @inlinable package init(at position: PrecisePoint<LayoutPoints> = .init(x: 0, y: 0), isPresent: Bool = false, screens: PointerBounds) {
    self.screens = screens
    self.isPresent = isPresent
    self.position = screens.clamping(position)
  }

  /// The target that the pointer is on, as its client knows; nil during drag and drop, move and resize.
  @inlinable package var target: Target? { focus?.target }

  /// Where the target's client believes the pointer to be.
  @inlinable package var localPosition: PrecisePoint<SurfacePoints>? { focus?.local }

  /// The buttons held, in the order in which they were pressed.
  @inlinable package var heldButtons: [UInt32] { buttons.map { $0.code } }

  /// Whether `device` holds `button`.
  package func isHeld(_ button: UInt32, on device: InputDevice) -> Bool {
    buttons.contains { $0.code == button && $0.devices.contains(device) }
  }

  /// Whether buttons keep the pointer on its target.
  @inlinable package var isGrabbed: Bool { buttons.contains { $0.holder == .focus } }

  /// Whether drag and drop, or an interactive move or resize, has the pointer.
  @inlinable package var isOverridden: Bool { if case .normal = mode { false } else { true } }
}

// Events of devices.
extension PointerRoute {
  /// The pointer moved to `point`, or as near to it as screens and constraint allow.
  ///
  /// - Parameters:
  ///   - relative: how far its device moved: told to who has the pointer before it moves, and also while it is locked.
  ///   - isWhole: whether the device's group of events is complete with it, as by `frame()`.
  @inlinable package mutating func move(
    to point: PrecisePoint<LayoutPoints>, relative: RelativeMotion? = nil, isWhole: Bool = false, in scene: some InputScene<Target, Client>
  ) -> [PointerAction<Target, Client>] {
    if let relative, !relative.isZero, case .normal = mode, let focus { emit(.relative(focus.target, relative), to: focus.client) }
    if constraint != .locked {
      isPresent = true
      place(at: point)
      follow(scene, moved: true)
    }
    if isWhole { close() }
    return take()
  }

  /// The pointer moved by `offset`.
  @inlinable package mutating func move(by offset: PrecisePoint<LayoutPoints>, in scene: some InputScene<Target, Client>) -> [PointerAction<
    Target, Client
  >] {
    move(to: position + offset, in: scene)
  }

  /// `button` went down on `device`.
  @inlinable package mutating func press(_ button: UInt32, on device: InputDevice = .standard) -> [PointerAction<Target, Client>] {
    if let index = buttons.firstIndex(where: { $0.code == button }) {
      if !buttons[index].devices.contains(device) { buttons[index].devices.append(device) }
      return []
    }
    guard buttons.count < Self.mostButtons else { return [] }
    var holder = Holder.nobody
    if case .normal = mode {
      if let focus {
        holder = .focus
        emit(.button(focus.target, button, pressed: true), to: focus.client)
      } else if popupClient != nil {
        actions.append(.pressedOutside(button))
      }
    }
    buttons.append(Button(code: button, devices: [device], holder: holder))
    return take()
  }

  /// `button` went up on `device`. With the last one, the pointer enters what it is over.
  @inlinable package mutating func release(
    _ button: UInt32, on device: InputDevice = .standard, in scene: some InputScene<Target, Client>
  ) -> [PointerAction<Target, Client>] {
    guard let index = buttons.firstIndex(where: { $0.code == button }), let holder = buttons[index].devices.firstIndex(of: device)
    else { return [] }
    buttons[index].devices.remove(at: holder)
    guard buttons[index].devices.isEmpty else { return [] }
    let released = buttons.remove(at: index)
    switch mode {
    case .normal: sendRelease(of: released, in: scene)
    case .drag(let drag, let last) where last == button:
      actions.append(.drag(drag.drop()))
      resume(in: scene)
    case .interaction where buttons.isEmpty:
      actions.append(.interactionEnded)
      resume(in: scene)
    case .drag, .interaction: break
    }
    return take()
  }

  /// `device` is gone: what it held is released, the newest first.
  @inlinable package mutating func releaseAll(on device: InputDevice, in scene: some InputScene<Target, Client>) -> [PointerAction<
    Target, Client
  >] {
    var all: [PointerAction<Target, Client>] = []
    for button in buttons.reversed() where button.devices.contains(device) {
      all += release(button.code, on: device, in: scene)
      all += frame()
    }
    return all
  }

  /// Something scrolled.
  @inlinable package mutating func scroll(_ event: AxisEvent) -> [PointerAction<Target, Client>] {
    if case .normal = mode, let focus { emit(.axis(focus.target, event), to: focus.client) }
    return take()
  }

  /// The device's group of events is complete.
  @inlinable package mutating func frame() -> [PointerAction<Target, Client>] {
    close()
    return take()
  }
}

extension PointerRoute {
  @inlinable mutating func take() -> [PointerAction<Target, Client>] {
    defer { actions = [] }
    return actions
  }

  /// Looks anew at what is under the pointer, outside any group of a device's events.
  @inlinable mutating func settle(_ scene: some InputScene<Target, Client>, moved: Bool = false) -> [PointerAction<Target, Client>] {
    follow(scene, moved: moved)
    if !actions.isEmpty { close() }
    return take()
  }

  @inlinable mutating func place(at point: PrecisePoint<LayoutPoints>) {
    switch constraint {
    case .confined(let region): position = region.clamping(point)
    case .locked: break
    case nil: position = screens.clamping(point)
    }
  }

  /// Sends what the pointer's place means now.
  @inlinable mutating func follow(_ scene: some InputScene<Target, Client>, moved: Bool) {
    switch mode {
    case .normal: followTarget(scene, moved: moved)
    case .interaction:
      if moved { actions.append(.interaction(at: position)) }
    case .drag(var drag, let button):
      actions += (isPresent ? drag.follow(position, in: scene) : drag.leave()).map { .drag($0) }
      mode = .drag(drag, button: button)
    }
  }

  @inlinable mutating func followTarget(_ scene: some InputScene<Target, Client>, moved: Bool) {
    if isGrabbed || constraint != nil, let focus, let local = scene.convert(position, to: focus.target) {
      // A target that moves itself beneath a held button or a lock must not see its own motion as the pointer's.
      if moved || !isGrabbed && constraint != .locked { sendMotion(to: local) }
      return
    }
    var hit = isPresent ? scene.hit(at: position) : nil
    if let found = hit, let popupClient, scene.client(of: found.target) != popupClient { hit = nil }
    if let hit, hit.target == focus?.target { return sendMotion(to: hit.local) }
    leave()
    if let hit {
      let client = scene.client(of: hit.target)
      focus = Focus(target: hit.target, client: client, local: hit.local)
      emit(.enter(hit.target, at: hit.local), to: client)
    }
  }

  @inlinable mutating func sendMotion(to local: PrecisePoint<SurfacePoints>) {
    guard let focus, focus.local != local else { return }
    self.focus?.local = local
    emit(.motion(focus.target, at: local), to: focus.client)
  }

  @inlinable mutating func sendRelease(of button: Button, in scene: some InputScene<Target, Client>) {
    guard let focus else { return }
    switch button.holder {
    case .focus: emit(.button(focus.target, button.code, pressed: false), to: focus.client)
    case .client(let client) where client == focus.client:
      emit(.button(focus.target, button.code, pressed: false), to: client)
    case .client, .nobody: return
    }
    guard !isGrabbed else { return }
    // The release and the leave that it allows are two groups.
    close()
    followTarget(scene, moved: false)
  }

  @inlinable mutating func leave() {
    guard let focus else { return }
    emit(.leave(focus.target), to: focus.client)
    dropFocus()
  }

  /// The target is left or gone: buttons pressed on it are nobody's.
  @inlinable mutating func dropFocus() {
    focus = nil
    for index in buttons.indices where buttons[index].holder == .focus { buttons[index].holder = .nobody }
  }

  @inlinable mutating func override(with new: Mode) {
    leave()
    for index in buttons.indices { buttons[index].holder = .nobody }
    close()
    mode = new
  }

  @inlinable mutating func resume(in scene: some InputScene<Target, Client>) {
    mode = .normal
    followTarget(scene, moved: false)
  }

  @inlinable mutating func endMode() {
    switch mode {
    case .normal: break
    case .drag(let drag, _): actions += drag.cancel().map { .drag($0) }
    case .interaction: actions.append(.interactionEnded)
    }
    mode = .normal
  }

  @inlinable mutating func abandon() {
    endMode()
    popupClient = nil
    leave()
    buttons = []
    close()
  }

  @inlinable mutating func emit(_ action: PointerAction<Target, Client>, to client: Client) {
    if openFrame != client { close() }
    actions.append(action)
    openFrame = client
  }

  @inlinable mutating func close() {
    if let client = openFrame { actions.append(.frame(client)) }
    openFrame = nil
  }
}
