internal import Glibc

/// The file of a flight recording: a page that reads the records which are appended to it.
///
/// Every record is written at once and whole, so that the file can be read however its writer ends. It never grows beyond its limit: then the
/// oldest pictures go, and after them the oldest texts, in a new file that takes the place of the old one.
final class ReportFile {
  /// How long a record is kept.
  enum Kind {
    /// To the end.
    case kept
    /// Until there is no room.
    case text
    /// Until there is no room, before any text.
    case picture(Int)
  }

  private struct Record {
    let offset: Int
    let length: Int
    let kind: Kind
  }

  /// Where the file is.
  let path: String
  /// Bytes that it has at most.
  let limit: Int
  /// Why nothing more is written; nil while something is.
  private(set) var failure: String?
  /// Called once, when nothing more can be written.
  var onFailure: ((String) -> Void)?
  /// Called with the pictures that are dropped.
  var onDrop: (([Int]) -> Void)?
  private(set) var droppedPictures = 0
  private(set) var droppedTexts = 0

  private var descriptor: Int32
  private let head: Int
  private var end: Int
  private var records: [Record] = []

  /// A new file in `directory`, which is made where it is not there, with `page` at its start.
  ///
  /// - Throws: `ServiceError.report` where that cannot be.
  init(directory: String, page: String, limit: Int) throws(ServiceError) {
    self.limit = limit
    if unsafe mkdir(directory, 0o777) != 0, errno != EEXIST { throw .report(path: directory, reason: Self.reason(errno)) }
    var number = 1
    while true {
      let path = "\(directory)/report\(number == 1 ? "" : "-\(number)").html"
      let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 {
        self.path = path
        self.descriptor = descriptor
        break
      }
      guard errno == EEXIST, number < 10_000 else { throw .report(path: path, reason: Self.reason(errno)) }
      number += 1
    }
    let bytes = Array(page.utf8)
    head = bytes.count
    end = 0
    guard Self.write(bytes, to: descriptor, at: 0) else {
      let reason = Self.reason(errno)
      Glibc.close(descriptor)
      unsafe unlink(path)
      throw .report(path: path, reason: reason)
    }
    end = head
  }

  deinit { Glibc.close(descriptor) }

  /// Appends a record: JSON text on one line, in which no “<” is.
  func append(_ json: [UInt8], _ kind: Kind) {
    guard failure == nil else { return }
    let bytes = Array(#"<script type="application/json">"#.utf8) + json + Array("</script>\n".utf8)
    guard bytes.count <= limit / 4 else {
      switch kind {
      case .picture(let number):
        droppedPictures += 1
        onDrop?([number])
      case .text, .kept: droppedTexts += 1
      }
      return
    }
    if end + bytes.count > limit, !shrink() { return }
    guard Self.write(bytes, to: descriptor, at: end) else { return fail(Self.reason(errno)) }
    records.append(Record(offset: end, length: bytes.count, kind: kind))
    end += bytes.count
  }

  // MARK: No room

  /// The file takes nothing more: what was written in part is taken away, and the newest records too where only this leaves room to say so.
  private func fail(_ reason: String) {
    failure = reason
    ftruncate(descriptor, off_t(end))
    let note = RecordJSON.note("the recording ends here: \(reason)", time: nil)
    let bytes = Array(#"<script type="application/json">"#.utf8) + note + Array("</script>\n".utf8)
    for _ in 0..<16 {
      if Self.write(bytes, to: descriptor, at: end) { break }
      ftruncate(descriptor, off_t(end))
      guard records.count > 1, let last = records.popLast() else { break }
      end = last.offset
      ftruncate(descriptor, off_t(end))
    }
    onFailure?(reason)
  }

  /// Writes the file anew without its oldest records. - Returns: false where that does not work, and nothing more is written.
  private func shrink() -> Bool {
    let kept = keep()
    let temporary = path + ".new"
    let target = unsafe open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard target >= 0 else {
      fail(Self.reason(errno))
      return false
    }
    var place = 0
    var moved: [Record] = []
    var isCopied = Self.copy(head, from: descriptor, at: 0, to: target, at: 0)
    place = head
    for record in kept where isCopied {
      isCopied = Self.copy(record.length, from: descriptor, at: record.offset, to: target, at: place)
      moved.append(Record(offset: place, length: record.length, kind: record.kind))
      place += record.length
    }
    guard isCopied, unsafe rename(temporary, path) == 0 else {
      let reason = Self.reason(errno)
      Glibc.close(target)
      unsafe unlink(temporary)
      fail(reason)
      return false
    }
    Glibc.close(descriptor)
    (descriptor, records, end) = (target, moved, place)
    append(RecordJSON.dropped(pictures: droppedPictures, texts: droppedTexts), .kept)
    return failure == nil
  }

  /// The records that stay: three quarters of the limit at most, the pictures taken first, and of each kind the oldest.
  private func keep() -> [Record] {
    var pictures = 0
    var texts = 0
    for record in records {
      switch record.kind {
      case .picture: pictures += record.length
      case .text: texts += record.length
      case .kept: break
      }
    }
    // texts are only taken where they fill the file themselves
    let spareTexts = max(0, texts - limit / 4)
    let sparePictures = max(0, end - spareTexts - limit * 3 / 4)
    var (goneTexts, gonePictures) = (0, 0)
    var numbers: [Int] = []
    let kept = records.filter { record in
      switch record.kind {
      case .kept: return true
      case .text:
        guard goneTexts < spareTexts else { return true }
        goneTexts += record.length
        droppedTexts += 1
      case .picture(let number):
        guard gonePictures < sparePictures else { return true }
        gonePictures += record.length
        droppedPictures += 1
        numbers.append(number)
      }
      return false
    }
    if !numbers.isEmpty { onDrop?(numbers) }
    return kept
  }

  // MARK: The system

  private static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress! + written, $0.count - written, off_t(offset + written))
      }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      written += count
    }
    return true
  }

  private static func copy(_ length: Int, from source: Int32, at offset: Int, to target: Int32, at place: Int) -> Bool {
    var buffer = [UInt8](repeating: 0, count: min(length, 1 << 20))
    var done = 0
    while done < length {
      let wanted = min(buffer.count, length - done)
      let count = unsafe pread(source, &buffer, wanted, off_t(offset + done))
      guard count > 0, write(Array(buffer[..<count]), to: target, at: place + done) else { return false }
      done += count
    }
    return true
  }

  private static func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
