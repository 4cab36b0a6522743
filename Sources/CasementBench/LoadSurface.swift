import CasementTesting
import Glibc
import WaylandClient
import WaylandProtocols

/// A surface that draws as fast as it is told to, with two buffers by turns.
@safe final class LoadSurface {
  /// What its pictures are like.
  struct Look {
    var width: Int
    var height: Int
    var format = WlShm.Format.xrgb8888
    /// The size that it is stretched to.
    var destination: (width: Int, height: Int)?
    /// How it is turned (`wl_output.transform`).
    var transform: UInt32 = 0
    /// Whether each frame is really painted, which takes from the processor's caches what a real client takes.
    var isPainted = false
    /// Whether the file cannot shrink, so that others need not fear it.
    var isSealed = false
  }

  /// What a frame says is new.
  enum Damage {
    case all
    case corner
  }

  let surface: WlSurfaceProxy
  private let look: Look
  private let buffers: [WlBufferProxy]
  private let memory: UnsafeMutableRawPointer
  private let bytes: Int
  private var viewport: WpViewportProxy?
  private var turn = 0
  /// Frames that the server asked for.
  private(set) var frames = 0

  init(_ client: TestClient, _ look: Look) throws(BenchError) {
    self.look = look
    surface = client.compositor.createSurface()
    let picture = look.width * look.height * 4
    bytes = picture * 2
    let file = unsafe SharedFile.make(size: bytes, name: "casement-bench") { _ in }
    defer { close(file) }
    // F_ADD_SEALS and F_SEAL_SHRINK of Linux
    if look.isSealed { precondition(fcntl(file, 1033, 2) == 0, "files in memory can be sealed") }
    guard let mapped = unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), unsafe mapped != MAP_FAILED else {
      throw BenchError("the system has no memory left")
    }
    unsafe memory = mapped
    let pool = client.shm.createPool(fd: file, size: Int32(bytes))
    buffers = (0..<2).map { index in
      pool.createBuffer(
        offset: Int32(index * picture), width: Int32(look.width), height: Int32(look.height), stride: Int32(look.width * 4),
        format: look.format)
    }
    pool.destroy()
    unsafe memset(memory, 0x7f, bytes)
    if look.transform != 0 { surface.setBufferTransform(transform: WlOutput.Transform(rawValue: look.transform)) }
    if let size = look.destination, client.offers(WpViewporterProxy.interfaceName) {
      let made = client.bind(WpViewporterProxy.self).getViewport(surface: surface)
      made.setDestination(width: Int32(size.width), height: Int32(size.height))
      viewport = made
    }
  }

  deinit { unsafe munmap(memory, bytes) }

  /// Shows the other buffer.
  func commit(_ damage: Damage) {
    turn += 1
    if look.isPainted { paint(damage) }
    surface.attach(buffer: buffers[turn % 2], x: 0, y: 0)
    let side: Int32 = damage == .all ? .max : 16
    surface.damageBuffer(x: 0, y: 0, width: side, height: side)
    surface.commit()
  }

  private func paint(_ damage: Damage) {
    let picture = unsafe memory + turn % 2 * bytes / 2
    let colour = Int32(turn * 7 % 120)
    if damage == .all {
      unsafe memset(picture, colour, bytes / 2)
    } else {
      for row in 0..<16 { unsafe memset(picture + row * look.width * 4, colour, 64) }
    }
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
}

/// A toplevel with a `LoadSurface`.
final class LoadWindow {
  let content: LoadSurface
  private let xdgSurface: XdgSurfaceProxy
  private let toplevel: XdgToplevelProxy

  var surface: WlSurfaceProxy { content.surface }
  var frames: Int { content.frames }

  init(_ client: TestClient, _ look: LoadSurface.Look, isFullscreen: Bool = false) throws {
    content = try LoadSurface(client, look)
    xdgSurface = client.wmBase.getXdgSurface(surface: content.surface)
    toplevel = xdgSurface.getToplevel()
    toplevel.setAppId(appId: "bench")
    if isFullscreen { toplevel.setFullscreen(output: nil) }
    xdgSurface.onEvent = { [unowned xdgSurface] event in
      if case .configure(let serial) = event { xdgSurface.ackConfigure(serial: serial) }
    }
    surface.commit()
    try client.roundtrip()
    commit(.all)
    try client.roundtrip()
  }

  convenience init(_ client: TestClient, width: Int, height: Int) throws {
    try self.init(client, LoadSurface.Look(width: width, height: height))
  }

  func commit(_ damage: LoadSurface.Damage) { content.commit(damage) }
  func animate(_ damage: LoadSurface.Damage) { content.animate(damage) }
}

extension TestClient {
  /// Whether the server advertises an interface.
  func offers(_ interface: String) -> Bool { globals.contains { $0.interface == interface } }

  /// Answers the server until `isDone`.
  ///
  /// - Throws: after ten seconds without an event too.
  func run(until isDone: () -> Bool) throws {
    while !isDone() {
      connection.flush()
      var descriptor = pollfd(fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&descriptor, 1, 10_000) > 0 else { throw BenchError("nothing comes from the server") }
      try connection.dispatch()
    }
  }
}
