internal import Geometry
internal import WaylandProtocols
internal import WaylandServer

/// Gestures of fingers on a touchpad. One at a time goes on; it belongs to the surface that had the pointer when it began, until it ends.
final class PointerGestures {
  enum Kind {
    case swipe, pinch, hold
  }

  private unowned let service: WindowService
  private var running: (kind: Kind, surface: Surface, told: [any GestureListener])?
  /// What the gesture that goes on did since its client reads no more.
  private var late: Late?

  private final class Late: NewsTeller {
    let client: Client
    var way = PrecisePoint<SurfacePoints>(x: 0, y: 0)
    var scale = 1.0
    var rotation = 0.0
    private unowned let gestures: PointerGestures

    init(_ client: Client, _ gestures: PointerGestures) { (self.client, self.gestures) = (client, gestures) }

    func catchUp() { gestures.catchUp() }
  }

  init(_ service: WindowService) { self.service = service }

  /// Fingers rest or begin to move; a gesture that goes on is cancelled. - Returns: the surface that was told.
  @discardableResult
  func begin(_ kind: Kind, fingers: Int) -> Surface? {
    service.seat.userActivity()
    end(isCancelled: true)
    // who has not been told yet that it has the pointer, or reads nothing at all, hears of no gesture
    guard let surface = service.seat.pointer.focus, !service.seat.pointer.isOverridden, surface.client.maySendInput(bytes: 64) else {
      return nil
    }
    let listeners = service.seat.knownClient(surface.client.id)?.gestures.filter { $0.kind == kind && $0.pointer.isAlive } ?? []
    running = (kind, surface, listeners)
    let serial = service.nextSerial()
    for listener in listeners {
      listener.begin(serial: serial, time: service.clock.milliseconds, surface: surface.resource, fingers: UInt32(fingers))
    }
    return listeners.isEmpty ? nil : surface
  }

  /// The fingers moved. - Returns: the surface that was told.
  ///
  /// - Parameters:
  ///   - offset: how far their middle moved.
  ///   - scale: how far they are apart, compared with the beginning.
  ///   - rotation: how far they turned since the last time, in degrees clockwise.
  @discardableResult
  func update(by offset: PrecisePoint<LayoutPoints>, scale: Double = 1, rotation: Double = 0) -> Surface? {
    service.seat.userActivity()
    guard let running, running.kind != .hold else { return nil }
    let way = service.convert(vector: offset, to: running.surface)
    if late == nil, !service.lateNews.maySend(40 * running.told.count, to: running.surface.client) {
      let made = Late(running.surface.client, self)
      late = made
      service.lateNews.wait(made)
    }
    if let late {
      late.way = late.way + way
      late.scale = scale
      late.rotation += rotation
      return nil
    }
    for listener in running.told { listener.update(time: service.clock.milliseconds, way, scale: scale, rotation: rotation) }
    return running.told.isEmpty ? nil : running.surface
  }

  /// Tells as one what the gesture did while its client did not read.
  private func catchUp() {
    guard let told = late else { return }
    forgetLate()
    for listener in running?.told ?? [] {
      listener.update(time: service.clock.milliseconds, told.way, scale: told.scale, rotation: told.rotation)
    }
  }

  private func forgetLate() {
    if let late { service.lateNews.forget(late) }
    late = nil
  }

  /// The fingers were lifted, or did something else. - Returns: the surface that was told.
  @discardableResult
  func end(isCancelled: Bool) -> Surface? {
    guard let ended = running else { return nil }
    catchUp()
    running = nil
    let serial = service.nextSerial()
    for listener in ended.told { listener.end(serial: serial, time: service.clock.milliseconds, isCancelled: isCancelled) }
    return ended.told.isEmpty ? nil : ended.surface
  }

  func forget(_ surface: Surface) {
    if running?.surface === surface { end(isCancelled: true) }
  }

  func forget(_ client: Client) {
    guard running?.surface.client === client else { return }
    forgetLate()
    running = nil
  }

  /// The client destroyed the object.
  func forget(_ listener: any GestureListener) { running?.told.removeAll { $0 === listener } }
}

/// A client's object that hears of gestures of one kind.
protocol GestureListener: AnyObject {
  var kind: PointerGestures.Kind { get }
  /// The pointer whose focus it has.
  var pointer: WlPointerResource { get }
  func begin(serial: UInt32, time: UInt32, surface: WlSurfaceResource, fingers: UInt32)
  func update(time: UInt32, _ offset: PrecisePoint<SurfacePoints>, scale: Double, rotation: Double)
  func end(serial: UInt32, time: UInt32, isCancelled: Bool)
}
