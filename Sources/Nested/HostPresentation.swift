internal import Casement
internal import WaylandClient
internal import WaylandProtocols

/// Content of ours that the host was given in one commit, until it says when it was seen.
final class HostPresentation {
  private let content: [ShownContent]
  /// Whether the host has the clients' own buffers, so that it may have shown them without a copy.
  private let isLent: Bool
  /// Whether the host says when; else its next frame does.
  private let isHosts: Bool
  private(set) var isOver = false
  /// When the host asked for the next frame, and for how many since.
  private var passed: (time: UInt64, count: Int)?
  /// A host that said nothing for so many frames never will.
  private static let mostFrames = 8

  /// - Parameter over: called with itself when it is known, from the host.
  init(_ content: [ShownContent], _ surface: WlSurfaceProxy, _ host: Host, isLent: Bool, over: @escaping (HostPresentation) -> Void) {
    self.content = content
    self.isLent = isLent
    guard let presentation = host.presentation, host.isClockOurs else {
      isHosts = false
      return
    }
    isHosts = true
    let feedback = presentation.feedback(surface: surface)
    feedback.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .syncOutput: break
      case .presented(let high, let low, let nanoseconds, let refresh, let sequenceHigh, let sequenceLow, let flags):
        let seconds = UInt64(high) << 32 | UInt64(low)
        self.presented(
          at: seconds &* 1_000_000_000 &+ UInt64(nanoseconds), refresh: UInt64(refresh),
          sequence: UInt64(sequenceHigh) << 32 | UInt64(sequenceLow),
          flags: self.isLent ? flags.rawValue : flags.subtracting(.zeroCopy).rawValue)
        over(self)
      case .discarded:
        self.discard()
        over(self)
      }
    }
  }

  private func presented(at time: UInt64, refresh: UInt64, sequence: UInt64, flags: UInt32) {
    guard !isOver else { return }
    isOver = true
    for item in content { item.presented(at: time, refresh: refresh, sequence: sequence, flags: flags) }
  }

  /// The host asked for the next frame at `time`, in nanoseconds: all that is known from hosts that do not tell more.
  func framePassed(_ time: UInt64) {
    let first = passed?.time ?? time
    passed = (first, (passed?.count ?? 0) + 1)
    if !isHosts || passed!.count >= Self.mostFrames { presented(at: first, refresh: 0, sequence: 0, flags: 0) }
  }

  /// It was not seen, or nobody will ever know.
  func discard() {
    guard !isOver else { return }
    isOver = true
    for item in content { item.discard() }
  }
}
