internal import Geometry
internal import Input
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `zwlr_virtual_pointer_manager_v1`: pointers that clients move.
final class VirtualPointerManager: ZwlrVirtualPointerManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func createVirtualPointer(seat: WlSeatResource?, id: ZwlrVirtualPointerV1Resource) throws(ProtocolError) {
    id.handler = VirtualPointer(nil, service, id.client)
  }

  func createVirtualPointerWithOutput(
    seat: WlSeatResource?, output: WlOutputResource?, id: ZwlrVirtualPointerV1Resource
  ) throws(ProtocolError) {
    id.handler = VirtualPointer(output?.output?.screen, service, id.client)
  }
}

/// `zwlr_virtual_pointer_v1`: events wait for their frame, and are the seat's then, in the order in which they came.
final class VirtualPointer: ZwlrVirtualPointerV1Requests {
  private enum Event {
    case motion(PrecisePoint<LayoutPoints>)
    /// A place as parts of the area's width and height.
    case place(x: Double, y: Double)
    case button(UInt32, pressed: Bool)
    case axis(WlPointer.Axis, AxisEvent.Lane)
  }

  private let screen: ScreenID?
  private unowned let service: WindowService
  private let device: InputDevice
  private var events: [Event] = []
  private var source: AxisEvent.Source?

  init(_ screen: ScreenID?, _ service: WindowService, _ client: Client) {
    self.screen = screen
    self.service = service
    device = service.seat.makeDevice()
  }

  /// The most events that wait for a frame; more are carried out without one.
  private static let most = 1024

  private func add(_ event: Event) {
    events.append(event)
    if events.count >= Self.most { carryOut() }
  }

  func motion(time: UInt32, dx: Double, dy: Double) throws(ProtocolError) { add(.motion(PrecisePoint(x: dx, y: dy))) }

  func motionAbsolute(time: UInt32, x: UInt32, y: UInt32, xExtent: UInt32, yExtent: UInt32) throws(ProtocolError) {
    // a place in an area of no size is none
    guard xExtent > 0, yExtent > 0 else { return }
    add(.place(x: Double(x) / Double(xExtent), y: Double(y) / Double(yExtent)))
  }

  func button(time: UInt32, button: UInt32, state: WlPointer.ButtonState) throws(ProtocolError) {
    guard state.isValid() else { throw .implementation("\(state.rawValue) is no state of a button; there are 0 and 1") }
    add(.button(button, pressed: state == .pressed))
  }

  func axis(time: UInt32, axis: WlPointer.Axis, value: Double) throws(ProtocolError) {
    add(.axis(try checked(axis), AxisEvent.Lane(value: value)))
  }

  func axisSource(axisSource: WlPointer.AxisSource) throws(ProtocolError) {
    guard let source = AxisEvent.Source(rawValue: axisSource.rawValue) else {
      throw .zwlrVirtualPointerV1(.invalidAxisSource, "\(axisSource.rawValue) is no source of scrolling; there are 0 to 3")
    }
    self.source = source
  }

  func axisStop(time: UInt32, axis: WlPointer.Axis) throws(ProtocolError) { add(.axis(try checked(axis), .stop)) }

  func axisDiscrete(time: UInt32, axis: WlPointer.Axis, value: Double, discrete: Int32) throws(ProtocolError) {
    let (clicks, overflow) = discrete.multipliedReportingOverflow(by: 120)
    // no clicks are no event of theirs
    add(.axis(try checked(axis), AxisEvent.Lane(value: value, value120: overflow || clicks == 0 ? nil : clicks)))
  }

  private func checked(_ axis: WlPointer.Axis) throws(ProtocolError) -> WlPointer.Axis {
    guard axis.isValid() else { throw .zwlrVirtualPointerV1(.invalidAxis, "\(axis.rawValue) is no axis; there are 0 and 1") }
    return axis
  }

  func frame() throws(ProtocolError) { carryOut() }

  private func carryOut() {
    let events = self.events
    self.events = []
    let pointer = service.seat.pointer
    service.beginCommit()
    // a single event is a group by itself
    if events.count == 1 { play(events) } else { pointer.group { play(events) } }
    service.endCommit()
    source = nil
    if !events.isEmpty, let told = pointer.target { service.answers.expectAnswer(from: told.client) }
  }

  private func play(_ events: [Event]) {
    let pointer = service.seat.pointer
    var scroll = AxisEvent(source: source)
    for event in events {
      switch event {
      case .motion(let way): pointer.move(by: way)
      case .place(let x, let y):
        let area = self.area
        pointer.move(to: PrecisePoint(x: Double(area.x) + x * Double(area.width), y: Double(area.y) + y * Double(area.height)))
      case .button(let code, let pressed): pointer.button(code, pressed: pressed, on: device)
      case .axis(let axis, let lane): add(axis, lane, to: &scroll)
      }
    }
    if scroll.vertical != nil || scroll.horizontal != nil { pointer.scroll(scroll) }
  }

  /// Adds to what is scrolled in this frame; what does not go into one step becomes two. The source is told once.
  private func add(_ axis: WlPointer.Axis, _ lane: AxisEvent.Lane, to scroll: inout AxisEvent) {
    let path: WritableKeyPath<AxisEvent, AxisEvent.Lane?> = axis == .verticalScroll ? \.vertical : \.horizontal
    guard let present = scroll[keyPath: path] else {
      scroll[keyPath: path] = lane
      return
    }
    guard !present.stops, !lane.stops, (present.value120 == nil) == (lane.value120 == nil) else {
      service.seat.pointer.scroll(scroll)
      scroll = AxisEvent(source: nil)
      scroll[keyPath: path] = lane
      return
    }
    let clicks = present.value120.flatMap { first in lane.value120.map { first.addingReportingOverflow($0).partialValue } }
    scroll[keyPath: path] = AxisEvent.Lane(value: present.value + lane.value, value120: clicks)
  }

  /// What the whole extent of an absolute place is: the screen that the pointer was made for, else all screens.
  private var area: Rect<LayoutPoints> {
    if let screen, let shown = service.model.screen(screen) { return shown.frame }
    return service.model.extent
  }

  func resourceDestroyed() { service.seat.pointer.releaseAll(on: device) }
}
