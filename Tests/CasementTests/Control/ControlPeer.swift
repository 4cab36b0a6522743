import CasementControl
import CasementTesting
import Glibc
import WaylandServer

@testable import Casement

/// A controller in the test's own process, on a real connection to the service's control server.
final class ControlPeer {
  let server: ControlServer
  private let socket: Int32
  private let host: TestService
  private var rest: [UInt8] = []
  /// What came without being asked for: events, and the service's last words.
  private(set) var notifications: [JSONValue] = []

  init(_ host: TestService) {
    self.host = host
    server = host.service.makeControlServer()
    var pair: [Int32] = [0, 0]
    precondition(
      unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &pair) == 0)
    socket = pair[1]
    server.connect(OwnedFileDescriptor(pair[0]))
  }

  deinit {
    server.stop()
    close(socket)
  }

  /// Sends one line.
  func send(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    precondition(count == bytes.count, "a test's line fits into a socket")
  }

  /// Calls a method with parameters as JSON text, and runs `meanwhile` until the answer is there.
  func call(_ method: String, _ parameters: String = "{}", meanwhile: () throws -> Void = {}) throws -> JSONValue {
    send(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#)
    for _ in 0..<2000 {
      host.pump()
      try meanwhile()
      for message in try read() {
        if message["id"] != nil { return message["error"] ?? message["result"] ?? .null }
        notifications.append(message)
      }
      host.service.dispatch(timeoutMilliseconds: 1)
    }
    return .string("no answer")
  }

  /// The events that came.
  func events() throws -> [ControlEvent] {
    host.pump()
    notifications += try read()
    defer { notifications = [] }
    return try notifications.compactMap { message in
      message["method"]?.text == "event" ? try message["params"]!.decode(ControlEvent.self, strictly: true) : nil
    }
  }

  private func read() throws -> [JSONValue] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      rest += buffer[..<count]
    }
    var messages: [JSONValue] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      messages.append(try JSONValue(parsing: Array(rest[..<end])))
      rest = Array(rest[(end + 1)...])
    }
    return messages
  }
}
