internal import Geometry
internal import Input
internal import Surfaces
internal import WaylandServer
internal import WindowModel

/// The seat's touch screen: each finger belongs to the surface that it began in until it is lifted.
final class SeatTouch {
  private unowned let service: WindowService
  private var route = TouchRoute<SurfaceID, ClientID>()
  /// With which serial each touch began that its client still believes in, by its number in `wl_touch`.
  private var serials: [Int32: (serial: UInt32, client: ClientID)] = [:]

  /// Motions whose client does not read.
  private var held: HeldTouches!
  /// Whether something was sent since the last frame: a group whose only motion waits is none.
  private var isFrameDue = false

  init(_ service: WindowService) {
    self.service = service
    held = HeldTouches(service) { [unowned self] finger, surface, point in
      let time = self.service.clock.milliseconds
      for touch in self.touches(of: surface.client.id) {
        touch.sendMotion(time: time, id: finger, x: point.x, y: point.y)
        touch.sendFrame()
      }
    }
  }

  private var scene: SeatScene { SeatScene(service) }
  /// A finger that touches, as controllers are told.
  struct Finger {
    var id: Int32
    var position: PrecisePoint<LayoutPoints>
    var surface: Surface?
  }

  /// The fingers that touch, in the order in which they came.
  var fingers: [Finger] {
    route.fingersDown.map { finger in
      Finger(
        id: finger.number, position: route.position(of: finger) ?? PrecisePoint(x: 0, y: 0), surface: target(of: finger))
    }
  }

  /// Where a finger is; nil where it does not touch.
  func position(of finger: FingerID) -> PrecisePoint<LayoutPoints>? { route.position(of: finger) }

  /// The fingers that touch.
  var fingersDown: [FingerID] { route.fingersDown }

  // MARK: Events of devices

  /// A finger touches. - Returns: the surface that was told.
  @discardableResult
  func down(_ finger: FingerID, at point: PrecisePoint<LayoutPoints>) -> Surface? {
    service.seat.userActivity()
    if let hit = scene.surface(at: point), service.seat.popupGrabs.isEmpty { service.seat.press(hit) }
    perform(route.down(finger, at: point, in: scene))
    return service.seat.told(target(of: finger), .touchDown(finger.number, point))
  }

  @discardableResult
  func move(_ finger: FingerID, to point: PrecisePoint<LayoutPoints>) -> Surface? {
    service.seat.userActivity()
    perform(route.move(finger, to: point, in: scene))
    service.seat.drag?.moved()
    return service.seat.told(heard(finger), .touchMotion(finger.number, point))
  }

  @discardableResult
  func up(_ finger: FingerID) -> Surface? {
    service.seat.userActivity()
    let told = heard(finger)
    let id = route.id(of: finger)
    perform(route.up(finger))
    if let id { end(id) }
    return service.seat.told(told, .touchUp(finger.number))
  }

  func shape(_ finger: FingerID, major: Double, minor: Double) { perform(route.shape(finger, major: major, minor: minor)) }
  func orientation(_ finger: FingerID, degrees: Double) { perform(route.orientation(finger, degrees: degrees)) }

  /// Ends a group of events that belong together.
  func frame() { perform(route.frame()) }

  /// The device cancels all its touches.
  func cancelDevice(_ device: InputDevice) {
    let ids = route.fingersDown.filter { $0.device == device }.compactMap { route.id(of: $0) }
    perform(route.cancel(device: device, dialect: dialect))
    for id in ids { end(id) }
    service.seat.drag?.moved()
    service.tell(.input(.touchCancel, nil))
  }

  /// The surface that what a finger does now is for: its target, or the one under what it drags.
  private func heard(_ finger: FingerID) -> Surface? {
    if let target = target(of: finger) { return target }
    guard let drag = service.seat.drag, let id = drag.finger, route.id(of: finger) == id else { return nil }
    return drag.targetSurface
  }

  private func target(of finger: FingerID) -> Surface? { route.target(of: finger).flatMap { service.surface($0) } }

  // MARK: Changes around it

  func sceneChanged() { perform(route.sceneChanged(in: scene)) }
  func setPopupGrab(of client: ClientID?) { route.setPopupGrab(of: client) }

  /// Cancels the touches in the windows that `isTaken` names.
  func cancel(_ isTaken: (WindowID) -> Bool) {
    perform(
      route.cancel(
        where: { target in
          guard let surface = service.surface(target), let window = service.window(of: surface) else { return false }
          return isTaken(window.id)
        }, dialect: dialect))
  }

  func forget(_ surface: Surface) {
    held.forget(surface)
    perform(route.forget(surface.node.id))
  }

  /// The client destroyed its window: the touches in it end like those of a destroyed surface, with an `up`. A client that speaks the
  /// window extension is told more.
  func windowDestroyed(_ window: ClientWindow) {
    guard window.observer == nil else { return }
    lift { service.window(of: $0) === window }
  }

  /// The client destroyed its popup: likewise.
  func popupDestroyed(_ popup: Surface) { lift { $0.root === popup } }

  private func lift(where isGone: (Surface) -> Bool) {
    for finger in route.fingersDown {
      if let surface = target(of: finger), isGone(surface) { forget(surface) }
    }
  }

  func forget(_ client: Client) {
    serials = serials.filter { $0.value.client != client.id }
    route.forget(client: client.id)
  }

  /// Takes a finger for a drag and drop. - Returns: false where it does not touch.
  func beginDrag(id: Int32) -> Bool {
    guard let actions = route.beginDrag(id: id, in: scene) else { return false }
    perform(actions)
    return true
  }

  func endDrag() { perform(route.endDrag()) }

  /// Where the finger is that carries a drag and drop; nil where none does.
  var dragPosition: PrecisePoint<LayoutPoints>? { route.dragPosition }

  /// The number in `wl_touch` of the touch that began with `serial` and goes on.
  func id(begunBy serial: UInt32) -> Int32? { serials.first { $0.value.serial == serial }?.key }

  /// The touch is over: its serial begins nothing any more.
  private func end(_ id: Int32) {
    guard let ended = serials.removeValue(forKey: id) else { return }
    service.seat.ledger.end(ended.serial)
  }

  /// How a client is told that touches were taken from it.
  private func dialect(_ client: ClientID) -> TouchRoute<SurfaceID, ClientID>.Dialect {
    service.clientWindows.values.contains { $0.client.id == client && $0.observer != nil } ? .casement : .stock
  }

  // MARK: Sending

  private func perform(_ actions: [TouchAction<SurfaceID, ClientID>]) {
    let time = service.clock.milliseconds
    var index = 0
    while index < actions.count {
      if case .cancelled = actions[index] {
        index = tellCancelled(actions, from: index)
      } else {
        perform(actions[index], time)
        index += 1
      }
    }
  }

  /// Tells windows which of their touches are over, each window once, whatever surfaces of it they were on.
  ///
  /// - Returns: where the next action of another kind is.
  private func tellCancelled(_ actions: [TouchAction<SurfaceID, ClientID>], from start: Int) -> Int {
    var windows: [(window: ClientWindow, ids: [Int32])] = []
    var index = start
    while index < actions.count, case .cancelled(let target, let ids) = actions[index] {
      index += 1
      guard let surface = service.surface(target), let window = service.window(of: surface) else { continue }
      if let known = windows.firstIndex(where: { $0.window === window }) {
        windows[known].ids += ids
      } else {
        windows.append((window, ids))
      }
    }
    for (window, ids) in windows { window.observer?.touchesCancelled(ids) }
    return index
  }

  private func perform(_ action: TouchAction<SurfaceID, ClientID>, _ time: UInt32) {
    switch action {
    case .down(let target, let id, let point):
      guard let surface = service.surface(target) else { break }
      let serial = service.seat.ledger.next(.touchDown, to: surface.client.id, on: target, at: time)
      serials[id] = (serial, surface.client.id)
      isFrameDue = true
      for touch in touches(of: surface.client.id) {
        touch.sendDown(serial: serial, time: time, surface: surface.resource, id: id, x: point.x, y: point.y)
      }
    case .motion(let target, let id, let point):
      guard let surface = service.surface(target), !held.hold(id, on: surface, at: point) else { break }
      isFrameDue = true
      for touch in touches(of: surface.client.id) { touch.sendMotion(time: time, id: id, x: point.x, y: point.y) }
    case .shape(let client, let id, let major, let minor):
      isFrameDue = true
      for touch in touches(of: client) { touch.sendShape(id: id, major: major, minor: minor) }
    case .orientation(let client, let id, let degrees):
      isFrameDue = true
      for touch in touches(of: client) { touch.sendOrientation(id: id, orientation: degrees) }
    case .up(let client, let id):
      held.release(id)
      isFrameDue = true
      end(id)
      let serial = service.seat.ledger.next(.touchUp, to: client, on: SurfaceID(rawValue: 0), at: time)
      for touch in touches(of: client) { touch.sendUp(serial: serial, time: time, id: id) }
    case .frame(let client):
      guard isFrameDue else { break }
      isFrameDue = false
      for touch in touches(of: client) { touch.sendFrame() }
    case .cancel(let client):
      for id in serials.keys where serials[id]?.client == client {
        held.forget(id)
        end(id)
      }
      for touch in touches(of: client) { touch.sendCancel() }
    case .cancelled: break  // told by window
    case .touchedOutside:
      service.seat.pressedOutside()
    case .drag(let action):
      service.seat.drag?.perform(action, time: time)
    }
  }

  private func touches(of client: ClientID) -> [WlTouchResource] { service.seat.knownClient(client)?.touches ?? [] }
}
