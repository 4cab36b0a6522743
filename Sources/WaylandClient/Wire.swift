internal import CWaylandClient
internal import Glibc

/// Conversions between values on the wire and in Swift.
enum Wire {
  /// Closes a file descriptor that nobody listens for.
  static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  static func double(_ fixed: wl_fixed_t) -> Double { Double(fixed) / 256 }

  static func fixed(_ value: Double) -> wl_fixed_t {
    let scaled = (value * 256).rounded()
    if scaled.isNaN { return 0 }
    return wl_fixed_t(max(min(scaled, 2_147_483_647), -2_147_483_648))
  }

  static func string(_ text: UnsafePointer<CChar>?) -> String { unsafe text.map { unsafe String(cString: $0) } ?? "" }

  static func optionalString(_ text: UnsafePointer<CChar>?) -> String? { unsafe text.map { unsafe String(cString: $0) } }

  static func bytes(_ array: UnsafeMutablePointer<wl_array>?) -> [UInt8] {
    guard let array = unsafe array?.pointee, let data = unsafe array.data else { return [] }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: array.size))
  }

  static func withCString<Result>(_ text: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe text.withCString { unsafe body($0) }
  }

  static func withOptionalCString<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let text else { return body(nil) }
    return unsafe text.withCString { unsafe body($0) }
  }

  static func withArray<Result>(_ values: [UInt32], _ body: (UnsafeMutablePointer<wl_array>) -> Result) -> Result {
    unsafe values.withUnsafeBytes { bytes in
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

extension Array where Element == UInt8 {
  /// The 32-bit values that a `wl_array` of integers holds.
  package var words: [UInt32] {
    unsafe withUnsafeBytes { bytes in
      (0..<count / 4).map { unsafe bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
    }
  }
}
