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

  /// The most types of one source; a client that names more is out of its mind, and everybody would pay for it.
  static var mostTypes: Int { 1000 }

  /// Adds a MIME type, once.
  ///
  /// - Throws: `noMemory` beyond `mostTypes`.
  final func add(_ type: String) throws(ProtocolError) {
    guard !types.contains(type) else { return }
    guard types.count < Self.mostTypes else { throw .noMemory }
    types.append(type)
  }

  /// Has the data written into a file, which whoever writes closes.
  ///
  /// A type that is not on offer is not asked for: owners need not be ready for what they never named.
  final func send(_ type: String, into file: consuming OwnedFileDescriptor) {
    guard !isEnded, types.contains(type) else { return }
    write(type, into: file)
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
  func write(_ type: String, into file: consuming OwnedFileDescriptor) { preconditionFailure("every kind of source writes") }

  /// Tells the owner.
  func wasCancelled() {}
}
