public import Geometry

// Changes of the picture and of those in it.
extension PointerRoute {
  /// Windows appeared, went, moved or changed order: the pointer may be on something else now.
  @inlinable package mutating func sceneChanged(in scene: some InputScene<Target, Client>) -> [PointerAction<Target, Client>] {
    settle(scene)
  }

  /// `gone` is destroyed: nothing more is sent to it, and buttons pressed on it are nobody's. The scene has it no more.
  @inlinable package mutating func forget(_ gone: Target, in scene: some InputScene<Target, Client>) -> [PointerAction<Target, Client>] {
    if focus?.target == gone { dropFocus() }
    if case .drag(var drag, let button) = mode {
      drag.forget(gone)
      mode = .drag(drag, button: button)
    }
    return settle(scene)
  }

  /// A client is gone with all its targets: nothing more is sent to it. The scene has them no more.
  @inlinable package mutating func forget(client: Client, in scene: some InputScene<Target, Client>) -> [PointerAction<Target, Client>] {
    if focus?.client == client { dropFocus() }
    if openFrame == client { openFrame = nil }
    if popupClient == client { popupClient = nil }
    for index in buttons.indices where buttons[index].holder == .client(client) { buttons[index].holder = .nobody }
    if case .drag(var drag, let button) = mode {
      drag.forget(client: client)
      mode = .drag(drag, button: button)
    }
    return settle(scene)
  }

  /// The screens are other ones, or lie elsewhere.
  @inlinable package mutating func setScreens(_ bounds: PointerBounds, in scene: some InputScene<Target, Client>) -> [PointerAction<
    Target, Client
  >] {
    screens = bounds
    place(at: position)
    return settle(scene)
  }

  /// Sets, changes or ends what holds the pointer back. It moves at once to where it may be.
  @inlinable package mutating func constrain(_ new: Constraint?, in scene: some InputScene<Target, Client>) -> [PointerAction<
    Target, Client
  >] {
    constraint = new
    let before = position
    place(at: position)
    return settle(scene, moved: position != before)
  }

  /// Ends what holds the pointer back, with nothing told yet: who had it is going.
  @inlinable package mutating func dropConstraint() { constraint = nil }

  /// Puts the pointer at `point` whatever holds it back, as when a client ends its lock with a position hint.
  @inlinable package mutating func warp(to point: PrecisePoint<LayoutPoints>, in scene: some InputScene<Target, Client>) -> [PointerAction<
    Target, Client
  >] {
    let before = position
    position = screens.clamping(point)
    return settle(scene, moved: position != before)
  }

  /// Takes the pointer from whoever has it (the session locks): buttons held count for nobody, all grabs end, the target is left.
  @inlinable package mutating func cancel(in scene: some InputScene<Target, Client>) -> [PointerAction<Target, Client>] {
    abandon()
    return settle(scene)
  }

  /// The pointer is no longer on the screens, as when the host took it elsewhere: buttons held count for nobody, and what they carried
  /// ends. The next motion brings it back. Popups stay open: a person who comes back finds the menu.
  @inlinable package mutating func depart() -> [PointerAction<Target, Client>] {
    endMode()
    leave()
    buttons = []
    isPresent = false
    close()
    return take()
  }
}

// Grabs that change where events go.
extension PointerRoute {
  /// `client` holds a popup grab: only its targets get events, as without a grab, and a press elsewhere is reported.
  ///
  /// Called again for each nested popup. Buttons held keep the pointer in place no longer.
  @inlinable package mutating func beginPopupGrab(of client: Client, in scene: some InputScene<Target, Client>) -> [PointerAction<
    Target, Client
  >] {
    popupClient = client
    for index in buttons.indices where buttons[index].holder == .focus {
      buttons[index].holder = focus.map { .client($0.client) } ?? .nobody
    }
    return settle(scene)
  }

  /// No popup is open any more.
  @inlinable package mutating func endPopupGrab(in scene: some InputScene<Target, Client>) -> [PointerAction<Target, Client>] {
    popupClient = nil
    return settle(scene)
  }

  /// Drag and drop begins: the target is left, and targets get drag actions until the oldest button is released.
  ///
  /// - Returns: nil, and nothing changes, where no button is held or another override is on.
  @inlinable package mutating func beginDrag(in scene: some InputScene<Target, Client>) -> [PointerAction<Target, Client>]? {
    guard let first = buttons.first, !isOverridden else { return nil }
    override(with: .drag(DragRoute(), button: first.code))
    return settle(scene)
  }

  /// Drag and drop comes from elsewhere, carried by a button that nobody here heard of, to be released on `device`.
  ///
  /// - Returns: nil, and nothing changes, where another override is on.
  @inlinable package mutating func beginDrag(
    at point: PrecisePoint<LayoutPoints>, holding button: UInt32, on device: InputDevice, in scene: some InputScene<Target, Client>
  ) -> [PointerAction<Target, Client>]? {
    guard !isOverridden else { return nil }
    isPresent = true
    position = screens.clamping(point)
    override(with: .drag(DragRoute(), button: button))
    buttons.removeAll { $0.code == button }
    buttons.append(Button(code: button, devices: [device], holder: .nobody))
    return settle(scene)
  }

  /// The pointer is no longer on the screens, but what it drags is not dropped: the host carries it on, and may bring it back.
  @inlinable package mutating func departDragging(in scene: some InputScene<Target, Client>) -> [PointerAction<Target, Client>] {
    isPresent = false
    return settle(scene)
  }

  /// An interactive move or resize begins: the target is left, and motion is reported until all buttons are released.
  ///
  /// - Returns: nil, and nothing changes, where no button is held or another override is on.
  @inlinable package mutating func beginInteraction() -> [PointerAction<Target, Client>]? {
    guard !buttons.isEmpty, !isOverridden else { return nil }
    override(with: .interaction)
    return take()
  }

  /// Ends drag and drop, move or resize before the buttons are released.
  @inlinable package mutating func endOverride(in scene: some InputScene<Target, Client>) -> [PointerAction<Target, Client>] {
    endMode()
    return settle(scene)
  }
}
