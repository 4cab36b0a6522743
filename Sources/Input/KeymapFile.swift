import CXKBCommon
import Glibc

/// A keymap's text in a file that nobody can change, to be sent to all clients.
///
/// The file is sealed against writing and resizing, and each client gets a descriptor opened for reading only: those that
/// map it shared, as allowed before `wl_keyboard` 7, may, and none shares its read position with another.
package final class KeymapFile {
  /// Bytes in the file, the closing NUL included: what `wl_keyboard.keymap` states.
  package let size: Int
  private let descriptor: Int32

  /// A file with `text` and a closing NUL.
  ///
  /// - Throws: the failed call, where the system has no memory or descriptors left.
  package init(text: String) throws(SystemCallError) {
    let bytes = Array(text.utf8) + [0]
    size = bytes.count
    descriptor = unsafe casement_memfd_create(
      "casement-keymap", UInt32(CASEMENT_MFD_CLOEXEC | CASEMENT_MFD_ALLOW_SEALING))
    guard descriptor >= 0 else { throw SystemCallError("memfd_create for a keymap") }
    do throws(SystemCallError) {
      try KeymapFile.write(bytes, to: descriptor)
      let seals = CASEMENT_F_SEAL_SHRINK | CASEMENT_F_SEAL_GROW | CASEMENT_F_SEAL_WRITE
      guard fcntl(descriptor, Int32(CASEMENT_F_ADD_SEALS), Int32(seals | CASEMENT_F_SEAL_SEAL)) == 0 else {
        throw SystemCallError("sealing a keymap")
      }
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Calls `body` with a descriptor that only reads, to be sent to one client; it is closed afterwards.
  package func withDescriptor<Result>(_ body: (Int32) throws -> Result) rethrows -> Result {
    let own = unsafe open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
    // Without /proc the sealed file itself is as safe, though not for a client that maps it shared.
    guard own >= 0 else { return try body(descriptor) }
    defer { close(own) }
    return try body(own)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemCallError) {
    var done = 0
    while done < bytes.count {
      let offset = done
      let count = unsafe bytes.withUnsafeBytes { raw in
        unsafe pwrite(descriptor, raw.baseAddress! + offset, raw.count - offset, off_t(offset))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemCallError("writing a keymap") }
      done += count
    }
  }
}
