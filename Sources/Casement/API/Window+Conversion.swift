public import Geometry
internal import WindowModel

/// Points of one window as points of another, or of a screen. Nil where one of the two is gone, or a window has no screen.
extension Window {
  /// A point of this window as a point of `other`, which may be on another screen.
  public func convert(_ point: PrecisePoint<WindowPoints>, to other: Window) -> PrecisePoint<WindowPoints>? {
    service.model.convert(point, from: windowID, to: other.windowID)
  }

  /// A point of `other` as a point of this window.
  public func convert(_ point: PrecisePoint<WindowPoints>, from other: Window) -> PrecisePoint<WindowPoints>? {
    other.convert(point, to: self)
  }

  /// A point of this window as a point of `screen`.
  public func convert(_ point: PrecisePoint<WindowPoints>, to screen: Screen) -> PrecisePoint<ScreenPoints>? {
    service.model.layoutPoint(point, of: windowID).flatMap { service.model.screenPoint($0, on: screen.screenID) }
  }

  /// A point of `screen` as a point of this window.
  public func convert(_ point: PrecisePoint<ScreenPoints>, from screen: Screen) -> PrecisePoint<WindowPoints>? {
    service.model.layoutPoint(point, of: screen.screenID).flatMap { service.model.windowPoint($0, of: windowID) }
  }
}
