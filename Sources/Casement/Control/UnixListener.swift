internal import Glibc
package import WaylandServer

/// Why a socket could not be listened on.
package struct SocketError: Error, CustomStringConvertible {
  /// What failed, on which path, and why, as a sentence.
  package let description: String

  /// The failure of `call` on `path`, with the system's reason.
  init(_ call: String, _ path: String, _ code: Int32) {
    unsafe description = "cannot \(call) the socket \(path): \(String(cString: strerror(code)))"
  }

  /// The path is longer than an address can hold.
  init(tooLong path: String) {
    description = "the socket's path has \(path.utf8.count) bytes, more than the \(UnixListener.maximumPathLength) that fit: \(path)"
  }
}

/// A listening Unix socket that only its owner may connect to.
package final class UnixListener {
  /// Bytes that fit into `sockaddr_un.sun_path`, with a zero at the end.
  package static let maximumPathLength = 107

  /// Where it listens; empty for a socket that it did not make.
  package let path: String
  private let descriptor: Int32
  private var reserve: Int32
  private var source: EventSource?
  private let accepted: (consuming OwnedFileDescriptor) -> Void
  private let isForSameUserOnly: Bool

  /// Listens at `path`; a socket there that nobody listens on any more is replaced.
  ///
  /// - Parameters:
  ///   - isForSameUserOnly: whether connections of others are refused who may open the socket's file, such as root.
  ///   - accepted: gets each connection, non-blocking and closed on exec.
  package init(
    path: String, eventLoop: EventLoop, isForSameUserOnly: Bool = true, accepted: @escaping (consuming OwnedFileDescriptor) -> Void
  ) throws(SocketError) {
    guard path.utf8.count <= Self.maximumPathLength else { throw SocketError(tooLong: path) }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw SocketError("make", path, errno) }
    do { try Self.removeStale(path) } catch {
      Glibc.close(descriptor)
      throw error
    }
    // The mode of the descriptor is the mode that bind gives to the file: there is no moment in which others may connect.
    fchmod(descriptor, 0o600)
    var address = sockaddr_un(path: path)
    let bound = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(descriptor, 4096) == 0 else {
      let code = errno
      Glibc.close(descriptor)
      throw SocketError("bind", path, code)
    }
    self.path = path
    self.descriptor = descriptor
    self.accepted = accepted
    self.isForSameUserOnly = isForSameUserOnly
    reserve = Self.openReserve()
    source = eventLoop.add(fileDescriptor: descriptor) { [unowned self] _ in acceptAll() }
  }

  /// Listens at a socket that somebody else made, and may use besides; its file stays where it is.
  ///
  /// - Parameter accepted: gets each connection, non-blocking and closed on exec.
  init(
    adopting descriptor: consuming OwnedFileDescriptor, eventLoop: EventLoop, accepted: @escaping (consuming OwnedFileDescriptor) -> Void
  ) {
    self.descriptor = descriptor.take()
    path = ""
    self.accepted = accepted
    isForSameUserOnly = false
    reserve = Self.openReserve()
    source = eventLoop.add(fileDescriptor: self.descriptor) { [unowned self] _ in
      // whoever made it may have changed this; waiting for a connection that another process took would stop the service
      _ = fcntl(self.descriptor, F_SETFL, fcntl(self.descriptor, F_GETFL) | O_NONBLOCK)
      acceptOne()
    }
  }

  deinit { close() }

  /// Removes a socket's file that its service left behind.
  ///
  /// - Throws: where somebody listens there, or where the file is no socket.
  private static func removeStale(_ path: String) throws(SocketError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw SocketError("make", path, EEXIST) }
    let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    defer { if probe >= 0 { Glibc.close(probe) } }
    var address = sockaddr_un(path: path)
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(probe, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result < 0, errno == ECONNREFUSED {
      unsafe unlink(path)
      return
    }
    throw SocketError("bind", path, EADDRINUSE)
  }

  /// Stops listening and removes the socket.
  package func close() {
    guard let source else { return }
    source.remove()
    self.source = nil
    Glibc.close(descriptor)
    if reserve >= 0 { Glibc.close(reserve) }
    if !path.isEmpty { unsafe unlink(path) }
  }

  private func acceptAll() {
    while acceptOne() {}
  }

  /// - Returns: whether there may be more.
  @discardableResult
  private func acceptOne() -> Bool {
    guard source != nil else { return false }
    let connection = accept(descriptor, nil, nil)
    guard connection >= 0 else {
      if errno == EINTR || errno == ECONNABORTED { return true }
      return (errno == EMFILE || errno == ENFILE) && refuseOne()
    }
    let owned = OwnedFileDescriptor(connection)
    guard !isForSameUserOnly || Self.isOfSameUser(connection) else { return true }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    _ = fcntl(connection, F_SETFL, fcntl(connection, F_GETFL) | O_NONBLOCK)
    accepted(owned)
    return true
  }

  /// Out of descriptors: takes the one kept for this, and closes the connection that waits, so that the loop does not spin on it.
  private func refuseOne() -> Bool {
    guard reserve >= 0 else { return false }
    Glibc.close(reserve)
    let connection = accept(descriptor, nil, nil)
    if connection >= 0 { Glibc.close(connection) }
    reserve = Self.openReserve()
    return connection >= 0
  }

  private static func openReserve() -> Int32 { unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }

  private static func isOfSameUser(_ connection: Int32) -> Bool {
    // struct ucred: pid, uid, gid
    var credentials: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard unsafe getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return false }
    return credentials.uid == geteuid()
  }
}

extension sockaddr_un {
  /// The address of a path that is short enough.
  fileprivate init(path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &sun_path) { unsafe $0.copyBytes(from: path.utf8) }
  }
}
