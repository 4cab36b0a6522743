import CasementControl
import Glibc

/// The records of a report, read as a browser reads them: script elements, up to the first `</script`.
struct ReportReader {
  /// Every record that can be read, in order.
  private(set) var all: [JSONValue] = []
  /// Those that cannot.
  private(set) var broken = 0
  /// How often a script element ends in the whole page.
  let scriptEnds: Int

  init(_ path: String) throws {
    let file = unsafe open(path, O_RDONLY)
    precondition(file >= 0, "the report is there")
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe read(file, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    let text = String(decoding: bytes, as: UTF8.self)
    scriptEnds = text.split(separator: "</script", omittingEmptySubsequences: false).count - 1
    for part in text.split(separator: #"<script type="application/json">"#, omittingEmptySubsequences: false).dropFirst() {
      let body = part.split(separator: "</script", maxSplits: 1, omittingEmptySubsequences: false)[0]
      if let value = try? JSONValue(parsing: Array(body.utf8)) { all.append(value) } else { broken += 1 }
    }
  }

  /// The records of a kind.
  func records(_ kind: String) -> [JSONValue] { all.filter { $0["k"]?.text == kind } }

  /// The events among them.
  var events: [ControlEvent] {
    records("event").compactMap { try? $0["event"]?.decode(ControlEvent.self, strictly: true) }
  }
}

extension JSONValue {
  /// The elements of an array; none for anything else.
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
