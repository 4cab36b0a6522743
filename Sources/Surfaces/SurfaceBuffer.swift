package import Geometry

/// A picture that a client attached, as far as the state of a surface depends on it.
package protocol SurfaceBuffer: AnyObject {
  /// The picture's size as it lies in memory.
  var size: Size<BufferPixels> { get }
  /// Whether no pixel lets through what is behind.
  var isOpaque: Bool { get }
  /// A surface began to hold the picture.
  func beginUse()
  /// A surface, or a commit that was never shown, holds the picture no more. After the last use the client may write to it again.
  func endUse()
}

/// One hold on a buffer; ending it lets the client have the buffer back.
package final class BufferUse {
  package let buffer: any SurfaceBuffer
  /// Called when the hold ends.
  package var onEnd: (() -> Void)?
  /// The buffer's size, which never changes.
  package let size: Size<BufferPixels>

  /// Holds `buffer`.
  package init(_ buffer: any SurfaceBuffer) {
    self.buffer = buffer
    size = buffer.size
    buffer.beginUse()
  }

  deinit {
    buffer.endUse()
    onEnd?()
  }
}
