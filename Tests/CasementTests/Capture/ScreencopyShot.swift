import CasementControl
import CasementTesting
import Geometry
import Glibc
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// A frame of `zwlr_screencopy_v1` and all that its client is told.
final class ScreencopyShot {
  let frame: ZwlrScreencopyFrameV1Proxy
  private(set) var log: [String] = []
  private(set) var size = (width: 0, height: 0)
  private(set) var time: UInt64?
  private(set) var damage: [[UInt32]] = []
  private(set) var isReady = false
  private(set) var isFailed = false

  init(_ frame: ZwlrScreencopyFrameV1Proxy) {
    self.frame = frame
    frame.onEvent = { [weak self] event in self?.hear(event) }
  }

  private func hear(_ event: ZwlrScreencopyFrameV1Event) {
    switch event {
    case .buffer(let format, let width, let height, let stride):
      size = (Int(width), Int(height))
      log.append("buffer \(format.rawValue) \(width)×\(height) \(stride)")
    case .flags(let flags): log.append("flags \(flags.rawValue)")
    case .ready(let high, let low, let nanoseconds):
      isReady = true
      time = (UInt64(high) << 32 | UInt64(low)) * 1_000_000_000 + UInt64(nanoseconds)
      log.append("ready")
    case .failed:
      isFailed = true
      log.append("failed")
    case .damage(let x, let y, let width, let height):
      damage.append([x, y, width, height])
      log.append("damage")
    case .linuxDmabuf: log.append("dmabuf")
    case .bufferDone: log.append("done")
    }
  }
}

extension Bench {
  /// The client's manager and its object of the main screen.
  func screencopy() throws -> (manager: ZwlrScreencopyManagerV1Proxy, output: WlOutputProxy) {
    (client.bind(ZwlrScreencopyManagerV1Proxy.self), client.bind(WlOutputProxy.self))
  }
}
