import CasementTesting
import WaylandClient
import WaylandProtocols

/// A client that captures its first screen again and again, into one buffer.
class Capture {
  /// How many captures are over.
  fileprivate(set) var count = 0
  /// Whether one of them brought no picture.
  fileprivate(set) var hasFailed = false

  /// Asks for the next picture.
  func next() { preconditionFailure("each protocol asks by itself") }
}

/// One capture after the other by `zwlr_screencopy_manager_v1`.
final class ScreencopyCapture: Capture {
  private let manager: ZwlrScreencopyManagerV1Proxy
  private let output: WlOutputProxy
  private let client: TestClient
  private var buffer: WlBufferProxy?
  private var current: ZwlrScreencopyFrameV1Proxy?

  init(_ client: TestClient) throws {
    self.client = client
    manager = client.bind(ZwlrScreencopyManagerV1Proxy.self)
    output = client.bind(WlOutputProxy.self)
  }

  override func next() {
    let frame = manager.captureOutput(overlayCursor: 0, output: output)
    frame.onEvent = { [weak self, weak frame] event in
      guard let self, let frame else { return }
      switch event {
      case .buffer(_, let width, let height, _):
        if let buffer = self.buffer { return frame.copyWithDamage(buffer: buffer) }
        let buffer = self.client.makeBuffer(Int(width), Int(height), 0, format: .xrgb8888)
        self.buffer = buffer
        frame.copy(buffer: buffer)
      case .ready, .failed:
        if case .failed = event { self.hasFailed = true }
        frame.destroy()
        self.count += 1
        self.next()
      default: break
      }
    }
    current = frame
  }
}

/// One capture after the other by `ext_image_copy_capture_manager_v1`: the buffer lacks what was new since it was captured into last.
final class ImageCopyCapture: Capture {
  private let session: ExtImageCopyCaptureSessionV1Proxy
  private let buffer: WlBufferProxy
  private var current: ExtImageCopyCaptureFrameV1Proxy?

  init(_ client: TestClient) throws {
    let sources = client.bind(ExtOutputImageCaptureSourceManagerV1Proxy.self)
    let source = sources.createSource(output: client.bind(WlOutputProxy.self))
    session = client.bind(ExtImageCopyCaptureManagerV1Proxy.self).createSession(source: source, options: [])
    source.destroy()
    var size: (width: UInt32, height: UInt32)?
    session.onEvent = { event in if case .bufferSize(let width, let height) = event { size = (width, height) } }
    try client.roundtrip()
    guard let size else { throw BenchError("the session tells no size") }
    buffer = client.makeBuffer(Int(size.width), Int(size.height), 0, format: .xrgb8888)
  }

  override func next() {
    let frame = session.createFrame()
    frame.attachBuffer(buffer: buffer)
    // all of it at first; then the server itself knows what is new
    if count == 0 { frame.damageBuffer(x: 0, y: 0, width: .max, height: .max) }
    frame.capture()
    frame.onEvent = { [weak self, weak frame] event in
      guard let self, let frame else { return }
      switch event {
      case .ready, .failed:
        if case .failed = event { self.hasFailed = true }
        frame.destroy()
        self.count += 1
        self.next()
      default: break
      }
    }
    current = frame
  }
}
