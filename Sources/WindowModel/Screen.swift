package import Geometry

/// How a screen makes up for edges that nobody sees.
package enum OverscanCompensation: Hashable, Sendable {
  /// The picture is drawn smaller, so that all of it is seen.
  case scale
  /// Windows are placed inside the insets.
  case insetBounds
  /// Not at all.
  case none
}

/// One screen. Read it; `WindowModel` alone writes it.
package struct Screen: Sendable {
  /// Its name while it is connected.
  package let id: ScreenID
  /// Its identity, which outlasts the connection.
  package let name: String
  /// What it can do.
  package internal(set) var modes: [ScreenMode]
  /// How many of them, at the end, it did not come with.
  package internal(set) var customModes: Int
  /// The index of the mode it likes best.
  package internal(set) var preferredMode: Int
  /// The index of the mode it has.
  package internal(set) var currentMode: Int
  /// Pixels per point, in 120ths.
  package internal(set) var scale120: Int
  /// How the panel lies: native = `transform.apply(picture)`, as `wl_output.transform` means it.
  package internal(set) var transform: Transform
  /// The place asked for; nil: beside the others.
  package internal(set) var position: Point<LayoutPoints>?
  /// What it is asked to show while it has no windows.
  package internal(set) var mirrorWish: MirrorWish
  /// The screen whose picture it shows.
  package internal(set) var mirrors: ScreenID?
  /// Where it lies in the layout.
  package internal(set) var frame: Rect<LayoutPoints> = .zero
  /// 0, dark, to 1.
  package internal(set) var brightness = 1.0
  /// What of its edges nobody sees, in points.
  package internal(set) var overscanInsets: EdgeInsets
  /// What is done about that.
  package internal(set) var overscan: OverscanCompensation = .scale
  /// How many capture it.
  package internal(set) var captures = 0

  /// The mode it has.
  package var mode: ScreenMode { modes[currentMode] }
  /// Its panel in pixels, whatever its orientation.
  package var nativeBounds: Rect<NativePixels> { Rect(size: mode.size) }
  /// Its picture in pixels, as a person sees it.
  package var pixelSize: Size<ScreenPixels> {
    transform.apply(Size(width: mode.size.width, height: mode.size.height))
  }
  /// Its picture in points, as a person sees it: pixels ÷ scale, rounded, and at least one.
  package var bounds: Rect<ScreenPoints> {
    let pixels = pixelSize
    return Rect(size: Size(width: points(pixels.width), height: points(pixels.height)))
  }
  /// Pixels per point for clients that know whole numbers only.
  package var scale: Int { (scale120 + 119) / 120 }
  /// Pixels per point.
  package var nativeScale: Double { Double(scale120) / 120 }
  /// The most frames it shows in a second, rounded.
  package var maximumFramesPerSecond: Int { (mode.refresh + 500) / 1000 }
  /// Whether somebody captures it.
  package var isCaptured: Bool { captures > 0 }

  /// What windows that fill the screen cover, in points: less than `bounds` where those are inset for overscan.
  package var windowBounds: Rect<ScreenPoints> {
    guard overscan == .insetBounds else { return bounds }
    let visible = bounds.inset(by: overscanInsets)
    // in a mode so small that nothing would be left, insets mean nothing
    return visible.isEmpty ? bounds : visible
  }

  /// The part of `pixelSize` that the picture is drawn on: all of it, unless overscan is made up for by a smaller picture.
  package var pictureArea: Rect<ScreenPixels> {
    let size = pixelSize
    guard overscan == .scale, overscanInsets != .zero else { return Rect(size: size) }
    let visible = pixels(bounds.inset(by: overscanInsets))
    return visible.isEmpty ? Rect(size: size) : Rect<ScreenPoints>.fitted(bounds.size, in: visible)
  }

  /// Pixels of the panel to a point of the picture as it is drawn: `nativeScale`, unless the picture is made smaller.
  package var pictureScale: Double {
    let area = pictureArea
    return area.size == pixelSize ? nativeScale : Double(area.width) / Double(bounds.width)
  }

  /// The pixels that `rect` covers: an edge is at edge × scale, rounded, and one on the screen's edge is on the panel's: no seam.
  package func pixels(_ rect: Rect<ScreenPoints>) -> Rect<ScreenPixels> {
    let (points, pixels) = (bounds.size, pixelSize)
    let (left, right) = (edge(rect.minX, points.width, pixels.width), edge(rect.maxX, points.width, pixels.width))
    let (top, bottom) = (edge(rect.minY, points.height, pixels.height), edge(rect.maxY, points.height, pixels.height))
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The place on the panel of a point of the picture.
  package func nativePoint(_ point: PrecisePoint<ScreenPoints>) -> PrecisePoint<NativePixels> {
    let pixels = PrecisePoint<NativePixels>(x: point.x * nativeScale, y: point.y * nativeScale)
    let size = pixelSize
    return transform.apply(pixels, in: PreciseSize(width: Double(size.width), height: Double(size.height)))
  }

  /// The point of the picture at a place on the panel.
  package func point(_ native: PrecisePoint<NativePixels>) -> PrecisePoint<ScreenPoints> {
    let panel = PreciseSize<NativePixels>(width: Double(mode.size.width), height: Double(mode.size.height))
    let pixels = transform.inverse.apply(native, in: panel)
    return PrecisePoint(x: pixels.x / nativeScale, y: pixels.y / nativeScale)
  }

  private func points(_ pixels: Int) -> Int { max(1, Int((Double(pixels) / nativeScale).rounded())) }

  private func edge(_ edge: Int, _ points: Int, _ pixels: Int) -> Int {
    edge == points ? pixels : Int((Double(edge) * nativeScale).rounded())
  }

  init(id: ScreenID, _ description: ScreenDescription) {
    self.id = id
    name = description.name
    modes = description.modes
    customModes = description.customModes
    preferredMode = description.preferredMode
    currentMode = description.currentMode
    scale120 = Int((description.scale * 120).rounded())
    transform = description.transform
    position = description.position
    mirrorWish = description.mirror
    overscanInsets = description.overscanInsets
    overscan = description.overscan
  }

  static func validate(scale: Double) throws(ModelError) {
    guard scale >= 0.1, scale <= 32 else { throw .invalidValue("a scale is from 0.1 to 32, not \(scale)") }
  }

  static func validate(_ insets: EdgeInsets) throws(ModelError) {
    let range = 0...4096
    guard [insets.top, insets.left, insets.bottom, insets.right].allSatisfy(range.contains) else {
      throw .invalidValue("an overscan inset is from 0 to 4096 points")
    }
  }

  static func validate(position: Point<LayoutPoints>?) throws(ModelError) {
    let range = -1_000_000...1_000_000
    if let position, !range.contains(position.x) || !range.contains(position.y) {
      throw .invalidValue("a position is from -1000000 to 1000000 on each axis, not \(position.x),\(position.y)")
    }
  }
}
