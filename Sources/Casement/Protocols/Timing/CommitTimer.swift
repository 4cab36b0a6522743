internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `wp_commit_timing_manager_v1`: lets clients say when commits are to be shown.
final class CommitTimingManager: WpCommitTimingManagerV1Requests {
  func getTimer(id: WpCommitTimerV1Resource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    guard target.extensions.timer == nil else {
      throw .wpCommitTimingManagerV1(.commitTimerExists, "wl_surface#\(surface.id) already has a commit timer")
    }
    let made = CommitTimer(target)
    target.extensions.timer = made
    id.handler = made
  }
}

/// `wp_commit_timer_v1`: lets commits of one surface wait for a time, on the clock that `wp_presentation` names. The rules are
/// `SurfaceHold`'s.
final class CommitTimer: WpCommitTimerV1Requests {
  private var surface: Surface?

  init(_ surface: Surface) { self.surface = surface }

  func setTimestamp(tvSecHi: UInt32, tvSecLo: UInt32, tvNsec: UInt32) throws(ProtocolError) {
    guard let surface else { throw .wpCommitTimerV1(.surfaceDestroyed, "the wl_surface is gone") }
    guard tvNsec < 1_000_000_000 else {
      throw .wpCommitTimerV1(.invalidTimestamp, "\(tvNsec) nanoseconds are not part of a second")
    }
    guard surface.node.update.rare?.due ?? 0 == 0 else {
      throw .wpCommitTimerV1(.timestampExists, "the next commit has a time already")
    }
    let seconds = (UInt64(tvSecHi) << 32 | UInt64(tvSecLo)).multipliedReportingOverflow(by: 1_000_000_000)
    let time = seconds.partialValue.addingReportingOverflow(UInt64(tvNsec))
    // a time beyond what the clock counts never comes; 0 is long past, and 1 too, but still a time
    let due = seconds.overflow || time.overflow ? .max : max(time.partialValue, 1)
    surface.node.update.changeRare { $0.due = due }
  }

  func surfaceDestroyed() { surface = nil }

  func resourceDestroyed() { surface?.extensions.timer = nil }
}
