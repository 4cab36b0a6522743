/// Cuts a stream of bytes into lines, none longer than a bound.
struct LineBuffer {
  /// What the stream holds next.
  enum Item: Equatable {
    /// A line, without its newline.
    case line([UInt8])
    /// A line that is too long; its bytes are gone.
    case tooLong
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  private var scanned = 0
  private var isSkipping = false

  /// A stream whose lines have at most `limit` bytes.
  init(limit: Int) { self.limit = limit }

  /// Adds what was read.
  mutating func append(_ more: UnsafeRawBufferPointer) {
    if start > 0 {
      bytes.removeFirst(start)
      scanned -= start
      start = 0
    }
    unsafe bytes.append(contentsOf: more)
  }

  /// Ends the last line, where the stream ends without a newline.
  mutating func end() {
    if bytes.count > start { bytes.append(UInt8(ascii: "\n")) }
  }

  /// Whether a whole line is there.
  var hasLine: Bool { bytes[scanned...].contains(UInt8(ascii: "\n")) }

  /// The next line, or the news that it was too long; nil until more is read.
  mutating func next() -> Item? {
    while true {
      let end = bytes[scanned...].firstIndex(of: UInt8(ascii: "\n"))
      scanned = end ?? bytes.count
      if let end {
        let line = bytes[start..<end]
        start = end + 1
        scanned = start
        if isSkipping {
          isSkipping = false
          continue
        }
        return line.count > limit ? .tooLong : .line(Array(line))
      }
      if isSkipping || bytes.count - start > limit {
        let isNews = !isSkipping
        isSkipping = true
        bytes.removeAll()
        (start, scanned) = (0, 0)
        return isNews ? .tooLong : nil
      }
      return nil
    }
  }
}
