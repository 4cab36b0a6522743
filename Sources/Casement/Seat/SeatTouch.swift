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
  /// Who was sent something since the last frame: a group whose only motion waits is none.
  private var framesDue: Set<ClientID> = []
  /// Touches that began on clients that read nothing, and that these were not told of.
  private var unheard: Set<Int32> = []

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
    let actions = route.down(finger, at: point, in: scene)
    let isSent = actions.contains { if case .down = $0 { true } else { false } }
    perform(actions)
    return service.seat.told(isSent && !isUnheard(finger) ? listener(of: finger) : nil, .touchDown(finger.number, point))
  }

  @discardableResult
  func move(_ finger: FingerID, to point: PrecisePoint<LayoutPoints>) -> Surface? {
    service.seat.userActivity()
    let actions = route.move(finger, to: point, in: scene(of: finger))
    let isSent = actions.contains { if case .motion = $0 { true } else { false } }
    perform(actions)
    service.seat.drag?.moved()
    return service.seat.told(isSent && !isUnheard(finger) ? listener(of: finger) : dragged(by: finger), .touchMotion(finger.number, point))
  }

  @discardableResult
  func up(_ finger: FingerID) -> Surface? {
    service.seat.userActivity()
    let told = isUnheard(finger) ? nil : listener(of: finger) ?? dragged(by: finger)
    let id = route.id(of: finger)
    turned.removeAll { $0.finger == finger }
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

  /// The surface under what a finger drags.
  private func dragged(by finger: FingerID) -> Surface? {
    guard let drag = service.seat.drag, let id = drag.finger, route.id(of: finger) == id else { return nil }
    return drag.targetSurface
  }

  private func isUnheard(_ finger: FingerID) -> Bool { route.id(of: finger).map { unheard.contains($0) } ?? false }

  private func target(of finger: FingerID) -> Surface? { route.target(of: finger).flatMap { service.surface($0) } }

  /// The surface that a finger belongs to, where its client has anything to hear with.
  private func listener(of finger: FingerID) -> Surface? {
    target(of: finger).flatMap { touches(of: $0.client.id).isEmpty ? nil : $0 }
  }

  // MARK: Windows that turn

  /// How a window lay when a finger in it last counted, and the configure that its client has to answer before that is over.
  private struct Turned {
    let finger: FingerID
    let mapping: WindowMapping
    let window: ClientWindow
    let serial: UInt32
  }

  /// Fingers in windows that were turned, and whose clients have not drawn themselves so yet.
  private var turned: [Turned] = []

  /// Does what may turn windows. A client that has to lay its window out anew goes on to get the touches in it as the window lay before,
  /// until it has committed that layout.
  func turningWindows<Failure: Error>(_ turn: () throws(Failure) -> Void) throws(Failure) {
    let before = route.fingersDown.compactMap { finger -> (FingerID, ClientWindow, WindowMapping, ModelOrientation, UInt32?)? in
      guard let window = target(of: finger).flatMap({ service.window(of: $0) }), let mapping = service.mapping(of: window),
        let orientation = service.model.window(window.id)?.orientation
      else { return nil }
      return (finger, window, mapping, orientation, window.role.lastConfigure)
    }
    try turn()
    for (finger, window, mapping, orientation, lastConfigure) in before {
      guard service.model.window(window.id)?.orientation != orientation, let serial = window.role.lastConfigure, serial != lastConfigure
      else { continue }
      let old = turned.first { $0.finger == finger }?.mapping
      turned.removeAll { $0.finger == finger }
      turned.append(Turned(finger: finger, mapping: old ?? mapping, window: window, serial: serial))
    }
  }

  /// Where a finger's place is in its window, as the client knows the window.
  private func scene(of finger: FingerID) -> SeatScene {
    turned.removeAll { $0.window.role.hasAnswered($0.serial) }
    var scene = scene
    scene.mapping = turned.first { $0.finger == finger }?.mapping
    return scene
  }

  // MARK: Changes around it

  func sceneChanged() { if !route.isQuiet { perform(route.sceneChanged(in: scene)) } }
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
    if !route.isQuiet { perform(route.forget(surface.node.id)) }
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
    if !serials.isEmpty { serials = serials.filter { $0.value.client != client.id } }
    framesDue.remove(client.id)
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
      guard surface.client.maySendInput(bytes: 56 * touches(of: surface.client.id).count) else {
        unheard.insert(id)
        break
      }
      unheard.remove(id)
      let serial = service.seat.ledger.next(.touchDown, to: surface.client.id, on: target, at: time)
      serials[id] = (serial, surface.client.id)
      framesDue.insert(surface.client.id)
      for touch in touches(of: surface.client.id) {
        touch.sendDown(serial: serial, time: time, surface: surface.resource, id: id, x: point.x, y: point.y)
      }
    case .motion(let target, let id, let point):
      guard let surface = service.surface(target), !unheard.contains(id), !held.hold(id, on: surface, at: point) else { break }
      framesDue.insert(surface.client.id)
      for touch in touches(of: surface.client.id) { touch.sendMotion(time: time, id: id, x: point.x, y: point.y) }
    case .shape(let client, let id, let major, let minor):
      guard mayShape(id, of: client) else { break }
      framesDue.insert(client)
      for touch in touches(of: client) { touch.sendShape(id: id, major: major, minor: minor) }
    case .orientation(let client, let id, let degrees):
      guard mayShape(id, of: client) else { break }
      framesDue.insert(client)
      for touch in touches(of: client) { touch.sendOrientation(id: id, orientation: degrees) }
    case .up(let client, let id):
      if unheard.remove(id) != nil { break }
      held.release(id)
      framesDue.insert(client)
      end(id)
      let serial = service.seat.ledger.next(.touchUp, to: client, on: SurfaceID(rawValue: 0), at: time)
      for touch in touches(of: client) { touch.sendUp(serial: serial, time: time, id: id) }
    case .frame(let client):
      guard framesDue.remove(client) != nil else { break }
      for touch in touches(of: client) { touch.sendFrame() }
    case .cancel(let client):
      framesDue.remove(client)
      let told = serials.keys.filter { serials[$0]?.client == client }
      for id in told {
        held.forget(id)
        end(id)
      }
      // who was told of no touch is not told that there is none
      guard !told.isEmpty else { break }
      for touch in touches(of: client) { touch.sendCancel() }
    case .cancelled: break  // told by window
    case .touchedOutside:
      service.seat.pressedOutside()
    case .drag(let action):
      service.seat.drag?.perform(action, time: time)
    }
  }

  /// Whether a client is told how a finger looks: not where it reads nothing.
  private func mayShape(_ id: Int32, of client: ClientID) -> Bool {
    !unheard.contains(id) && touches(of: client).first?.client.maySend(1) == true
  }

  private func touches(of client: ClientID) -> [WlTouchResource] { service.seat.knownClient(client)?.touches ?? [] }
}
