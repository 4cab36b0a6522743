internal import Glibc

/// A file descriptor that is closed when nobody took it.
package struct OwnedFileDescriptor: ~Copyable {
  private let number: Int32

  /// Takes over the ownership of `number`.
  package init(_ number: Int32) { self.number = number }

  deinit { if number >= 0 { close(number) } }

  /// The number, which stays owned here: for calls that only look.
  package var borrowed: Int32 { number }

  /// The number, which is now the caller's to close.
  package consuming func take() -> Int32 {
    let number = self.number
    discard self
    return number
  }
}
