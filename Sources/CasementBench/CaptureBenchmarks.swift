import CPixman
import CasementTesting
import Glibc
import WaylandClient
import WaylandProtocols

/// What it costs when every frame is looked at: a client captures the screen by `zwlr_screencopy_manager_v1`, with damage, into a buffer of
/// its own.
enum CaptureBenchmarks {
  /// What is captured, and how much more than a copy of the screen and a frame that nobody looks at it may cost.
  static var stages: [(stage: FrameBenchmarks.Stage, target: Double)] {
    let all = FrameBenchmarks.stages
    func stage(_ name: String) -> FrameBenchmarks.Stage { all.first { $0.name == name }! }
    return [
      (stage("1080p, all new"), 1.1), (stage("eight stacked"), 1.1), (stage("a subsurface at (32, 32)"), 1.3), (stage("100 tiles"), 1.3),
    ]
  }

  static var corner: FrameBenchmarks.Stage { FrameBenchmarks.stages.last! }

  /// CPU microseconds of the server for a frame of `stage` and its capture.
  static func measure(_ stage: FrameBenchmarks.Stage, _ server: Contender) throws -> Double {
    let watcher = try server.connect()
    guard watcher.offers(ZwlrScreencopyManagerV1Proxy.interfaceName) else { throw BenchError("it has no screencopy") }
    let client = try server.connect()
    let play = try FrameBenchmarks.Play(stage, client)
    let capture = try Capture(watcher)
    capture.next()
    let player = client.connection.fileDescriptor
    func run(_ count: Int) throws {
      let end = capture.count + count
      while capture.count < end {
        client.connection.flush()
        watcher.connection.flush()
        var descriptors = [player, watcher.connection.fileDescriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard unsafe poll(&descriptors, 2, 10_000) > 0 else { throw BenchError("nothing comes from the server") }
        if descriptors[0].revents != 0 { try client.connection.dispatch() }
        if descriptors[1].revents != 0 { try watcher.connection.dispatch() }
      }
      if capture.hasFailed { throw BenchError("a capture failed") }
    }
    try run(10)
    let start = server.cpuTime
    try run(60)
    return withExtendedLifetime(play) { (server.cpuTime - start) / 60 }
  }

  /// CPU microseconds of pixman for one copy of the screen at the pace of a screen, of pixels that were just written.
  static func pacedCopy(width: Int = 1920, height: Int = 1080) -> Double {
    let pixman = Pixman(.copy, width: width, height: height)
    return (0..<30).map { turn in
      pixman.paint(UInt8(turn))
      usleep(14_000)
      let start = threadTime()
      pixman.run()
      return threadTime() - start
    }.median
  }

  /// One capture after the other.
  private final class Capture {
    private let manager: ZwlrScreencopyManagerV1Proxy
    private let output: WlOutputProxy
    private let client: TestClient
    private var buffer: WlBufferProxy?
    private var isFirst = true
    private(set) var count = 0
    private(set) var hasFailed = false

    init(_ client: TestClient) throws {
      self.client = client
      manager = client.bind(ZwlrScreencopyManagerV1Proxy.self)
      output = client.bind(WlOutputProxy.self)
    }

    func next() {
      let frame = manager.captureOutput(overlayCursor: 0, output: output)
      frame.onEvent = { [weak self, weak frame] event in
        guard let self, let frame else { return }
        switch event {
        case .buffer(_, let width, let height, _):
          let buffer = self.buffer ?? self.client.makeBuffer(Int(width), Int(height), 0, format: .xrgb8888)
          self.buffer = buffer
          if self.isFirst { frame.copy(buffer: buffer) } else { frame.copyWithDamage(buffer: buffer) }
          self.isFirst = false
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

    private var current: ZwlrScreencopyFrameV1Proxy?
  }
}
