internal import Glibc
internal import WaylandServer

/// What the service itself writes to clients and reads from them, through pipes that never make it wait.
///
/// A client that does not read or write keeps a descriptor of ours; so there is a most of both.
final class Transfers {
  private let loop: EventLoop
  private var writers: [PipeWriter] = []
  private var readers: [PipeReader] = []

  /// The most writes that go on at once; of the client with most of them, the one that waited longest for its reader makes room.
  static var mostWriters: Int { 64 }
  /// The most reads that go on at once; further ones fail.
  static var mostReaders: Int { 64 }

  init(_ loop: EventLoop) { self.loop = loop }

  /// How many writes go on.
  var writerCount: Int { writers.count }

  /// Writes `bytes` into a pipe or socket, as its reader takes them, and closes it. Other files are only closed: writing to a disk
  /// or to something that a program makes up could take any time.
  func write(_ bytes: [UInt8], into file: consuming OwnedFileDescriptor, for reader: Client? = nil) {
    guard Self.isPipe(file.borrowed) else { return }
    let writer = PipeWriter(bytes, file, for: reader?.number ?? 0)
    guard !writer.run() else { return }
    if writers.count >= Self.mostWriters { makeRoom() }
    writers.append(writer)
    writer.wait(in: loop) { [unowned self, unowned writer] in
      let writer = writer
      let isDone = writer.run()
      self.writers.removeAll { $0 === writer }
      // who takes something has waited shortest
      if !isDone { self.writers.append(writer) }
    }
  }

  /// Ends the oldest write for the client that has most: who asks without end takes nothing from others.
  private func makeRoom() {
    var counts: [UInt64: Int] = [:]
    for writer in writers { counts[writer.reader, default: 0] += 1 }
    let most = counts.values.max()
    if let index = writers.firstIndex(where: { counts[$0.reader] == most }) { writers.remove(at: index) }
  }

  /// Has a source write `type`, and reads it.
  ///
  /// - Parameters:
  ///   - limit: the most bytes.
  ///   - milliseconds: how long it may take, in real time.
  ///   - completion: called once, from the loop, or at once where it cannot begin.
  func read(
    _ type: String, of source: TransferSource, atMost limit: Int, within milliseconds: Int,
    _ completion: @escaping (Result<[UInt8], ClipboardError>) -> Void
  ) {
    guard readers.count < Self.mostReaders else { return completion(.failure(.busy)) }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return completion(.failure(.system(errno: errno))) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let input = OwnedFileDescriptor(ends[0])
    let output = OwnedFileDescriptor(ends[1])
    let reader = PipeReader(input, limit: limit)
    readers.append(reader)
    reader.begin(in: loop, within: milliseconds) { [unowned self, unowned reader] result in
      self.readers.removeAll { $0 === reader }
      completion(result)
    }
    source.send(type, into: output)
  }

  /// Ends everything: the service is shut down.
  func stop() {
    writers = []
    for reader in readers { reader.finish(.failure(.interrupted)) }
  }

  private static func isPipe(_ file: Int32) -> Bool {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind == S_IFIFO || kind == S_IFSOCK
  }
}
