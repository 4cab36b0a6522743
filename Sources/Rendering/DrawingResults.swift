import Scene

/// What became of each piece of a drawing. Each place is written by one thread, and all are read when they have ended.
@safe
final class DrawingResults {
  private let places: UnsafeMutableBufferPointer<Result<RenderOutcome, PixelFault>?>

  init(_ count: Int) {
    unsafe places = .allocate(capacity: count)
    unsafe places.initialize(repeating: nil)
  }

  deinit {
    unsafe places.deinitialize()
    unsafe places.deallocate()
  }

  subscript(index: Int) -> Result<RenderOutcome, PixelFault>? {
    get { unsafe places[index] }
    set { unsafe places[index] = newValue }
  }

  /// The surfaces that could not be read, each once, in the order in which they were met.
  ///
  /// - Throws: `PixelFault` where a part of the target could not be written.
  func faults() throws(PixelFault) -> [SurfaceKey] {
    var faults: [SurfaceKey] = []
    for index in unsafe places.indices {
      for key in try self[index]?.get().faults ?? [] where !faults.contains(key) { faults.append(key) }
    }
    return faults
  }
}
