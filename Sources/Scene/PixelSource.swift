package import Geometry

/// The memory behind a picture went away while it was used: a client shrank its file.
package struct PixelFault: Error, Equatable {
  /// A fault.
  package init() {}
}

/// A picture in memory that can be read: a client's buffer, or one of our own.
package protocol PixelSource: AnyObject {
  /// Width and height of the picture.
  var size: Size<BufferPixels> { get }
  /// How a pixel lies in memory.
  var format: PixelFormat { get }
  /// The bytes from one row to the next; at least what a row takes, but of any alignment.
  var stride: Int { get }

  /// Calls `body` with the first byte of the first row; the pointer is valid during the call only.
  ///
  /// Reading is safe whatever a client does to its file meanwhile: what is gone reads as zeros.
  /// - Throws: `PixelFault` where something was gone, now or earlier. `body` need not have been called then.
  func withPixels(_ body: (UnsafeRawPointer) -> Void) throws(PixelFault)
}

/// A picture in memory that can be drawn into.
package protocol PixelDestination: PixelSource {
  /// Calls `body` with the first byte of the first row; the pointer is valid during the call only.
  ///
  /// - Throws: `PixelFault` where the memory was gone, now or earlier, or can only be read. `body` need not have been called then.
  func withMutablePixels(_ body: (UnsafeMutableRawPointer) -> Void) throws(PixelFault)
}
