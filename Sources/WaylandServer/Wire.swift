internal import CWaylandServer

/// Conversions between values on the wire and in Swift.
enum Wire {
  /// A 24.8 fixed-point number as a floating-point one, exactly.
  static func double(_ fixed: wl_fixed_t) -> Double { Double(fixed) / 256 }

  /// The nearest 24.8 fixed-point number; beyond the range, the end of the range.
  static func fixed(_ value: Double) -> wl_fixed_t {
    let scaled = (value * 256).rounded()
    if scaled.isNaN { return 0 }
    return wl_fixed_t(max(min(scaled, 2_147_483_647), -2_147_483_648))
  }

  /// A string of a client; invalid UTF-8 is repaired, and what that makes longer than a message is cut.
  static func string(_ text: UnsafePointer<CChar>?) -> String { unsafe optionalString(text) ?? "" }

  static func optionalString(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    let string = unsafe String(cString: text)
    return string.utf8.count <= mostBytes ? string : cut(string)
  }

  /// The most bytes of a string or an array in an event: libwayland ends the client that is sent more than 4096 in one, whoever caused it.
  private static let mostBytes = 4000

  /// As many characters of `text` as an event has room for.
  private static func cut(_ text: String) -> String {
    let bytes = Array(text.utf8.prefix(mostBytes))
    // a character of UTF-8 has four bytes at most: its beginning is near
    let end = bytes.indices.reversed().first { bytes[$0] & 0xC0 != 0x80 } ?? 0
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  static func bytes(_ array: UnsafeMutablePointer<wl_array>?) -> [UInt8] {
    guard let array = unsafe array?.pointee, let data = unsafe array.data else { return [] }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: array.size))
  }

  static func withCString<Result>(_ text: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    if text.utf8.count > mostBytes { return unsafe cut(text).withCString { unsafe body($0) } }
    return unsafe text.withCString { unsafe body($0) }
  }

  static func withOptionalCString<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let text else { return body(nil) }
    return unsafe withCString(text) { unsafe body($0) }
  }

  static func withArray<Result>(_ values: [UInt32], _ body: (UnsafeMutablePointer<wl_array>) -> Result) -> Result {
    unsafe values.prefix(mostBytes / 4).withUnsafeBytes { bytes in
      var array = unsafe wl_array(size: bytes.count, alloc: bytes.count, data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      return unsafe withUnsafeMutablePointer(to: &array) { unsafe body($0) }
    }
  }
}

extension UnsafeMutableBufferPointer<wl_argument> {
  func initializeElement(at index: Int, to value: wl_argument) {
    unsafe (baseAddress! + index).initialize(to: value)
  }
}
