internal import Geometry
internal import Input
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// A tool of the tablet: where it is, what it touches, and whom it speaks to.
final class TabletTool {
  /// What a tool is. Raw values are those of `zwp_tablet_tool_v2.type`.
  enum Kind: UInt32, CaseIterable {
    case pen = 0x140
    case eraser = 0x141
    case brush = 0x142
    case pencil = 0x143
    case airbrush = 0x144
    case finger = 0x145
    case mouse = 0x146
    case lens = 0x147
  }

  /// What a tool measures besides its place; nil: as before.
  struct Axes {
    /// From 0 to 1.
    var pressure: Double?
    /// From 0, at the surface, to 1.
    var distance: Double?
    /// Degrees from upright.
    var tilt: (x: Double, y: Double)?
    /// Degrees clockwise.
    var rotation: Double?
    /// From −1 to 1.
    var slider: Double?
    /// How far the wheel turned, in degrees.
    var wheel: Double?

    /// Whether it says nothing.
    var isEmpty: Bool {
      pressure == nil && distance == nil && tilt == nil && rotation == nil && slider == nil && wheel == nil
    }

    /// Takes over what is newer; a wheel goes on.
    mutating func merge(_ newer: Axes) {
      pressure = newer.pressure ?? pressure
      distance = newer.distance ?? distance
      tilt = newer.tilt ?? tilt
      rotation = newer.rotation ?? rotation
      slider = newer.slider ?? slider
      if let turned = newer.wheel { wheel = (wheel ?? 0) + turned }
    }
  }

  /// The tip, as a button.
  static let tip: UInt32 = 0x14A
  /// Degrees between two clicks of a wheel.
  private static let click = 15.0

  let kind: Kind
  private unowned let service: WindowService
  private var route: PointerRoute<SurfaceID, ClientID>
  private let device: InputDevice
  /// What it looks like.
  var cursor = SeatPointer.Cursor.shape(.default)
  /// The serials of presses that go on, by button.
  private var presses: [UInt32: UInt32] = [:]
  /// Buttons that were pressed on the pointer in its stead.
  private var borrowed: [UInt32: UInt32] = [:]
  /// Whose group of events is open.
  private var openFrame: ClientID?
  /// Clients that do not read, which are told when they do where the tool is.
  private var late: [ClientID: LateTool] = [:]
  /// Buttons that were pressed on clients that read nothing, and that these were not told of.
  private var unheard: Set<UInt32> = []

  init(_ kind: Kind, _ service: WindowService) {
    self.kind = kind
    self.service = service
    device = service.seat.makeDevice()
    route = PointerRoute(screens: .screens([]))
  }

  var position: PrecisePoint<LayoutPoints> { route.position }
  /// Whether it is near the tablet.
  var isNear: Bool { route.isPresent }
  /// Whether a button, or the tip, is down.
  func isHeld(_ code: UInt32) -> Bool { route.heldButtons.contains(code) }
  var target: Surface? { route.target.flatMap { service.surface($0) } }
  private var scene: SeatScene { SeatScene(service) }

  // MARK: Events of the device

  /// Moves near or on the tablet. - Returns: the surface that was told.
  ///
  /// - Parameter closesGroup: whether nothing follows that belongs to the same moment.
  @discardableResult
  func move(to point: PrecisePoint<LayoutPoints>, _ axes: Axes = Axes(), closesGroup: Bool = true) -> Surface? {
    service.seat.userActivity()
    let screens = PointerBounds.screens(service.model.screens.filter { $0.mirrors == nil }.map(\.frame))
    perform(route.setScreens(screens, in: scene))
    let actions = route.move(to: point, in: scene)
    perform(actions)
    let measured = send(axes)
    if closesGroup { close() }
    if isPointer { return service.seat.pointer.move(to: position) }
    return target.flatMap { actions.tell($0.node.id) ? $0 : nil } ?? measured
  }

  /// The tip touches the tablet, or not any more; or a button is pressed or released. - Returns: the surface that was told.
  ///
  /// - Parameter closesGroup: whether nothing follows that belongs to the same moment.
  @discardableResult
  func button(_ code: UInt32, pressed: Bool, _ axes: Axes = Axes(), closesGroup: Bool = true) -> Surface? {
    guard isNear else { return nil }
    service.seat.userActivity()
    let isNew = pressed && !route.heldButtons.contains(code)
    if isNew, code == Self.tip, let target, service.seat.popupGrabs.isEmpty { service.seat.press(target) }
    let measured = send(axes)
    var told: Surface?
    if pressed {
      let actions = route.press(code)
      told = actions.button.flatMap { service.surface($0.surface) }
      perform(actions)
      if isPointer { told = press(code) }
    } else {
      let button = borrowed.removeValue(forKey: code)
      if let button { told = service.seat.pointer.button(button, pressed: false, on: device) }
      let actions = route.release(code, in: scene)
      if button == nil { told = isPointer ? nil : actions.button.flatMap { service.surface($0.surface) } }
      perform(actions)
    }
    if closesGroup { close() }
    return told ?? measured
  }

  /// It is taken away from the tablet; what it held is let go first. - Returns: the surface that was told.
  @discardableResult
  func leave() -> Surface? {
    guard isNear else { return nil }
    var told = isPointer ? nil : target
    for code in route.heldButtons.reversed() {
      if let button = borrowed.removeValue(forKey: code) { told = service.seat.pointer.button(button, pressed: false, on: device) }
      if let target, presses[code] != nil { sendButton(code, pressed: false, to: target) }
    }
    perform(route.depart())
    close()
    return told
  }

  // MARK: In the pointer's stead

  /// Whether its target's client knows the pointer only.
  private var isPointer: Bool {
    if !borrowed.isEmpty { return true }
    return target.map { !service.seat.tablet.isKnown(to: $0.client.id) } ?? false
  }

  private func press(_ code: UInt32) -> Surface? {
    // tip, stylus, stylus 2, stylus 3 as left, right, middle and side button
    let buttons: [UInt32: UInt32] = [Self.tip: 0x110, 0x14B: 0x111, 0x14C: 0x112, 0x149: 0x113]
    guard let button = buttons[code] else { return nil }
    borrowed[code] = button
    return service.seat.pointer.button(button, pressed: true, on: device)
  }

  // MARK: Changes around it

  func sceneChanged() { change(route.sceneChanged(in: scene)) }
  func forget(_ surface: Surface) {
    if let waiting = late[surface.client.id], waiting.believed === surface { (waiting.believed, waiting.isLeft) = (nil, true) }
    if case .surface(let shown) = cursor, shown.surface === surface { cursor = .hidden }
    change(route.forget(surface.node.id, in: scene))
  }

  func forget(_ client: Client) {
    if openFrame == client.id { openFrame = nil }
    if let waiting = late.removeValue(forKey: client.id) { service.lateNews.forget(waiting) }
    change(route.forget(client: client.id, in: scene))
  }

  private func change(_ actions: [PointerAction<SurfaceID, ClientID>]) {
    guard !actions.isEmpty else { return }
    perform(actions)
    close()
  }

  // MARK: Sending

  private func perform(_ actions: [PointerAction<SurfaceID, ClientID>]) {
    for action in actions {
      switch action {
      case .enter(let id, let point):
        guard let surface = service.surface(id), mayTell(surface.client, believing: nil, isLeft: true) else { break }
        enter(surface, at: point)
      case .leave(let id):
        guard let surface = service.surface(id) else { break }
        if mayTell(surface.client, believing: surface, isLeft: true) {
          for object in objects(surface) { object.resource.sendProximityOut() }
        }
        cursor = .shape(.default)
        presses = [:]
      case .motion(let id, let point):
        guard let surface = service.surface(id), mayTell(surface.client, believing: surface, isLeft: false) else { break }
        send(point, to: surface)
      case .button(let id, let code, let pressed):
        guard let surface = service.surface(id), pressed || unheard.remove(code) == nil else { break }
        guard !pressed || tellWhatWaits(for: surface.client) else {
          unheard.insert(code)
          break
        }
        unheard.remove(code)
        sendButton(code, pressed: pressed, to: surface)
      case .frame(let client):
        if client == openFrame { close() }
      case .pressedOutside: service.seat.pressedOutside()
      case .axis, .relative, .drag, .interaction, .interactionEnded: break  // a tool's route has none of these
      }
    }
  }

  /// Tells a new object where the tool is, where its client has the tool.
  func announce(to object: ToolObject) {
    let client = object.resource.client
    guard let target, target.client === client, let point = route.localPosition else { return }
    object.proximityIn(serial: ledger(.tabletProximity, target), surface: target.resource)
    object.resource.sendMotion(x: point.x, y: point.y)
    object.resource.sendFrame(time: service.clock.milliseconds)
  }

  private func enter(_ surface: Surface, at point: PrecisePoint<SurfacePoints>) {
    let serial = ledger(.tabletProximity, surface)
    for object in objects(surface) { object.proximityIn(serial: serial, surface: surface.resource) }
    send(point, to: surface)
  }

  private func objects(_ surface: Surface) -> [ToolObject] {
    openFrame = surface.client.id
    return service.seat.tablet.objects(of: self, for: surface.client.id)
  }

  private func send(_ point: PrecisePoint<SurfacePoints>, to surface: Surface) {
    for object in objects(surface) { object.resource.sendMotion(x: point.x, y: point.y) }
  }

  private func sendButton(_ code: UInt32, pressed: Bool, to surface: Surface) {
    let serial = ledger(code == Self.tip ? (pressed ? .tabletDown : .tabletUp) : .tabletButton, surface)
    if pressed { presses[code] = serial } else if let began = presses.removeValue(forKey: code) { service.seat.ledger.end(began) }
    for object in objects(surface) {
      if code != Self.tip {
        object.resource.sendButton(serial: serial, button: code, state: pressed ? .pressed : .released)
      } else if pressed {
        object.resource.sendDown(serial: serial)
      } else {
        object.resource.sendUp()
      }
    }
  }

  /// - Returns: the surface that was told, where there was anything to tell.
  private func send(_ axes: Axes) -> Surface? {
    guard let target, !axes.isEmpty else { return nil }
    guard mayTell(target.client, believing: target, isLeft: false) else {
      late[target.client.id]?.axes.merge(axes)
      return nil
    }
    func part(_ value: Double) -> Double { (min(max(value, -1), 1) * 65535).rounded() }
    for object in objects(target) {
      let tool = object.resource
      if let pressure = axes.pressure { tool.sendPressure(pressure: UInt32(max(0, part(pressure)))) }
      if let distance = axes.distance { tool.sendDistance(distance: UInt32(max(0, part(distance)))) }
      if let tilt = axes.tilt { tool.sendTilt(tiltX: tilt.x, tiltY: tilt.y) }
      if let rotation = axes.rotation { tool.sendRotation(degrees: rotation) }
      if let slider = axes.slider { tool.sendSlider(position: Int32(part(slider))) }
      if let wheel = axes.wheel { tool.sendWheel(degrees: wheel, clicks: Int32((wheel / Self.click).rounded(.towardZero))) }
    }
    return service.seat.tablet.isKnown(to: target.client.id) ? target : nil
  }

  private func close() {
    guard let client = openFrame else { return }
    openFrame = nil
    for object in service.seat.tablet.objects(of: self, for: client) { object.resource.sendFrame(time: service.clock.milliseconds) }
  }

  // MARK: Clients that do not read

  /// Whether a client may be sent where the tool is. Where it reads nothing it is told when it does.
  private func mayTell(_ client: Client, believing believed: Surface?, isLeft: Bool) -> Bool {
    if late.isEmpty || late[client.id] == nil {
      if service.lateNews.maySend(100, to: client) { return true }
      let made = LateTool(client, self, believing: believed)
      late[client.id] = made
      service.lateNews.wait(made)
    }
    if isLeft { late[client.id]?.isLeft = true }
    return false
  }

  /// Tells a client where the tool is before it hears of a button. - Returns: false where hardly anything fits.
  private func tellWhatWaits(for client: Client) -> Bool {
    guard client.maySendInput(bytes: 100) else { return false }
    guard !late.isEmpty, let waiting = late[client.id] else { return true }
    service.lateNews.forget(waiting)
    catchUp(waiting)
    return true
  }

  /// Tells a client what waits for it, before it has another object for the tool.
  func tellAll(_ client: Client) {
    guard let waiting = late[client.id] else { return }
    service.lateNews.forget(waiting)
    catchUp(waiting)
  }

  /// The client reads again: it is told where the tool is now.
  func catchUp(_ waiting: LateTool) {
    late[waiting.client.id] = nil
    if waiting.isLeft, let left = waiting.believed {
      for object in objects(left) { object.resource.sendProximityOut() }
      close()
    }
    guard let target, target.client === waiting.client, let point = route.localPosition else { return }
    if waiting.isLeft { enter(target, at: point) } else { send(point, to: target) }
    _ = send(waiting.axes)
    close()
  }

  private func ledger(_ kind: SerialLedger<ClientID, SurfaceID>.Kind, _ surface: Surface) -> UInt32 {
    service.seat.ledger.next(kind, to: surface.client.id, on: surface.node.id, at: service.clock.milliseconds)
  }
}
