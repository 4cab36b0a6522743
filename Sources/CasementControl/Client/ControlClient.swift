import Glibc

/// A connection to a service's control socket that blocks until it has its answer: for the command line and for tests.
package final class ControlClient {
  /// Bytes of one line that are read before it counts as nonsense: a picture of the greatest screen fits.
  package static let maximumLine = 1 << 30

  private let descriptor: Int32
  private var input = LineBuffer(limit: maximumLine)
  private var lastID = 0
  private var events: [ControlEvent] = []

  /// Connects to the socket at `path`, which must be served by this user.
  package init(path: String) throws(ControlClientError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw .unreachable(path: path, reason: "the path is too long for a socket")
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .unreachable(path: path, reason: Self.reason()) }
    let connected = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0 else {
      let reason = Self.reason()
      close(descriptor)
      throw .unreachable(path: path, reason: reason)
    }
    // struct ucred: pid, uid, gid. A socket in a shared directory may be anybody's.
    var credentials: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0, credentials.uid == geteuid() else {
      close(descriptor)
      throw .unreachable(path: path, reason: "it belongs to another user")
    }
  }

  deinit { close(descriptor) }

  /// Calls a method and waits for its answer.
  ///
  /// - Parameter timeout: milliseconds after which the caller does not wait any more; nil waits for ever.
  package func call<Method: ControlMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, timeout: Int? = nil
  ) throws(ControlClientError) -> Method.Result {
    let value = try callForJSON(method, parameters, timeout: timeout)
    do {
      return try value.decode(Method.Result.self, strictly: false)
    } catch {
      throw .nonsense(error.message)
    }
  }

  /// Calls a method and waits for its answer, as JSON.
  package func callForJSON<Method: ControlMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, timeout: Int? = nil
  ) throws(ControlClientError) -> JSONValue {
    lastID += 1
    let id = JSONValue.number(JSONNumber(lastID))
    guard let encoded = try? JSONValue(encoding: parameters) else { throw .nonsense("a parameter is a number that JSON has not") }
    let request = JSONValue.object([
      .init("jsonrpc", .string("2.0")), .init("id", id), .init("method", .string(Method.name)), .init("params", encoded),
    ])
    try write(request.bytes + [UInt8(ascii: "\n")])
    let deadline = timeout.map { Self.now() + $0 }
    while true {
      let message = try readMessage(deadline: deadline, timeout: timeout)
      if let method = message["method"]?.text {
        if let event = try event(method, message) { events.append(event) }
        continue
      }
      // An error without an id is about something that the service could not even read.
      guard message["id"] == id || message["id"] == .null else { continue }
      if let result = message["result"] { return result }
      guard let value = message["error"], let error = try? value.decode(ControlError.self, strictly: false) else {
        throw .nonsense("an answer with neither a result nor an error")
      }
      throw .refused(error)
    }
  }

  /// The next event, after a call of `events.subscribe`.
  ///
  /// - Parameter timeout: milliseconds after which the caller does not wait any more; nil waits for ever.
  package func nextEvent(timeout: Int? = nil) throws(ControlClientError) -> ControlEvent {
    if !events.isEmpty { return events.removeFirst() }
    let deadline = timeout.map { Self.now() + $0 }
    while true {
      let message = try readMessage(deadline: deadline, timeout: timeout)
      if let method = message["method"]?.text, let event = try event(method, message) { return event }
    }
  }

  private func event(_ method: String, _ message: JSONValue) throws(ControlClientError) -> ControlEvent? {
    let parameters = message["params"] ?? .null
    switch method {
    case "event":
      do { return try parameters.decode(ControlEvent.self, strictly: false) } catch { throw .nonsense(error.message) }
    case "dropped":
      throw .closed(reason: parameters["message"]?.text)
    default:
      return nil
    }
  }

  // MARK: Bytes

  private func write(_ bytes: [UInt8]) throws(ControlClientError) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL)) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .closed(reason: try lastWords())
      }
      sent += count
    }
  }

  /// What the service said before it closed the connection.
  private func lastWords() throws(ControlClientError) -> String? {
    while true {
      let message = try readMessage(deadline: Self.now() + 1000, timeout: 1000)
      if message["method"]?.text == "dropped" { return message["params"]?["message"]?.text }
    }
  }

  private func readMessage(deadline: Int?, timeout: Int?) throws(ControlClientError) -> JSONValue {
    while true {
      if let item = input.next() {
        guard case .line(let line) = item else { throw .nonsense("a line of more than \(Self.maximumLine) bytes") }
        do { return try JSONValue(parsing: line) } catch { throw .nonsense(error.message) }
      }
      if let deadline {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let left = max(0, deadline - Self.now())
        let ready = unsafe poll(&watched, 1, Int32(clamping: left))
        if ready == 0 { throw .timedOut(milliseconds: timeout ?? left) }
        if ready < 0 { continue }
      }
      let count = unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer -> Int in
        let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 { unsafe input.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        return count
      }
      if count == 0 || (count < 0 && errno != EINTR) { throw .closed(reason: nil) }
    }
  }

  private static func now() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}
