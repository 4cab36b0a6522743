internal import Geometry
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// Points of one window as points of another, or of its screen.
extension CasementWindow {
  func convertTo(
    tag: UInt32, xHi: UInt32, xLo: UInt32, yHi: UInt32, yLo: UInt32, target: CasementWindowV1Resource?
  ) throws(ProtocolError) {
    let (x, y, id) = try check(xHi, xLo, yHi, yLo)
    if let target {
      answer(tag, between(target) { service.model.convert(PrecisePoint(x: x, y: y), from: id, to: $0) })
    } else {
      answer(tag, service.model.convert(PrecisePoint<WindowPoints>(x: x, y: y), from: id))
    }
  }

  func convertFrom(
    tag: UInt32, xHi: UInt32, xLo: UInt32, yHi: UInt32, yLo: UInt32, origin: CasementWindowV1Resource?
  ) throws(ProtocolError) {
    let (x, y, id) = try check(xHi, xLo, yHi, yLo)
    if let origin {
      answer(tag, between(origin) { service.model.convert(PrecisePoint(x: x, y: y), from: $0, to: id) })
    } else {
      answer(tag, service.model.convert(PrecisePoint<ScreenPoints>(x: x, y: y), to: id))
    }
  }

  private func check(
    _ xHi: UInt32, _ xLo: UInt32, _ yHi: UInt32, _ yLo: UInt32
  ) throws(ProtocolError) -> (x: Double, y: Double, WindowID) {
    guard let id = window?.id else {
      throw .casementWindowV1(.defunctToplevel, "the xdg_toplevel is gone: nothing but destroy is allowed")
    }
    let (x, y) = (Double(high: xHi, low: xLo), Double(high: yHi, low: yLo))
    guard x.isFinite, y.isFinite else { throw .casementWindowV1(.invalidPoint, "(\(x), \(y)) is not a point: both must be finite") }
    return (x, y, id)
  }

  /// The point between the other window and this one, where both are there.
  private func between(
    _ other: CasementWindowV1Resource, _ convert: (WindowID) -> PrecisePoint<WindowPoints>?
  ) -> PrecisePoint<WindowPoints>? {
    other.casementWindow?.window.flatMap { convert($0.id) }
  }

  private func answer<Space>(_ tag: UInt32, _ point: PrecisePoint<Space>?) {
    guard let point else {
      resource.sendConversionFailed(tag: tag)
      return
    }
    resource.sendConverted(tag: tag, xHi: point.x.high, xLo: point.x.low, yHi: point.y.high, yLo: point.y.low)
  }
}
