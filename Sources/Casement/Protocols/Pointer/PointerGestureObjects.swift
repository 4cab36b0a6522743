internal import Geometry
internal import WaylandProtocols
internal import WaylandServer

/// `zwp_pointer_gestures_v1`: tells of gestures on touchpads.
final class PointerGestureManager: ZwpPointerGesturesV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  private func add(_ listener: any GestureListener, _ resource: Resource) {
    service.seat.client(resource.client.id).gestures.append(listener)
  }

  func getSwipeGesture(id: ZwpPointerGestureSwipeV1Resource, pointer: WlPointerResource) throws(ProtocolError) {
    let made = SwipeGesture(id, pointer, service.seat)
    id.handler = made
    add(made, id)
  }

  func getPinchGesture(id: ZwpPointerGesturePinchV1Resource, pointer: WlPointerResource) throws(ProtocolError) {
    let made = PinchGesture(id, pointer, service.seat)
    id.handler = made
    add(made, id)
  }

  func getHoldGesture(id: ZwpPointerGestureHoldV1Resource, pointer: WlPointerResource) throws(ProtocolError) {
    let made = HoldGesture(id, pointer, service.seat)
    id.handler = made
    add(made, id)
  }
}

extension Seat {
  /// A client's object for gestures is gone.
  fileprivate func forget(_ listener: any GestureListener, of client: Client) {
    knownClient(client.id)?.gestures.removeAll { $0 === listener }
    gestures.forget(listener)
  }
}

/// `zwp_pointer_gesture_swipe_v1`.
final class SwipeGesture: ZwpPointerGestureSwipeV1Requests, GestureListener {
  private let resource: ZwpPointerGestureSwipeV1Resource
  let pointer: WlPointerResource
  private let seat: Seat
  let kind = PointerGestures.Kind.swipe

  init(_ resource: ZwpPointerGestureSwipeV1Resource, _ pointer: WlPointerResource, _ seat: Seat) {
    (self.resource, self.pointer, self.seat) = (resource, pointer, seat)
  }

  func begin(serial: UInt32, time: UInt32, surface: WlSurfaceResource, fingers: UInt32) {
    resource.sendBegin(serial: serial, time: time, surface: surface, fingers: fingers)
  }

  func update(time: UInt32, _ offset: PrecisePoint<SurfacePoints>, scale: Double, rotation: Double) {
    resource.sendUpdate(time: time, dx: offset.x, dy: offset.y)
  }

  func end(serial: UInt32, time: UInt32, isCancelled: Bool) {
    resource.sendEnd(serial: serial, time: time, cancelled: isCancelled ? 1 : 0)
  }

  func resourceDestroyed() { seat.forget(self, of: resource.client) }
}

/// `zwp_pointer_gesture_pinch_v1`.
final class PinchGesture: ZwpPointerGesturePinchV1Requests, GestureListener {
  private let resource: ZwpPointerGesturePinchV1Resource
  let pointer: WlPointerResource
  private let seat: Seat
  let kind = PointerGestures.Kind.pinch

  init(_ resource: ZwpPointerGesturePinchV1Resource, _ pointer: WlPointerResource, _ seat: Seat) {
    (self.resource, self.pointer, self.seat) = (resource, pointer, seat)
  }

  func begin(serial: UInt32, time: UInt32, surface: WlSurfaceResource, fingers: UInt32) {
    resource.sendBegin(serial: serial, time: time, surface: surface, fingers: fingers)
  }

  func update(time: UInt32, _ offset: PrecisePoint<SurfacePoints>, scale: Double, rotation: Double) {
    resource.sendUpdate(time: time, dx: offset.x, dy: offset.y, scale: scale, rotation: rotation)
  }

  func end(serial: UInt32, time: UInt32, isCancelled: Bool) {
    resource.sendEnd(serial: serial, time: time, cancelled: isCancelled ? 1 : 0)
  }

  func resourceDestroyed() { seat.forget(self, of: resource.client) }
}

/// `zwp_pointer_gesture_hold_v1`: it has no updates.
final class HoldGesture: ZwpPointerGestureHoldV1Requests, GestureListener {
  private let resource: ZwpPointerGestureHoldV1Resource
  let pointer: WlPointerResource
  private let seat: Seat
  let kind = PointerGestures.Kind.hold

  init(_ resource: ZwpPointerGestureHoldV1Resource, _ pointer: WlPointerResource, _ seat: Seat) {
    (self.resource, self.pointer, self.seat) = (resource, pointer, seat)
  }

  func begin(serial: UInt32, time: UInt32, surface: WlSurfaceResource, fingers: UInt32) {
    resource.sendBegin(serial: serial, time: time, surface: surface, fingers: fingers)
  }

  func update(time: UInt32, _ offset: PrecisePoint<SurfacePoints>, scale: Double, rotation: Double) {}

  func end(serial: UInt32, time: UInt32, isCancelled: Bool) {
    resource.sendEnd(serial: serial, time: time, cancelled: isCancelled ? 1 : 0)
  }

  func resourceDestroyed() { seat.forget(self, of: resource.client) }
}
