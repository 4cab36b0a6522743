package import Geometry
package import Scene

/// A picture in a pool: what a `wl_buffer` of `wl_shm` stands for.
package final class ShmBuffer: PixelDestination {
  /// The memory it lies in, kept alive by the buffer.
  package let pool: ShmPool
  /// Where in the pool its first row begins, in bytes.
  package let offset: Int
  package let size: Size<BufferPixels>
  package let stride: Int
  package let format: PixelFormat

  /// A picture in `pool`, in the numbers of `wl_shm_pool.create_buffer`.
  ///
  /// - Throws: `badBufferSize`, `badStride` or `outsideOfPool`, looked for in this order.
  package init(pool: ShmPool, offset: Int, width: Int, height: Int, stride: Int, format: PixelFormat) throws(ShmError) {
    guard width > 0, height > 0 else { throw .badBufferSize(width: width, height: height) }
    let row = width.multipliedReportingOverflow(by: format.bytesPerPixel)
    guard !row.overflow, stride >= row.partialValue else { throw .badStride(stride, atLeast: row.partialValue) }
    let length = stride.multipliedReportingOverflow(by: height)
    let end = offset.addingReportingOverflow(length.partialValue)
    guard offset >= 0, !length.overflow, !end.overflow, end.partialValue <= pool.size else {
      throw .outsideOfPool(end: length.overflow || end.overflow ? .max : end.partialValue, poolSize: pool.size)
    }
    self.pool = pool
    self.offset = offset
    size = Size(width: width, height: height)
    self.stride = stride
    self.format = format
  }

  /// Whether the client's file has all of the picture: false says that reading it would fault.
  package var isCoveredByFile: Bool { pool.fileCovers(offset: offset, length: stride * size.height) }

  package func withPixels(_ body: (UnsafeRawPointer) -> Void) throws(PixelFault) {
    try unsafe pool.withMemory { memory in unsafe body(UnsafeRawPointer(memory + offset)) }
  }

  package func withMutablePixels(_ body: (UnsafeMutableRawPointer) -> Void) throws(PixelFault) {
    guard pool.isWritable else { throw PixelFault() }
    try unsafe pool.withMemory { memory in unsafe body(memory + offset) }
  }
}
