import CasementTesting
import Glibc
import WaylandClient
import WaylandProtocols

/// A window that draws as fast as it is told to, with two buffers by turns.
final class LoadWindow {
  let surface: WlSurfaceProxy
  private let client: TestClient
  private let xdgSurface: XdgSurfaceProxy
  private let toplevel: XdgToplevelProxy
  private let buffers: [WlBufferProxy]
  private var turn = 0
  /// Frames that the server asked for.
  private(set) var frames = 0

  /// What a frame says is new.
  enum Damage {
    case all
    case corner
  }

  /// - Parameter makeBuffer: makes each of its buffers, which are of its size.
  init(_ client: TestClient, width: Int, height: Int, makeBuffer: ((_ colour: UInt32) -> WlBufferProxy)? = nil) throws {
    self.client = client
    surface = client.compositor.createSurface()
    xdgSurface = client.wmBase.getXdgSurface(surface: surface)
    toplevel = xdgSurface.getToplevel()
    toplevel.setAppId(appId: "bench")
    let make = makeBuffer ?? { client.makeBuffer(width, height, $0, format: .xrgb8888) }
    buffers = (0..<2).map { make(0xFF20_4060 &+ $0 * 0x101010) }
    xdgSurface.onEvent = { [unowned xdgSurface] event in
      if case .configure(let serial) = event { xdgSurface.ackConfigure(serial: serial) }
    }
    surface.commit()
    try client.roundtrip()
    commit(.all)
    try client.roundtrip()
  }

  /// Shows the other buffer.
  func commit(_ damage: Damage) {
    turn += 1
    surface.attach(buffer: buffers[turn % 2], x: 0, y: 0)
    let side: Int32 = damage == .all ? .max : 16
    surface.damageBuffer(x: 0, y: 0, width: side, height: side)
    surface.commit()
  }

  /// Draws a frame, and from then on one for each that the server asks for.
  func animate(_ damage: Damage) {
    surface.frame().onEvent = { [weak self] _ in
      guard let self else { return }
      self.frames += 1
      self.animate(damage)
    }
    commit(damage)
  }

  func destroy() {
    toplevel.destroy()
    xdgSurface.destroy()
    surface.destroy()
  }
}

extension TestClient {
  /// Answers the server until `isDone`.
  func run(until isDone: () -> Bool) throws {
    while !isDone() {
      connection.flush()
      var descriptor = pollfd(fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
      unsafe poll(&descriptor, 1, 100)
      try connection.dispatch()
    }
  }
}

/// The real clock, in microseconds.
func wallTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

/// This thread's CPU time, in microseconds: what other processes do does not count.
func threadTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

extension [Double] {
  /// The middle one; 0 where there is none.
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }
  /// The one that all but a hundredth are below.
  var p99: Double { isEmpty ? 0 : sorted()[(count - 1) * 99 / 100] }
}
