import CPixman
import CasementTesting
import Glibc
import WaylandClient
import WaylandProtocols

/// What it costs when every frame is looked at: a client captures the screen into a buffer of its own, by `zwlr_screencopy_manager_v1` with
/// damage, which copies the whole picture whatever is new, or by `ext_image_copy_capture_manager_v1`, which copies what the buffer lacks.
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
  ///
  /// - Parameter onlyNew: copies what the buffer lacks, and not the whole picture.
  static func measure(_ stage: FrameBenchmarks.Stage, _ server: Contender, onlyNew: Bool = false) throws -> Double {
    let watcher = try server.connect()
    let wanted = onlyNew ? ExtImageCopyCaptureManagerV1Proxy.interfaceName : ZwlrScreencopyManagerV1Proxy.interfaceName
    guard watcher.offers(wanted) else { throw BenchError("it has no \(wanted)") }
    let client = try server.connect()
    let play = try FrameBenchmarks.Play(stage, client)
    let capture: Capture = onlyNew ? try ImageCopyCapture(watcher) : try ScreencopyCapture(watcher)
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
}
