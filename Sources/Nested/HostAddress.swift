internal import Glibc
internal import WaylandClient

/// Where a host is reached.
package enum HostAddress: Equatable {
  /// A connected socket, which is closed with the connection.
  case descriptor(Int32)
  /// The path of its socket.
  case path(String)

  /// The host that the environment names: `WAYLAND_SOCKET`, a connected socket, else `WAYLAND_DISPLAY`, a path or a name in
  /// `XDG_RUNTIME_DIR`. Nil where it names none.
  package init?(variable: (String) -> String?) {
    if let text = variable("WAYLAND_SOCKET"), let descriptor = Int32(text), descriptor >= 0, fcntl(descriptor, F_GETFD) >= 0 {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      self = .descriptor(descriptor)
      return
    }
    guard let display = variable("WAYLAND_DISPLAY"), !display.isEmpty else { return nil }
    if display.hasPrefix("/") {
      self = .path(display)
    } else {
      guard let directory = variable("XDG_RUNTIME_DIR"), !directory.isEmpty else { return nil }
      self = .path("\(directory)/\(display)")
    }
  }

  /// Connects, without waiting.
  ///
  /// - Throws: `NestedError.unreachable`.
  func connect() throws(NestedError) -> Connection {
    let descriptor: Int32
    switch self {
    case .descriptor(let given): descriptor = given
    case .path(let path): descriptor = try Self.connect(to: path)
    }
    do {
      return try Connection(fileDescriptor: descriptor)
    } catch {
      throw NestedError(error)
    }
  }

  private static func connect(to path: String) throws(NestedError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw .unreachable(path, reason: "the path is too long for a socket")
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw .unreachable(path, reason: unsafe String(cString: strerror(errno))) }
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let number = errno
      close(descriptor)
      throw .unreachable(path, reason: unsafe String(cString: strerror(number)))
    }
    return descriptor
  }
}

extension HostAddress: CustomStringConvertible {
  package var description: String {
    switch self {
    case .descriptor(let number): "the socket \(number)"
    case .path(let path): path
    }
  }
}
