import Glibc

/// Tells whoever waits that the service is ready, and when it stops.
enum Readiness {
  /// Sends one line of state to the service manager in NOTIFY_SOCKET (the protocol of sd_notify(3)); nothing happens without one.
  static func notify(_ state: String) {
    guard let path = System.variable("NOTIFY_SOCKET"), path.hasPrefix("/") || path.hasPrefix("@") else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      unsafe bytes.copyBytes(from: path.utf8)
      // An abstract name begins with a zero.
      if path.hasPrefix("@") { unsafe bytes[0] = 0 }
    }
    let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + path.utf8.count
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe Array(state.utf8).withUnsafeBytes {
          unsafe sendto(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL), address, socklen_t(length))
        }
      }
    }
  }

  /// Writes the display's name and a newline to a descriptor, and closes it.
  ///
  /// - Throws: a failure where that does not work.
  static func write(_ display: String, to descriptor: Int32) throws(Failure) {
    let isWritten = Output.write(Array("\(display)\n".utf8), to: descriptor)
    let reason = System.reason()
    if descriptor > 2 { close(descriptor) }
    guard isWritten else { throw Failure("cannot write to the descriptor \(descriptor) of --ready-fd: \(reason)") }
  }
}
