import CasementControl
import Glibc

/// Writes to the standard streams, unbuffered and whole.
enum Output {
  /// Writes `text` to standard output.
  ///
  /// - Returns: whether all of it was taken.
  @discardableResult
  static func out(_ text: String) -> Bool { write(Array(text.utf8), to: 1) }

  /// Writes `bytes` to standard output.
  ///
  /// - Returns: whether all of it was taken.
  @discardableResult
  static func out(_ bytes: [UInt8]) -> Bool { write(bytes, to: 1) }

  /// Tells a person on standard error, as a line that begins with the program's name.
  static func say(_ message: String) { _ = write(Array("casement: \(message.printable(keepsLines: true))\n".utf8), to: 2) }

  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var left = bytes[...]
    while !left.isEmpty {
      let count = unsafe left.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { left = left.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }
}

/// The environment, and the system's words for its errors.
enum System {
  /// The value of an environment variable; nil where it is not set.
  static func variable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

  /// The whole environment, as `NAME=VALUE`.
  static var environment: [String] {
    var list: [String] = []
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      unsafe list.append(String(cString: entry))
      unsafe next += 1
    }
    return list
  }

  /// The system's sentence for an error number.
  static func reason(_ code: Int32 = errno) -> String { unsafe String(cString: strerror(code)) }
}

/// A failure that is told to the person and ends the program with a status.
struct Failure: Error, Equatable {
  let message: String
  let status: Int32

  init(_ message: String, status: Int32 = 1) {
    self.message = message
    self.status = status
  }
}
