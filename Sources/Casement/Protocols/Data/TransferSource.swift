internal import WaylandServer

/// Data that somebody offers in one or more MIME types: a client, through one of five protocols, or the service itself.
///
/// It serves once, as a selection or for a drag. When that is over, its offers give nothing any more: who asks finds an empty file.
class TransferSource {
  /// What a source serves for, once and for all.
  enum Use { case none, selection, drag }

  /// What the source was given to.
  var use = Use.none
  /// The MIME types on offer, in the order in which they were named.
  private(set) final var types: [String] = []
  /// Whether nothing can be had from it any more: it was cancelled, used up or destroyed.
  private(set) final var isEnded = false

  /// What an offer of all types takes on the wire, in bytes.
  private(set) final var typeBytes = 0

  /// The most types of one source; a client that names more is out of its mind, and everybody would pay for it.
  static var mostTypes: Int { 1000 }
  /// The most that their names may take together: all are sent at once to whoever is to know, and must fit into its socket.
  static var mostTypeBytes: Int { 49_152 }

  /// Adds a MIME type, once.
  ///
  /// - Throws: `no_memory` beyond `mostTypes` or `mostTypeBytes`.
  final func add(_ type: String) throws(ProtocolError) {
    guard !types.contains(type) else { return }
    let bytes = 16 + type.utf8.count
    guard types.count < Self.mostTypes, typeBytes + bytes <= Self.mostTypeBytes else {
      throw .tooMuch("more than \(Self.mostTypes) MIME types, or \(Self.mostTypeBytes) bytes of them, in one source")
    }
    types.append(type)
    typeBytes += bytes
  }

  /// Has the data written into a file, which whoever writes closes.
  ///
  /// A type that is not on offer is not asked for: owners need not be ready for what they never named. An owner that has not read what it
  /// was asked before is asked no more than it can take: the file is closed then, and its reader finds it empty.
  ///
  /// - Parameter reader: who asked; nil: the service itself, or its host.
  final func send(_ type: String, into file: consuming OwnedFileDescriptor, for reader: Client? = nil) {
    guard !isEnded, types.contains(type) else { return }
    write(type, into: file, for: reader)
  }

  /// Tells the owner that the source is of no use any more, once.
  final func cancel() {
    guard !isEnded else { return }
    isEnded = true
    wasCancelled()
  }

  /// Ends the source without a word: its owner knows.
  final func end() { isEnded = true }

  /// Has the owner write `type`, which is on offer, into `file`.
  func write(_ type: String, into file: consuming OwnedFileDescriptor, for reader: Client?) {
    preconditionFailure("every kind of source writes")
  }

  /// Tells the owner.
  func wasCancelled() {}
}
