internal import CWaylandServer

/// The last requests of one client, as text, the last one at the end.
@safe final class RequestLog {
  private let log: UnsafeMutablePointer<casement_request_log>

  init() {
    unsafe log = .allocate(capacity: 1)
    unsafe log.initialize(to: casement_request_log())
  }

  deinit { unsafe log.deallocate() }

  func add(_ message: UnsafePointer<wl_protocol_logger_message>) { unsafe casement_log_request(log, message) }

  /// What was kept. A text that was too long is cut.
  var lines: [String] {
    let kept = Int(casement_kept_requests)
    let length = Int(casement_request_length)
    let count = unsafe Int(log.pointee.count)
    return (max(0, count - kept)..<count).map { number in
      unsafe withUnsafeBytes(of: &log.pointee.text) { bytes in
        let line = unsafe bytes[(number % kept * length)..<((number % kept + 1) * length)]
        return unsafe String(decoding: line.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  }
}

/// An error as it goes over the wire.
package struct WireError {
  /// The interface of the object that it is posted on.
  package let interface: String
  /// The object's number.
  package let object: UInt32
  package let code: UInt32
  package let message: String
}

extension Display {
  /// Keeps the last requests of each client from now on, as `Client.lastRequests`, and tells of errors; it costs a little at each message.
  package func keepRequests() {
    guard !keepsRequests else { return }
    keepsRequests = true
    unsafe listen { [unowned self] kind, message in
      guard let resource = unsafe message.pointee.resource, let client = unsafe client(wl_resource_get_client(resource)) else { return }
      if kind == WL_PROTOCOL_LOGGER_REQUEST {
        let log = client.requests ?? RequestLog()
        client.requests = log
        unsafe log.add(message)
      } else if let onError, unsafe casement_is_error(message) != 0, let arguments = unsafe message.pointee.arguments {
        let object = unsafe arguments[0].o
        unsafe onError(
          client,
          WireError(
            interface: object.map { unsafe String(cString: wl_resource_get_class($0)) } ?? "wl_display",
            object: object.map { unsafe wl_resource_get_id($0) } ?? 1, code: arguments[1].u,
            message: arguments[2].s.map { unsafe String(cString: $0) } ?? ""))
      }
    }
  }
}
