/// How screens are shown in another session.
package struct NestedOptions: Sendable {
  /// Whether the service goes on without screens when the host closed its last window.
  package var keepsRunning = false
  /// Whether the service goes on, with the screens it has, when the host is gone.
  package var fallsBack = false
  /// Whether the seat's keymap was chosen, so that the host's is not taken.
  package var hasOwnKeymap = false
  /// Whether the seat's key repeat was chosen, so that the host's is not taken.
  package var hasOwnRepeat = false
  /// Whether clipboard, primary selection and drag and drop are not shared with the host.
  package var keepsSelectionsApart = false
  /// Milliseconds that a host has to say what it offers.
  package var patience = 10_000
  /// Milliseconds without a frame of the host's after which a screen goes on without it.
  package var starvation = 250
  /// Milliseconds that a host may leave its socket full.
  package var longestStall = 60_000
  /// The newest versions at which interfaces of the host are used, where that is not the newest; 0: not at all.
  package var limits: [String: UInt32] = [:]

  /// Everything as the host has it.
  package init() {}
}
