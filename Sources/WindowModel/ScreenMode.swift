package import Geometry

/// A size and a rate that a screen can have.
package struct ScreenMode: Hashable, Sendable {
  /// The panel's size, which no orientation turns.
  package var size: Size<NativePixels>
  /// Frames in a thousand seconds; 60 Hz is 60 000.
  package var refresh: Int

  /// The mode of `size` at `refresh` frames in a thousand seconds.
  package init(size: Size<NativePixels>, refresh: Int = 60_000) {
    self.size = size
    self.refresh = refresh
  }

  /// Whether a screen can have it: 1 to 65 535 pixels on each axis, up to 1000 Hz.
  var isValid: Bool {
    (1...65_535).contains(size.width) && (1...65_535).contains(size.height) && (1...1_000_000).contains(refresh)
  }
}
