/// Room for what one read of a socket brings, for one reader after the other: to allocate it for each costs more than the read.
@safe final class ReadBuffer {
  private(set) var bytes: UnsafeMutableRawBufferPointer

  /// Room for 64 KiB; what is never written to takes no memory.
  init() { unsafe bytes = .allocate(byteCount: 1 << 16, alignment: 16) }

  deinit { unsafe bytes.deallocate() }
}
