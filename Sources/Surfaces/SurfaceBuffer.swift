package import Geometry

/// A picture that a client attached, as far as the state of a surface depends on it.
package protocol SurfaceBuffer: AnyObject {
  /// The picture's size as it lies in memory.
  var size: Size<BufferPixels> { get }
  /// Whether no pixel lets through what is behind.
  var isOpaque: Bool { get }
  /// A commit began to hold the picture.
  func beginUse()
  /// A surface, or a commit that was never shown, holds the picture no more. After the last use the client may write to it again.
  func endUse()
}

/// A buffer that was attached: from its commit on a hold on the buffer, whose end lets the client have it back. One that another takes the
/// place of before the commit was never held (`wl_surface.attach`).
package final class BufferUse {
  package let buffer: any SurfaceBuffer
  /// Called when the hold ends.
  package var onEnd: (() -> Void)?
  /// The buffer's size, which never changes.
  package let size: Size<BufferPixels>
  private var isHolding = false

  /// Will hold `buffer` when it is committed.
  package init(_ buffer: any SurfaceBuffer) {
    self.buffer = buffer
    size = buffer.size
  }

  /// Begins the hold: the buffer is committed.
  package func begin() {
    guard !isHolding else { return }
    isHolding = true
    buffer.beginUse()
  }

  deinit {
    if isHolding { buffer.endUse() }
    onEnd?()
  }
}
