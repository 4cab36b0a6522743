/// The bounds of one connection to the control socket.
package struct ControlLimits: Hashable, Sendable {
  /// Bytes of one line that comes in, without its newline.
  package var line = 1 << 20
  /// Requests in one batch.
  package var batch = 1000
  /// Calls that wait for their answer.
  package var calls = 1024
  /// Bytes of answers above which nothing more is read until the client has read.
  package var pause = 1 << 20
  /// Bytes of answers above which the client counts as one that does not read.
  package var answers = 64 << 20
  /// Bytes of events above which the client counts as one that does not read.
  package var events = 1 << 20

  /// The bounds that the service uses.
  package init() {}
}
