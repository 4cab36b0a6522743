public import Geometry
internal import WindowModel

/// Points of one window as points of another, or of its screen. Nil where one of the two is gone, a window has no screen, or they are not on
/// the same one.
extension Window {
  /// A point of this window as a point of `other`.
  public func convert(_ point: PrecisePoint<WindowPoints>, to other: Window) -> PrecisePoint<WindowPoints>? {
    service.model.convert(point, from: windowID, to: other.windowID)
  }

  /// A point of `other` as a point of this window.
  public func convert(_ point: PrecisePoint<WindowPoints>, from other: Window) -> PrecisePoint<WindowPoints>? {
    other.convert(point, to: self)
  }

  /// A point of this window as a point of `screen`, which it is on.
  public func convert(_ point: PrecisePoint<WindowPoints>, to screen: Screen) -> PrecisePoint<ScreenPoints>? {
    model?.screen == screen.screenID ? service.model.convert(point, from: windowID) : nil
  }

  /// A point of `screen`, which this window is on, as a point of this window.
  public func convert(_ point: PrecisePoint<ScreenPoints>, from screen: Screen) -> PrecisePoint<WindowPoints>? {
    model?.screen == screen.screenID ? service.model.convert(point, to: windowID) : nil
  }
}
