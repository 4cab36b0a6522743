import Glibc

/// Closes a descriptor that nobody needs.
func closeFile(_ descriptor: Int32) { close(descriptor) }
