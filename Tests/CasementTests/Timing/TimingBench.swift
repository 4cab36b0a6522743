import CasementTesting
import Geometry
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols

@testable import Casement

extension Bench {
  /// Lets `milliseconds` pass, and the client hear of it.
  func pass(milliseconds: Double) throws {
    service.advanceClock(to: service.clock.now + UInt64(milliseconds * 1_000_000))
    try client.roundtrip()
  }

  /// The width of what a surface shows; 0 where it shows nothing.
  func width(of surface: WlSurfaceProxy) throws -> Int {
    try client.roundtrip()
    return try self.surface(of: surface).state.size.width
  }

  /// Attaches a buffer of this width and commits.
  func show(_ surface: WlSurfaceProxy, _ width: Int) {
    surface.attach(buffer: client.makeBuffer(width, 10, 0xFF00_00FF), x: 0, y: 0)
    surface.commit()
  }

  func timer(_ surface: WlSurfaceProxy) -> WpCommitTimerV1Proxy {
    client.bind(WpCommitTimingManagerV1Proxy.self).getTimer(surface: surface)
  }

  func fifo(_ surface: WlSurfaceProxy) -> WpFifoV1Proxy { client.bind(WpFifoManagerV1Proxy.self).getFifo(surface: surface) }
}

extension WpCommitTimerV1Proxy {
  /// Names a time in nanoseconds.
  func set(_ time: UInt64) {
    let seconds = time / 1_000_000_000
    setTimestamp(tvSecHi: UInt32(seconds >> 32), tvSecLo: UInt32(truncatingIfNeeded: seconds), tvNsec: UInt32(time % 1_000_000_000))
  }
}
