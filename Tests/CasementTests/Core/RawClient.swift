import CasementTesting
import Geometry
import Glibc
import Scene
import Surfaces
import WaylandServer
import WindowModel

@testable import Casement

/// A client that writes whatever bytes it likes.
final class RawClient {
  let socket: Int32
  /// What names the service's end of the connection among the process's descriptors.
  let serverLink: String
  private(set) var isClosed = false

  init(_ service: WindowService) {
    var pair: [Int32] = [0, 0]
    precondition(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &pair) == 0)
    socket = pair[1]
    serverLink = DescriptorTable.link(of: pair[0]) ?? ""
    service.connect(fileDescriptor: pair[0])
  }

  deinit { hangUp() }

  func hangUp() {
    if !isClosed { close(socket) }
    isClosed = true
  }

  /// Sends bytes and file descriptors; both as far as the socket takes them.
  func send(_ bytes: [UInt8], files: [Int32] = []) {
    guard !isClosed, !bytes.isEmpty else { return }
    var bytes = bytes
    let space = 16 + (files.count * 4 + 7) / 8 * 8
    var control = [UInt8](repeating: 0, count: space)
    let count = bytes.count
    unsafe bytes.withUnsafeMutableBytes { payload in
      var part = unsafe iovec(iov_base: payload.baseAddress, iov_len: count)
      unsafe control.withUnsafeMutableBytes { ancillary in
        unsafe withUnsafeMutablePointer(to: &part) { part in
          var message = unsafe msghdr()
          unsafe message.msg_iov = part
          unsafe message.msg_iovlen = 1
          if !files.isEmpty {
            // one SCM_RIGHTS header
            unsafe ancillary.storeBytes(of: 16 + files.count * 4, toByteOffset: 0, as: Int.self)
            unsafe ancillary.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
            unsafe ancillary.storeBytes(of: 1, toByteOffset: 12, as: Int32.self)
            for (index, file) in files.enumerated() { unsafe ancillary.storeBytes(of: file, toByteOffset: 16 + index * 4, as: Int32.self) }
            unsafe message.msg_control = ancillary.baseAddress
            unsafe message.msg_controllen = space
          }
          _ = unsafe sendmsg(socket, &message, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
      }
    }
  }

  /// One message.
  static func message(_ object: UInt32, _ opcode: UInt16, _ body: [UInt8] = []) -> [UInt8] {
    words([object, UInt32(body.count + 8) << 16 | UInt32(opcode)]) + body
  }

  static func words(_ values: [UInt32]) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
  }

  /// A string as the wire has it: with its length, its end and its padding.
  static func string(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8) + [0]
    return words([UInt32(bytes.count)]) + bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  /// What the service has sent, without waiting; closes the descriptors that came with it. Nil: the service hung up.
  func receive() -> [UInt8]? {
    guard !isClosed else { return nil }
    var all: [UInt8] = []
    while true {
      var bytes = [UInt8](repeating: 0, count: 8192)
      var control = [UInt8](repeating: 0, count: 512)
      var files: [Int32] = []
      let count = unsafe bytes.withUnsafeMutableBytes { payload in
        var part = unsafe iovec(iov_base: payload.baseAddress, iov_len: payload.count)
        return unsafe control.withUnsafeMutableBytes { ancillary in
          unsafe withUnsafeMutablePointer(to: &part) { part in
            var message = unsafe msghdr()
            unsafe message.msg_iov = part
            unsafe message.msg_iovlen = 1
            unsafe message.msg_control = ancillary.baseAddress
            unsafe message.msg_controllen = ancillary.count
            let count = unsafe recvmsg(socket, &message, Int32(MSG_DONTWAIT) | Int32(MSG_CMSG_CLOEXEC))
            if unsafe count > 0 && message.msg_controllen >= 20 {
              let length = unsafe ancillary.load(as: Int.self)
              for index in 0..<(length - 16) / 4 { files.append(unsafe ancillary.load(fromByteOffset: 16 + index * 4, as: Int32.self)) }
            }
            return count
          }
        }
      }
      for file in files { close(file) }
      if count == 0 || (count < 0 && errno != EAGAIN) { return all.isEmpty ? nil : all }
      if count < 0 { return all }
      all += bytes.prefix(count)
    }
  }

  /// The code of the error that the service sent as a `wl_display.error` among `bytes`; nil where there is none.
  static func displayError(in bytes: [UInt8]) -> (object: UInt32, code: UInt32)? {
    for event in RawEvent.parse(bytes) where event.object == 1 && event.opcode == 0 {
      return (event.word(0), event.word(1))
    }
    return nil
  }
}

/// One event as it came.
struct RawEvent {
  let object: UInt32
  let opcode: UInt32
  let body: [UInt8]

  func word(_ index: Int) -> UInt32 {
    guard body.count >= index * 4 + 4 else { return 0 }
    return (0..<4).reduce(0) { $0 | UInt32(body[index * 4 + $1]) << ($1 * 8) }
  }

  static func parse(_ bytes: [UInt8]) -> [RawEvent] {
    var events: [RawEvent] = []
    var offset = 0
    func word(_ at: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << ($1 * 8) } }
    while offset + 8 <= bytes.count {
      let size = Int(word(offset + 4) >> 16)
      guard size >= 8, offset + size <= bytes.count else { break }
      events.append(
        RawEvent(object: word(offset), opcode: word(offset + 4) & 0xFFFF, body: Array(bytes[offset + 8..<offset + size])))
      offset += size
    }
    return events
  }
}

/// The descriptors of this process, which other tests change at the same time: so they are told apart by what they lead to.
enum DescriptorTable {
  /// What a descriptor leads to.
  static func link(of descriptor: Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    let length = unsafe readlink("/proc/self/fd/\(descriptor)", &buffer, 255)
    guard length > 0 else { return nil }
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// How many descriptors lead to something whose name contains `text`.
  static func count(_ text: String) -> Int {
    guard let directory = unsafe opendir("/proc/self/fd") else { return -1 }
    defer { unsafe closedir(directory) }
    var count = 0
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if let number = Int32(name), link(of: number)?.contains(text) == true { count += 1 }
    }
    return count
  }
}
