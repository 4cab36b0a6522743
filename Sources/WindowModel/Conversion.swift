package import Geometry

/// Points of one window, screen or the layout as points of another. Nil where a window or screen is gone, or a window has no screen.
extension WindowModel {
  /// A point of `window` as a point of `other`; nil where they are on different screens, between which nothing is measured.
  package func convert(
    _ point: PrecisePoint<WindowPoints>, from window: WindowID, to other: WindowID
  ) -> PrecisePoint<WindowPoints>? {
    guard windows[window]?.screen == windows[other]?.screen else { return nil }
    return layoutPoint(point, of: window).flatMap { windowPoint($0, of: other) }
  }

  /// A point of `window` as a point of its screen.
  package func convert(_ point: PrecisePoint<WindowPoints>, from window: WindowID) -> PrecisePoint<ScreenPoints>? {
    guard let screen = windows[window]?.screen, let inLayout = layoutPoint(point, of: window) else { return nil }
    return screenPoint(inLayout, on: screen)
  }

  /// A point of the screen of `window` as a point of `window`.
  package func convert(_ point: PrecisePoint<ScreenPoints>, to window: WindowID) -> PrecisePoint<WindowPoints>? {
    guard let screen = windows[window]?.screen, let inLayout = layoutPoint(point, of: screen) else { return nil }
    return windowPoint(inLayout, of: window)
  }

  /// A point of `window` as a point of the layout.
  package func layoutPoint(_ point: PrecisePoint<WindowPoints>, of window: WindowID) -> PrecisePoint<LayoutPoints>? {
    guard let window = windows[window], window.screen != nil else { return nil }
    let placement = placement(of: window)
    let turned = placement.rotation.apply(point, in: Self.contentSize(placement))
    return PrecisePoint(x: turned.x + Double(placement.frame.x), y: turned.y + Double(placement.frame.y))
  }

  /// A point of the layout as a point of `window`.
  package func windowPoint(_ point: PrecisePoint<LayoutPoints>, of window: WindowID) -> PrecisePoint<WindowPoints>? {
    guard let window = windows[window], window.screen != nil else { return nil }
    let placement = placement(of: window)
    let local = PrecisePoint<WindowPoints>(x: point.x - Double(placement.frame.x), y: point.y - Double(placement.frame.y))
    let seen = PreciseSize<WindowPoints>(width: Double(placement.frame.width), height: Double(placement.frame.height))
    return placement.rotation.inverse.apply(local, in: seen)
  }

  /// A point of a screen as a point of the layout.
  package func layoutPoint(_ point: PrecisePoint<ScreenPoints>, of screen: ScreenID) -> PrecisePoint<LayoutPoints>? {
    self.screen(screen).map { PrecisePoint(x: point.x + Double($0.frame.x), y: point.y + Double($0.frame.y)) }
  }

  /// A point of the layout as a point of a screen, which need not hold it.
  package func screenPoint(_ point: PrecisePoint<LayoutPoints>, on screen: ScreenID) -> PrecisePoint<ScreenPoints>? {
    self.screen(screen).map { PrecisePoint(x: point.x - Double($0.frame.x), y: point.y - Double($0.frame.y)) }
  }

  /// The size of a window's content in its own orientation.
  private static func contentSize(_ placement: WindowPlacement) -> PreciseSize<WindowPoints> {
    let size = placement.rotation.inverse.apply(placement.frame.size)
    return PreciseSize(width: Double(size.width), height: Double(size.height))
  }
}
