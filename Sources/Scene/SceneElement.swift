package import Geometry

/// Which surface an element shows, to tell one frame's elements from the next's. Whoever makes frames chooses the number.
package struct SurfaceKey: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// What an element is filled with.
package enum SceneContent {
  /// One colour all over.
  case colour(Colour)
  /// A picture, cropped and scaled as its element says.
  case buffer(any PixelSource)
}

/// How a picture is read where its pixels are not the screen's.
package enum SceneFilter: Sendable {
  /// From the four nearest pixels, weighted by distance.
  case bilinear
  /// The nearest pixel.
  case nearest
}

/// One surface as a screen shows it.
package struct SceneElement {
  /// The surface; unique in its frame.
  package var key: SurfaceKey
  /// Grows whenever the surface's pixels change, by content or by another buffer.
  package var contentSequence: UInt64
  /// What is shown.
  package var content: SceneContent
  /// The part of the buffer that is shown, as it lies in memory; nothing of the buffer outside of its whole pixels is ever seen.
  package var source: PreciseRect<BufferPixels>
  /// What the buffer has already been through, as in `wl_surface.set_buffer_transform`: applied to what is to be shown, it gives
  /// what is in memory.
  package var transform: Transform
  /// Where `source` comes to lie.
  package var destination: Rect<ScreenPixels>
  /// What of the screen it may touch; `nil` for all.
  package var clip: Rect<ScreenPixels>?
  /// Where the client says that nothing shows through; believed, so that its alpha counts for nothing there. May be larger than
  /// `destination`.
  package var opaque: Region<ScreenPixels>
  /// How much of it is seen, from 0 to 1; less than 1 makes `opaque` void.
  package var alpha: Double
  /// How pixels are read where sizes differ.
  package var filter: SceneFilter
  /// What the buffer's colours are to be brought to the screen's by; nil: they are the screen's.
  package var colours: ColourMap?

  /// An element that shows all or a part of a picture.
  ///
  /// - Parameter source: all of the picture where `nil`.
  package init(
    key: SurfaceKey, contentSequence: UInt64, picture: any PixelSource, source: PreciseRect<BufferPixels>? = nil,
    transform: Transform = .normal, destination: Rect<ScreenPixels>, clip: Rect<ScreenPixels>? = nil,
    opaque: Region<ScreenPixels> = Region(), alpha: Double = 1, filter: SceneFilter = .bilinear, colours: ColourMap? = nil
  ) {
    self.key = key
    self.contentSequence = contentSequence
    self.content = .buffer(picture)
    self.source = source ?? PreciseRect(Rect(size: picture.size))
    self.transform = transform
    self.destination = destination
    self.clip = clip
    self.opaque = opaque
    self.alpha = alpha
    self.filter = filter
    self.colours = colours
  }

  /// An element of one colour.
  package init(
    key: SurfaceKey, contentSequence: UInt64, colour: Colour, destination: Rect<ScreenPixels>, clip: Rect<ScreenPixels>? = nil,
    opaque: Region<ScreenPixels> = Region(), alpha: Double = 1
  ) {
    self.key = key
    self.contentSequence = contentSequence
    self.content = .colour(colour)
    self.source = PreciseRect(x: 0, y: 0, width: 1, height: 1)
    self.transform = .normal
    self.destination = destination
    self.clip = clip
    self.opaque = opaque
    self.alpha = alpha
    self.filter = .nearest
    self.colours = nil
  }

  /// What of the screen it touches; the frame's edges are not looked at.
  package var extent: Rect<ScreenPixels> {
    if alpha <= 0 || source.width <= 0 || source.height <= 0 { return .zero }
    return clip.map(destination.intersection) ?? destination
  }

  /// Whether its content alone hides what is behind it.
  package var isOpaqueContent: Bool {
    switch content {
    case .colour(let colour): colour.alpha >= 1
    case .buffer(let buffer): buffer.format.isOpaque
    }
  }

  /// Whether nothing behind it can be seen, wherever it is.
  package var isOpaque: Bool { !(alpha < 1) && isOpaqueContent }

  /// Where nothing behind it can be seen.
  package var opaqueExtent: Region<ScreenPixels> {
    if alpha < 1 { return Region() }
    return isOpaqueContent ? Region(extent) : opaque.intersection(extent)
  }
}
