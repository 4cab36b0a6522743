/// Lines that wait to be written to a client, in order.
struct OutputQueue {
  private var lines: [(bytes: [UInt8], isEvent: Bool)] = []
  private var head = 0
  private var written = 0

  /// Bytes that wait.
  private(set) var count = 0
  /// Those of them that belong to events.
  private(set) var eventCount = 0

  var isEmpty: Bool { head == lines.count }

  /// Adds one line, with its newline.
  mutating func append(_ bytes: [UInt8], isEvent: Bool) {
    lines.append((bytes, isEvent))
    count += bytes.count
    if isEvent { eventCount += bytes.count }
  }

  /// Hands the next bytes to `write`, which returns how many of them it took, until it takes less than it is given.
  mutating func drain(_ write: (UnsafeRawBufferPointer) -> Int) {
    while head < lines.count {
      let line = lines[head]
      let size = line.bytes.count - written
      let taken = unsafe line.bytes.withUnsafeBytes { unsafe write(UnsafeRawBufferPointer(rebasing: $0[written...])) }
      precondition((0...size).contains(taken), "more bytes were taken than were offered")
      written += taken
      count -= taken
      if line.isEvent { eventCount -= taken }
      guard taken == size else { return }
      written = 0
      lines[head].bytes = []
      head += 1
      if head == lines.count || head > 256 {
        lines.removeFirst(head)
        head = 0
      }
    }
  }

  /// Forgets every line of which nothing was written yet.
  mutating func dropUnbegun() {
    let kept = head < lines.count && written > 0 ? [lines[head]] : []
    lines = kept
    head = 0
    count = kept.reduce(0) { $0 + $1.bytes.count } - (kept.isEmpty ? 0 : written)
    eventCount = kept.first?.isEvent == true ? count : 0
  }
}
