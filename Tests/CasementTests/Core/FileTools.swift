import Glibc

/// Closes a file descriptor.
func closeFile(_ descriptor: Int32) { _ = close(descriptor) }
