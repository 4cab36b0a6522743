internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `wp_presentation`: tells when content was shown.
final class Presentation: WpPresentationRequests {
  init(_ resource: WpPresentationResource) {
    // CLOCK_MONOTONIC; a manual clock counts on the same scale
    resource.sendClockId(clkId: 1)
  }

  func feedback(surface: WlSurfaceResource, callback: WpPresentationFeedbackResource) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    let waiting = PresentationFeedback(callback)
    callback.handler = waiting
    target.node.update.feedback.append(waiting)
  }
}

/// `wp_presentation_feedback`: waits for what became of one commit.
///
/// A headless screen is no display, so that no flag is ever set: a frame counts as presented at the tick at which it was current. A
/// backend says what its host said.
final class PresentationFeedback: WpPresentationFeedbackRequests {
  private let resource: WpPresentationFeedbackResource

  init(_ resource: WpPresentationFeedbackResource) { self.resource = resource }

  /// - Parameters:
  ///   - time: nanoseconds on the service's clock.
  ///   - refresh: nanoseconds from tick to tick.
  func presented(at time: UInt64, refresh: UInt64, sequence: UInt64, on output: OutputGlobal?, flags: UInt32 = 0) {
    for object in output?.resources(of: resource.client) ?? [] { resource.sendSyncOutput(output: object) }
    let stamp = WireTime(time)
    resource.sendPresented(
      tvSecHi: stamp.secondsHigh, tvSecLo: stamp.secondsLow, tvNsec: stamp.nanoseconds, refresh: UInt32(clamping: refresh),
      seqHi: UInt32(sequence >> 32), seqLo: UInt32(truncatingIfNeeded: sequence), flags: .init(rawValue: flags))
  }

  func discard() { resource.sendDiscarded() }
}
