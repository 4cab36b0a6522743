/// Why shared memory cannot be used as a client asked.
package enum ShmError: Error, Equatable {
  /// The system refused: the number of its error, as `errno` has it.
  case system(errno: Int32)
  /// A pool's size is not positive, or less than before.
  case badPoolSize(Int)
  /// Width or height is not positive.
  case badBufferSize(width: Int, height: Int)
  /// The stride is less than a row takes.
  case badStride(Int, atLeast: Int)
  /// The offset is negative, or the last row ends outside of the pool.
  case outsideOfPool(end: Int, poolSize: Int)
}
