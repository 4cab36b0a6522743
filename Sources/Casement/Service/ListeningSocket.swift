internal import Glibc
internal import WaylandServer

/// A Unix socket that accepts clients; the socket's file goes with it.
final class ListeningSocket {
  private let descriptor: Int32
  private let path: String
  private var source: EventSource?

  init(path: String, loop: EventLoop, _ accepted: @escaping (consuming OwnedFileDescriptor) -> Void) throws(ServiceError) {
    self.path = path
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    self.descriptor = descriptor
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < capacity else {
      close(descriptor)
      throw .socket(path: path, reason: "the path has \(path.utf8.count) bytes; a socket's has at most \(capacity - 1)")
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let bound = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, Glibc.listen(descriptor, 128) == 0 else {
      let reason = unsafe String(cString: strerror(errno))
      close(descriptor)
      throw .socket(path: path, reason: reason)
    }
    source = loop.add(fileDescriptor: descriptor) { _ in
      let client = accept(descriptor, nil, nil)
      guard client >= 0 else { return }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      accepted(OwnedFileDescriptor(client))
    }
  }

  deinit {
    source?.remove()
    unsafe unlink(path)
    close(descriptor)
  }
}
