internal import Input
internal import WaylandProtocols
internal import WaylandServer

extension WlPointerResource {
  /// Sends one step of scrolling, as far as the client's version knows it.
  func send(_ event: AxisEvent, time: UInt32) {
    if let source = event.source, source != .wheelTilt || version >= 6 { sendAxisSource(axisSource: .init(rawValue: source.rawValue)) }
    for (axis, lane) in [(WlPointer.Axis.verticalScroll, event.vertical), (.horizontalScroll, event.horizontal)] {
      guard let lane else { continue }
      if lane.stops {
        sendAxisStop(time: time, axis: axis)
        continue
      }
      sendAxisRelativeDirection(axis: axis, direction: lane.isInverted ? .inverted : .identical)
      if let value120 = lane.value120 {
        if version >= 8 {
          sendAxisValue120(axis: axis, value120: value120)
        } else if value120 / 120 != 0 {
          sendAxisDiscrete(axis: axis, discrete: value120 / 120)
        }
      }
      sendAxis(time: time, axis: axis, value: lane.value)
    }
  }
}
