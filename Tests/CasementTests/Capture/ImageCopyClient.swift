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

/// A session of `ext_image_copy_capture_v1` and all that its client is told of it.
final class TestCaptureSession {
  let session: ExtImageCopyCaptureSessionV1Proxy
  private(set) var log: [String] = []
  private(set) var size = (width: 0, height: 0)
  private(set) var formats: [WlShm.Format] = []
  private(set) var isStopped = false

  init(_ session: ExtImageCopyCaptureSessionV1Proxy) {
    self.session = session
    session.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .bufferSize(let width, let height):
        self.size = (Int(width), Int(height))
        self.formats = []
        self.log.append("size \(width)×\(height)")
      case .shmFormat(let format): self.formats.append(format)
      case .done: self.log.append("done")
      case .stopped:
        self.isStopped = true
        self.log.append("stopped")
      case .dmabufDevice, .dmabufFormat: self.log.append("dmabuf")
      }
    }
  }

  /// Asks for the next picture. - Parameter damage: what the buffer lacks; nil: all.
  func capture(into buffer: CaptureBuffer, damage: [(Int32, Int32, Int32, Int32)]? = nil) -> TestCaptureFrame {
    let frame = TestCaptureFrame(session.createFrame())
    frame.frame.attachBuffer(buffer: buffer.buffer)
    for rect in damage ?? [(0, 0, .max, .max)] {
      frame.frame.damageBuffer(x: rect.0, y: rect.1, width: rect.2, height: rect.3)
    }
    frame.frame.capture()
    return frame
  }
}

/// A frame of such a session.
final class TestCaptureFrame {
  let frame: ExtImageCopyCaptureFrameV1Proxy
  private(set) var log: [String] = []
  private(set) var damage: [[Int32]] = []
  private(set) var time: UInt64?
  private(set) var transform: WlOutput.Transform?
  private(set) var failure: ExtImageCopyCaptureFrameV1.FailureReason?
  private(set) var isReady = false

  init(_ frame: ExtImageCopyCaptureFrameV1Proxy) {
    self.frame = frame
    frame.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .transform(let transform):
        self.transform = transform
        self.log.append("transform")
      case .damage(let x, let y, let width, let height):
        self.damage.append([x, y, width, height])
        self.log.append("damage")
      case .presentationTime(let high, let low, let nanoseconds):
        self.time = (UInt64(high) << 32 | UInt64(low)) * 1_000_000_000 + UInt64(nanoseconds)
        self.log.append("time")
      case .ready:
        self.isReady = true
        self.log.append("ready")
      case .failed(let reason):
        self.failure = reason
        self.log.append("failed")
      }
    }
  }
}

/// The events of a cursor session, in words.
final class TestCursorSession {
  let session: ExtImageCopyCaptureCursorSessionV1Proxy
  private let events = EventLog()
  var taken: [String] { events.taken }

  init(_ session: ExtImageCopyCaptureCursorSessionV1Proxy) {
    self.session = session
    session.onEvent = { [events] event in
      switch event {
      case .enter: events.add("enter")
      case .leave: events.add("leave")
      case .position(let x, let y): events.add("position \(x),\(y)")
      case .hotspot(let x, let y): events.add("hotspot \(x),\(y)")
      }
    }
  }
}

/// A client that captures with `ext_image_copy_capture_v1`.
final class ImageCopyClient {
  let client: TestClient
  let manager: ExtImageCopyCaptureManagerV1Proxy
  let outputs: ExtOutputImageCaptureSourceManagerV1Proxy
  let toplevels: ExtForeignToplevelImageCaptureSourceManagerV1Proxy
  let list: ExtForeignToplevelListV1Proxy
  let output: WlOutputProxy
  private(set) var handles: [ExtForeignToplevelHandleV1Proxy] = []

  init(_ client: TestClient) throws {
    self.client = client
    manager = client.bind(ExtImageCopyCaptureManagerV1Proxy.self)
    outputs = client.bind(ExtOutputImageCaptureSourceManagerV1Proxy.self)
    toplevels = client.bind(ExtForeignToplevelImageCaptureSourceManagerV1Proxy.self)
    output = client.bind(WlOutputProxy.self)
    list = client.bind(ExtForeignToplevelListV1Proxy.self)
    list.onEvent = { [weak self] event in if let self, case .toplevel(let handle) = event { self.handles.append(handle) } }
    try client.roundtrip()
  }

  /// A session of the main screen.
  func screenSession(cursors: Bool = false) throws -> TestCaptureSession {
    let source = outputs.createSource(output: output)
    defer { source.destroy() }
    return try session(source, cursors: cursors)
  }

  /// A session of the last window that came.
  func windowSession(cursors: Bool = false) throws -> TestCaptureSession {
    let source = toplevels.createSource(toplevelHandle: handles.last!)
    defer { source.destroy() }
    return try session(source, cursors: cursors)
  }

  private func session(_ source: ExtImageCaptureSourceV1Proxy, cursors: Bool) throws -> TestCaptureSession {
    let session = TestCaptureSession(manager.createSession(source: source, options: cursors ? .paintCursors : []))
    try client.roundtrip()
    return session
  }
}

extension Bench {
  func imageCopy() throws -> ImageCopyClient { try ImageCopyClient(client) }
}
