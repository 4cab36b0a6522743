internal import Geometry
internal import Input
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// One drag and drop, from `wl_data_device.start_drag` until the button is released or the finger lifted.
///
/// The routes of pointer and touch say what the drag is over; this tells the client there, and negotiates between it and the source.
/// What follows a drop is `DragNegotiation`'s alone.
final class Drag: DragSession {
  /// What carries the drag.
  enum Carrier {
    case pointer
    /// The finger with this number in `wl_touch`.
    case finger(Int32)
  }

  /// The client that the drag is over, and how it is told.
  private struct Target {
    let surface: Surface
    let devices: [DataDevice]
    /// Nil where the drag has no source: its client passes the data to itself.
    let negotiation: DragNegotiation?
  }

  let carrier: Carrier
  /// The client that began it; nil: it came from another session.
  let origin: Client?
  let source: (any DragData)?
  /// What is drawn at the pointer or the finger.
  private(set) var icon: DragIcon?
  private unowned let seat: Seat
  private var target: Target?
  /// What the client that it is over, and that does not read, is told when it does.
  private var late: LateDrag?
  private var isOver = false

  init(_ source: (any DragData)?, from origin: Client?, by carrier: Carrier, on seat: Seat) {
    self.source = source
    self.origin = origin
    self.carrier = carrier
    self.seat = seat
    source?.use = .drag
  }

  /// Where the pointer or the finger is; nil where it carries the drag no longer.
  var position: PrecisePoint<LayoutPoints>? {
    switch carrier {
    case .pointer: seat.pointer.isOverridden ? seat.pointer.position : nil
    case .finger: seat.touch.dragPosition
    }
  }

  var isAgreed: Bool { target?.negotiation?.isAgreed ?? true }

  var targetSurface: Surface? { target?.surface }
  var finger: Int32? { if case .finger(let number) = carrier { number } else { nil } }

  func show(_ icon: DragIcon) {
    self.icon = icon
    icon.moved()
  }

  // MARK: What the routes find

  func perform(_ action: DragAction<SurfaceID>, time: UInt32) {
    switch action {
    case .enter(let id, let point): enter(id, at: point)
    case .motion(let id, let point):
      if let late { return late.point = point }
      guard let target, target.surface.node.id == id else { break }
      if seat.service.lateNews.maySend(24 * target.devices.count, to: target.surface.client) {
        move(to: point, at: time)
      } else {
        wait(for: target.surface, at: point, isEntering: false)
      }
    case .leave: leave()
    case .drop: drop()
    }
  }

  private func move(to point: PrecisePoint<SurfacePoints>, at time: UInt32) {
    for device in target?.devices ?? [] { device.resource.sendMotion(time: time, x: point.x, y: point.y) }
  }

  // MARK: Clients that do not read

  private func wait(for surface: Surface, at point: PrecisePoint<SurfacePoints>, isEntering: Bool) {
    let made = LateDrag(self, over: surface, at: point, isEntering: isEntering)
    late = made
    seat.service.lateNews.wait(made)
  }

  private func forgetLate() {
    if let late { seat.service.lateNews.forget(late) }
    late = nil
  }

  /// The client that the drag is over reads again.
  func catchUp(_ waiting: LateDrag) {
    forgetLate()
    if waiting.isEntering {
      enter(waiting.surface.node.id, at: waiting.point)
    } else {
      move(to: waiting.point, at: seat.service.clock.milliseconds)
    }
  }

  // MARK: Coming and going

  private func enter(_ id: SurfaceID, at point: PrecisePoint<SurfacePoints>) {
    leave()
    guard let surface = seat.service.surface(id), source != nil || surface.client === origin,
      let devices = seat.knownClient(surface.client.id)?.dataDevices, !devices.isEmpty
    else { return }
    guard seat.service.lateNews.maySend(devices.count * (96 + (source?.typeBytes ?? 0)), to: surface.client) else {
      return wait(for: surface, at: point, isEntering: true)
    }
    let negotiation = source.map { DragNegotiation($0) }
    target = Target(surface: surface, devices: devices, negotiation: negotiation)
    let serial = seat.ledger.next()
    for device in devices {
      var offer: WlDataOfferResource?
      if let source, let negotiation {
        guard let made = device.makeOffer(of: source, in: negotiation) else { continue }
        negotiation.add(made)
        offer = made
      }
      device.resource.sendEnter(serial: serial, surface: surface.resource, x: point.x, y: point.y, id: offer)
    }
    negotiation?.begin()
  }

  private func leave() {
    forgetLate()
    guard let left = target else { return }
    target = nil
    for device in left.devices { device.resource.sendLeave() }
    left.negotiation?.leave()
  }

  /// Released over a target, or over nobody. A target hears of the drop whether it takes anything or not, and then that the drag is gone.
  /// What it takes it can have from its offers still; where it takes nothing they are inert, and the source hears that, too.
  private func drop() {
    if let late, !late.isEntering { catchUp(late) }
    forgetLate()
    let reached = target
    target = nil
    let isTaken = reached?.negotiation?.drop() ?? false
    if let reached {
      for device in reached.devices { device.resource.sendDrop() }
      source?.dropPerformed()
    }
    if !isTaken { source?.cancel() }
    for device in reached?.devices ?? [] { device.resource.sendLeave() }
    end()
  }

  // MARK: Ends of other kinds

  /// It goes on elsewhere: nobody here hears more of it, and the pointer or finger is given back. Its source stays what it is.
  func handOver() {
    guard !isOver else { return }
    leave()
    end()
    giveBack()
  }

  private func giveBack() {
    switch carrier {
    case .pointer: seat.pointer.endOverride()
    case .finger: seat.touch.endDrag()
    }
  }

  /// Ends the drag with nothing dropped, and gives back the pointer or finger.
  func cancel() {
    guard !isOver else { return }
    leave()
    end()
    giveBack()
    source?.cancel()
  }

  private func end() {
    isOver = true
    forgetLate()
    (source as? DataSource)?.toplevelDrag?.ended()
    if seat.drag === self { seat.drag = nil }
    icon?.remove()
    icon = nil
  }

  func moved() {
    if position == nil { return cancel() }
    (source as? DataSource)?.toplevelDrag?.follow()
    icon?.moved()
  }

  /// The window that follows the drag and is never its target.
  var carriedWindow: WindowID? { (source as? DataSource)?.toplevelDrag?.toplevel?.id }

  func sourceGone(_ gone: TransferSource) { if gone === source { cancel() } }

  func surfaceDestroyed(_ surface: Surface) {
    if target?.surface === surface || late?.surface === surface { leave() }
    if icon?.surface === surface { icon = nil }
  }

  func clientGone(_ client: Client) {
    if client === origin {
      cancel()
    } else if (target?.surface ?? late?.surface)?.client === client {
      leave()
    }
  }
}

extension Seat {
  /// Begins a drag, where `serial` is a press or a touch of the client that goes on; anything else is ignored, and the source
  /// cancelled, so that it does not wait for a drag that never was. One drag goes on at a time, and none while the session is locked.
  ///
  /// On which of its surfaces the client was pressed does not matter: toolkits press on a subsurface and drag from its parent.
  func startDrag(of source: DataSource?, by client: Client, icon: Surface?, serial: UInt32) throws(ProtocolError) {
    guard drag == nil, !service.model.isLocked, let begun = beginDrag(of: source, by: client, serial: serial) else {
      source?.use = .drag
      source?.cancel()
      return
    }
    service.backend?.dragBegan()
    source?.toplevelDrag?.began(begun)
    guard let icon else { return }
    let shown = DragIcon(icon, of: begun, service)
    try icon.assign(.dragIcon, shown) { .wlDataDevice(.role, $0) }
    begun.show(shown)
  }

  private func beginDrag(of source: DataSource?, by client: Client, serial: UInt32) -> Drag? {
    let carrier: Drag.Carrier
    switch ledger.activeGrab(serial, of: client.id)?.kind {
    case .buttonPress: carrier = .pointer
    case .touchDown:
      guard let finger = touch.id(begunBy: serial) else { return nil }
      carrier = .finger(finger)
    default: return nil
    }
    let begun = Drag(source, from: client, by: carrier, on: self)
    drag = begun
    let isTaken =
      switch carrier {
      case .pointer: pointer.beginDrag()
      case .finger(let id): touch.beginDrag(id: id)
      }
    if isTaken { return begun }
    drag = nil
    return nil
  }
}
