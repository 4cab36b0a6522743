internal import Geometry
internal import Input
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// The seat's pointer: where it is, whom it speaks to, and what it looks like.
final class SeatPointer {
  private unowned let service: WindowService
  private var route: PointerRoute<SurfaceID, ClientID>
  /// What clients that do not read are not sent yet.
  private var held: HeldMotions!
  /// Clients that do not read, which are told when they do whether they have the pointer.
  private var late: [ClientID: LatePointer] = [:]
  /// Who was sent something since its last frame.
  private var frameDue: ClientID?
  /// Buttons that were pressed on clients that read nothing, and that these were not told of.
  private var unheard: Set<UInt32> = []
  /// What the pointer looks like, as its client or the service chose.
  var cursor = Cursor.shape(.default) {
    didSet {
      service.captures.cursorTouched()
      guard case .surface(let old) = oldValue else { return }
      if case .surface(let new) = cursor, new === old { return }
      // it is on no screen any more
      service.updateScreens(of: old.surface)
    }
  }

  /// What a pointer looks like.
  enum Cursor {
    /// A picture of the theme.
    case shape(CursorShape)
    /// A client's surface.
    case surface(CursorSurface)
    case hidden
  }

  /// Where a device that knows only places is, while the pointer is locked and does not follow it.
  private var devicePlace: PrecisePoint<LayoutPoints>?
  /// Whether a group of a device's events is being carried out, and is closed by whoever began it.
  private var isGroupOpen = false
  /// What clients have imposed on the pointer.
  private(set) var constraints: PointerConstraints!

  init(_ service: WindowService) {
    self.service = service
    route = PointerRoute(screens: .screens([]))
    constraints = PointerConstraints(service)
    held = HeldMotions(service) { [unowned self] in self.send($0) }
  }

  var position: PrecisePoint<LayoutPoints> { route.position }
  /// Where it can be.
  var screens: PointerBounds { route.screens }
  /// Whether a pointer was ever moved here; before, nothing is under it.
  var isPresent: Bool { route.isPresent }
  /// The surface that the pointer speaks to.
  var target: Surface? { route.target.flatMap { service.surface($0) } }
  /// The surface that has the pointer, as its client has been told.
  var focus: Surface? { target.flatMap { late.isEmpty || late[$0.client.id] == nil ? $0 : nil } }
  var heldButtons: [UInt32] { route.heldButtons }
  /// Whether `device` holds a button.
  func isHeld(_ code: UInt32, on device: InputDevice = .standard) -> Bool { route.isHeld(code, on: device) }

  /// The surface under what the pointer drags, or that of the window which it moves or resizes; nil where it does neither.
  private var dragged: Surface? {
    if let drag = service.seat.drag { return drag.finger == nil ? drag.targetSurface : nil }
    return service.model.interaction.flatMap { service.clientWindows[$0.window]?.surface }
  }
  private var scene: SeatScene { SeatScene(service) }

  // MARK: Events of devices

  /// Moves the pointer to where a device says that it is. - Returns: the surface that was told.
  @discardableResult
  func move(to point: PrecisePoint<LayoutPoints>) -> Surface? {
    let way = point - (devicePlace ?? position)
    devicePlace = route.constraint == .locked ? point : nil
    return move(to: point, RelativeMotion(way))
  }

  /// Moves the pointer by an offset. - Returns: the surface that was told.
  ///
  /// - Parameter unaccelerated: the offset before acceleration, where that differs.
  @discardableResult
  func move(by offset: PrecisePoint<LayoutPoints>, unaccelerated: PrecisePoint<LayoutPoints>? = nil) -> Surface? {
    devicePlace = nil
    return move(to: position + offset, RelativeMotion(offset, unaccelerated: unaccelerated))
  }

  private func move(to point: PrecisePoint<LayoutPoints>, _ motion: RelativeMotion) -> Surface? {
    service.seat.userActivity()
    let actions = route.move(to: point, relative: isRelativeHeard ? motion : nil, isWhole: !isGroupOpen, in: scene)
    perform(actions)
    if !isGroupOpen { constraints.refresh() }
    service.seat.drag?.moved()
    service.captures.cursorTouched()
    return service.seat.told(told(by: actions) ?? dragged, .motion(position))
  }

  /// How many objects for relative motion there are, of all clients.
  var relativePointerCount = 0

  /// Whether who has the pointer hears of relative motion; a frame with nothing in it would follow else.
  private var isRelativeHeard: Bool {
    guard relativePointerCount > 0, let target else { return false }
    return service.seat.knownClient(target.client.id).map { !$0.relativePointers.isEmpty } ?? false
  }

  /// Carries out several events of a device as one group, which clients get in one frame.
  func group(_ events: () -> Void) {
    isGroupOpen = true
    events()
    isGroupOpen = false
    endFrame()
  }

  private func endFrame() {
    if isGroupOpen { return }
    perform(route.frame())
    constraints.refresh()
  }

  /// Presses or releases a button, numbered as Linux does. - Returns: the surface that was told.
  @discardableResult
  func button(_ code: UInt32, pressed: Bool, on device: InputDevice = .standard) -> Surface? {
    service.seat.userActivity()
    let told: Surface?
    if pressed {
      let isNew = !route.heldButtons.contains(code)
      if isNew, let target, !route.isOverridden, service.seat.popupGrabs.isEmpty || !route.isGrabbed { service.seat.press(target) }
      told = perform(button: route.press(code, on: device))
    } else {
      let dragged = dragged
      let carried = service.seat.drag?.carriedWindow
      told = perform(button: route.release(code, on: device, in: scene)) ?? dragged
      // a window that followed the drag, and was no target of it, is one for the pointer again
      if carried != nil, service.seat.drag == nil { service.sceneChanged() }
      if route.heldButtons.isEmpty { service.seat.ledger.endPointerGrab() }
    }
    endFrame()
    return service.seat.told(told, .button(code, isPressed: pressed, at: position))
  }

  /// Carries out what a button caused. - Returns: the surface that was sent it; what followed, such as a new target, does not count.
  private func perform(button actions: [PointerAction<SurfaceID, ClientID>]) -> Surface? {
    guard let (id, code, pressed) = actions.button else {
      perform(actions)
      return nil
    }
    let told = service.surface(id)
    let wasUnheard = !pressed && unheard.contains(code)
    perform(actions)
    return wasUnheard || unheard.contains(code) ? nil : told.flatMap { isHeard(by: $0) ? $0 : nil }
  }

  /// The target, where `actions` send it anything.
  private func told(by actions: [PointerAction<SurfaceID, ClientID>]) -> Surface? {
    target.flatMap { actions.tell($0.node.id) && isHeard(by: $0) ? $0 : nil }
  }

  /// Whether the surface's client has any pointer to hear with.
  private func isHeard(by surface: Surface) -> Bool {
    guard let client = service.seat.knownClient(surface.client.id) else { return false }
    return !client.pointers.isEmpty || !client.relativePointers.isEmpty
  }

  /// Scrolls. - Returns: the surface that was told.
  @discardableResult
  func scroll(_ event: AxisEvent) -> Surface? {
    service.seat.userActivity()
    var told: Surface?
    // a scroll along neither axis is none
    if event.horizontal != nil || event.vertical != nil {
      let actions = route.scroll(event)
      told = self.told(by: actions)
      perform(actions)
      endFrame()
    }
    return service.seat.told(told, .scroll(event.horizontal?.value ?? 0, event.vertical?.value ?? 0, at: position))
  }

  /// Releases what a device that goes away still holds.
  func releaseAll(on device: InputDevice) {
    perform(route.releaseAll(on: device, in: scene))
    if route.heldButtons.isEmpty { service.seat.ledger.endPointerGrab() }
    endFrame()
  }

  /// The device took the pointer away from the screens, with what it held.
  func depart() {
    devicePlace = nil
    change(route.depart())
    service.seat.ledger.endPointerGrab()
    service.seat.drag?.moved()
  }

  /// The pointer is elsewhere for now, with what it drags.
  func departDragging() { change(route.departDragging(in: scene)) }

  // MARK: Changes around it

  /// Takes the pointer from whoever has it; buttons that are held count for nobody.
  func cancel() { change(route.cancel(in: scene)) }

  func sceneChanged() { change(route.sceneChanged(in: scene)) }

  /// Sends what follows from a change; who holds the pointer back may be another then.
  private func change(_ actions: [PointerAction<SurfaceID, ClientID>]) {
    perform(actions)
    constraints.refresh()
  }

  func screensChanged() {
    change(route.setScreens(.screens(service.model.screens.filter { $0.mirrors == nil }.map(\.frame)), in: scene))
  }

  func forget(_ surface: Surface) {
    if let waiting = late[surface.client.id], waiting.believed === surface { waiting.believed = nil }
    if case .surface(let cursor) = cursor, cursor.surface === surface { self.cursor = .hidden }
    change(route.forget(surface.node.id, in: scene))
  }

  func forget(_ client: Client) {
    constraints.forget(client)
    held.forget(client.id)
    if let waiting = late.removeValue(forKey: client.id) { service.lateNews.forget(waiting) }
    change(route.forget(client: client.id, in: scene))
  }

  func beginPopupGrab(of client: ClientID) { change(route.beginPopupGrab(of: client, in: scene)) }
  func endPopupGrab() { change(route.endPopupGrab(in: scene)) }

  /// Lets the pointer move a window, or drag its edges, while its button is held; where the model lets it.
  func beginInteraction(_ window: WindowID, edges: Edges) {
    guard !route.isOverridden, !route.heldButtons.isEmpty else { return }
    service.perform(service.model.beginInteraction(window, edges: edges, at: route.position))
    guard service.model.interaction != nil, let actions = route.beginInteraction() else { return }
    change(actions)
  }

  /// Whether a drag and drop, or an interactive move or resize, has the pointer.
  var isOverridden: Bool { route.isOverridden }

  /// Takes the pointer for a drag and drop. - Returns: false where no button is held.
  func beginDrag() -> Bool {
    guard let actions = route.beginDrag(in: scene) else { return false }
    change(actions)
    return true
  }

  /// Takes the pointer for a drag and drop that comes from elsewhere. - Returns: false where it is taken already.
  func beginDrag(at point: PrecisePoint<LayoutPoints>, on device: InputDevice) -> Bool {
    guard let actions = route.beginDrag(at: point, holding: 0x110, on: device, in: scene) else { return false }
    change(actions)
    return true
  }

  func endOverride() { change(route.endOverride(in: scene)) }

  /// Where the surface that has the pointer believes it to be.
  var localPosition: PrecisePoint<SurfacePoints>? { route.localPosition }
  /// What holds the pointer back.
  var constraint: PointerRoute<SurfaceID, ClientID>.Constraint? { route.constraint }

  /// Locks or confines the pointer, or frees it.
  func constrain(_ constraint: PointerRoute<SurfaceID, ClientID>.Constraint?) {
    devicePlace = nil
    perform(route.constrain(constraint, in: scene))
  }
  /// Frees the pointer; what it is on then is found out when the surface that had it is gone.
  func dropConstraint() {
    devicePlace = nil
    route.dropConstraint()
  }
  /// Puts the pointer somewhere else; no device moved.
  func warp(to point: PrecisePoint<LayoutPoints>) {
    perform(route.warp(to: point, in: scene))
    service.captures.cursorTouched()
  }

  // MARK: Sending

  /// Tells a client what waits for it, before it has another pointer: that one is told by itself.
  func tellAll(_ client: Client) {
    guard !late.isEmpty, let waiting = late[client.id] else { return }
    service.lateNews.forget(waiting)
    catchUp(waiting)
  }

  /// Tells a new `wl_pointer` where it is, where its client has the pointer.
  func announce(to resource: WlPointerResource) {
    guard let target, target.client === resource.client, let local = route.localPosition else { return }
    let serial = service.seat.ledger.next(.pointerEnter, to: target.client.id, on: target.node.id, at: service.clock.milliseconds)
    resource.sendEnter(serial: serial, surface: target.resource, surfaceX: local.x, surfaceY: local.y)
    resource.sendFrame()
  }

  private func perform(_ actions: [PointerAction<SurfaceID, ClientID>]) {
    let time = service.clock.milliseconds
    for action in actions { perform(action, time) }
  }

  private func perform(_ action: PointerAction<SurfaceID, ClientID>, _ time: UInt32) {
    let ledger = { (kind: SerialLedger<ClientID, SurfaceID>.Kind, surface: Surface) in
      self.service.seat.ledger.next(kind, to: surface.client.id, on: surface.node.id, at: time)
    }
    switch action {
    case .leave(let id):
      guard let surface = service.surface(id) else { break }
      held.forget(surface.client.id)
      if mayTell(surface, leaving: true) { sendLeave(surface) }
      cursor = .shape(.default)
    case .enter(let id, let point):
      guard let surface = service.surface(id), mayTell(surface, leaving: false) else { break }
      sendEnter(surface, at: point)
    case .motion(let id, let point):
      guard let surface = service.surface(id), !isLate(surface.client) else { break }
      if held.hold(.init(client: surface.client, surface: id, point: point), for: surface.client) { break }
      frameDue = surface.client.id
      for pointer in pointers(of: surface) { pointer.sendMotion(time: time, surfaceX: point.x, surfaceY: point.y) }
    case .button(let id, let code, let pressed):
      guard let surface = service.surface(id), pressed || unheard.remove(code) == nil else { break }
      guard !pressed || tellWhatWaits(for: surface) else {
        unheard.insert(code)
        break
      }
      unheard.remove(code)
      held.release(surface.client.id)
      frameDue = surface.client.id
      let serial = ledger(pressed ? .buttonPress : .buttonRelease, surface)
      for pointer in pointers(of: surface) {
        pointer.sendButton(serial: serial, time: time, button: code, state: pressed ? .pressed : .released)
      }
    case .axis(let id, let event):
      guard let surface = service.surface(id), tellWhatWaits(for: surface) else { break }
      held.release(surface.client.id)
      frameDue = surface.client.id
      for pointer in pointers(of: surface) { pointer.send(event, time: time) }
    case .relative(let id, let motion):
      guard let surface = service.surface(id), !isLate(surface.client) else { break }
      if held.hold(motion, on: id, for: surface.client) { break }
      frameDue = surface.client.id
      sendRelativeMotion(motion, to: surface)
    case .frame(let client):
      guard frameDue == client else { break }
      frameDue = nil
      for pointer in service.seat.knownClient(client)?.pointers ?? [] { pointer.sendFrame() }
    case .pressedOutside:
      service.seat.pressedOutside()
    case .drag(let action):
      service.seat.drag?.perform(action, time: time)
    case .interaction(let point):
      service.perform(service.model.updateInteraction(to: point))
    case .interactionEnded:
      service.perform(service.model.endInteraction())
    }
  }

  private func sendLeave(_ surface: Surface) {
    frameDue = surface.client.id
    let serial = service.seat.ledger.next(.pointerLeave, to: surface.client.id, on: surface.node.id, at: service.clock.milliseconds)
    for pointer in pointers(of: surface) { pointer.sendLeave(serial: serial, surface: surface.resource) }
  }

  private func sendEnter(_ surface: Surface, at point: PrecisePoint<SurfacePoints>) {
    frameDue = surface.client.id
    let serial = service.seat.ledger.next(.pointerEnter, to: surface.client.id, on: surface.node.id, at: service.clock.milliseconds)
    for pointer in pointers(of: surface) {
      pointer.sendEnter(serial: serial, surface: surface.resource, surfaceX: point.x, surfaceY: point.y)
    }
  }

  // MARK: Clients that do not read

  private func isLate(_ client: Client) -> Bool { !late.isEmpty && late[client.id] != nil }

  /// Whether the surface's client may be sent that the pointer came or went. Where it reads nothing it is told when it does.
  private func mayTell(_ surface: Surface, leaving: Bool) -> Bool {
    let client = surface.client
    if isLate(client) { return false }
    if service.lateNews.maySend(40 * pointers(of: surface).count, to: client) { return true }
    let made = LatePointer(client, self, believing: leaving ? surface : nil)
    late[client.id] = made
    service.lateNews.wait(made)
    return false
  }

  /// Tells a client whether it has the pointer before it hears of a button or a scroll. - Returns: false where hardly anything fits.
  private func tellWhatWaits(for surface: Surface) -> Bool {
    guard surface.client.maySendInput(bytes: 64 * pointers(of: surface).count) else { return false }
    guard !late.isEmpty, let waiting = late[surface.client.id] else { return true }
    service.lateNews.forget(waiting)
    catchUp(waiting)
    return true
  }

  /// The client reads again: it is told where the pointer is now.
  func catchUp(_ waiting: LatePointer) {
    let client = waiting.client
    late[client.id] = nil
    let time = service.clock.milliseconds
    let pointers = service.seat.knownClient(client.id)?.pointers ?? []
    if let left = waiting.believed {
      let serial = service.seat.ledger.next(.pointerLeave, to: client.id, on: left.node.id, at: time)
      for pointer in pointers { pointer.sendLeave(serial: serial, surface: left.resource) }
    }
    if let target, target.client === client, let local = route.localPosition {
      let serial = service.seat.ledger.next(.pointerEnter, to: client.id, on: target.node.id, at: time)
      for pointer in pointers { pointer.sendEnter(serial: serial, surface: target.resource, surfaceX: local.x, surfaceY: local.y) }
    }
    for pointer in pointers { pointer.sendFrame() }
    constraints.refresh()
  }

  private func sendRelativeMotion(_ motion: RelativeMotion, to surface: Surface) {
    guard let client = service.seat.knownClient(surface.client.id), !client.relativePointers.isEmpty else { return }
    let offset = service.convert(vector: motion.offset, to: surface)
    let unaccelerated = service.convert(vector: motion.unaccelerated, to: surface)
    for pointer in client.relativePointers { pointer.send(offset, unaccelerated, at: service.clock.now) }
  }

  /// Sends a motion that waited, to a surface that the pointer is still on.
  private func send(_ motion: HeldMotions.Motion) {
    guard let surface = service.surface(motion.surface) else { return }
    let time = service.clock.milliseconds
    if let way = motion.relative { sendRelativeMotion(way, to: surface) }
    for pointer in pointers(of: surface) {
      if let point = motion.point { pointer.sendMotion(time: time, surfaceX: point.x, surfaceY: point.y) }
      pointer.sendFrame()
    }
  }

  private func pointers(of surface: Surface) -> [WlPointerResource] { service.seat.knownClient(surface.client.id)?.pointers ?? [] }
}

extension [PointerAction<SurfaceID, ClientID>] {
  /// Whether `target` is sent a place, a motion or a scroll.
  func tell(_ target: SurfaceID) -> Bool {
    contains { action in
      switch action {
      case .enter(target, _), .motion(target, _), .relative(target, _), .axis(target, _): true
      default: false
      }
    }
  }

  /// Who is sent a button, and which.
  var button: (surface: SurfaceID, code: UInt32, pressed: Bool)? {
    lazy.compactMap { if case .button(let id, let code, let pressed) = $0 { (id, code, pressed) } else { nil } }.first
  }
}
