internal import Glibc
package import WaylandClient
package import WaylandProtocols

/// A client in the test's own process, with everything that the service advertises in reach.
package final class TestClient {
  package let connection: Connection
  package let registry: WlRegistryProxy
  /// What is advertised now: name, interface and version.
  package private(set) var globals: [(name: UInt32, interface: String, version: UInt32)] = []

  package init(_ connection: Connection) throws {
    self.connection = connection
    registry = connection.displayProxy.getRegistry()
    registry.onEvent = { [unowned self] event in
      switch event {
      case .global(let name, let interface, let version): self.globals.append((name, interface, version))
      case .globalRemove(let name): self.globals.removeAll { $0.name == name }
      }
    }
    try connection.roundtrip()
  }

  /// Lets the service handle all that was sent, and this client all that it answered.
  ///
  /// - Throws: why the connection ended.
  package func roundtrip() throws(ConnectionError) { try connection.roundtrip() }

  /// Binds a global at the version advertised, or at `version`.
  ///
  /// - Precondition: it is advertised.
  package func bind<Kind: Proxy>(_ kind: Kind.Type, version: UInt32? = nil, index: Int = 0) -> Kind {
    let found = globals.filter { $0.interface == kind.interfaceName }
    precondition(found.count > index, "\(kind.interfaceName) is not advertised")
    return registry.bind(name: found[index].name, kind, version: version ?? found[index].version)
  }

  /// Kept as long as the client: the events of a window come as long.
  fileprivate var windows: [TestWindow] = []

  package private(set) lazy var compositor = bind(WlCompositorProxy.self)
  package private(set) lazy var shm = bind(WlShmProxy.self)
  package private(set) lazy var wmBase: XdgWmBaseProxy = {
    let base = bind(XdgWmBaseProxy.self)
    base.onEvent = { [unowned base] event in if case .ping(let serial) = event { base.pong(serial: serial) } }
    return base
  }()
  package private(set) lazy var seat = bind(WlSeatProxy.self)

  /// A buffer of `size` filled with one colour, 0xAARRGGBB, premultiplied.
  package func makeBuffer(_ width: Int, _ height: Int, _ colour: UInt32, format: WlShm.Format = .argb8888) -> WlBufferProxy {
    let bytes = width * height * 4
    let descriptor = unsafe SharedFile.make(size: bytes) { pixels in
      guard bytes > 0 else { return }
      unsafe pixels.storeBytes(of: colour, as: UInt32.self)
      // what is written is copied behind itself: loops are slow where nothing is optimised
      var written = 4
      while written < bytes {
        let count = min(written, bytes - written)
        unsafe memcpy(pixels + written, pixels, count)
        written += count
      }
    }
    let pool = shm.createPool(fd: descriptor, size: Int32(bytes))
    close(descriptor)
    let buffer = pool.createBuffer(
      offset: 0, width: Int32(width), height: Int32(height), stride: Int32(width * 4), format: format)
    pool.destroy()
    return buffer
  }

  /// A toplevel that was configured and shows one colour.
  package func makeWindow(
    _ width: Int, _ height: Int, _ colour: UInt32, appID: String = "test", title: String = "Test"
  ) throws -> TestWindow {
    let window = TestWindow(self)
    window.toplevel.setAppId(appId: appID)
    window.toplevel.setTitle(title: title)
    window.surface.commit()
    try roundtrip()
    window.show(width, height, colour)
    try roundtrip()
    return window
  }
}

/// A toplevel of a test's client, which acknowledges what it is told.
package final class TestWindow {
  package unowned let client: TestClient
  package let surface: WlSurfaceProxy
  package let xdgSurface: XdgSurfaceProxy
  package let toplevel: XdgToplevelProxy
  /// The configures that came, oldest first.
  package private(set) var configures: [(width: Int, height: Int, states: [UInt32])] = []
  package private(set) var events: [XdgToplevelEvent] = []
  private var pending: (Int, Int, [UInt32])?
  /// Whether configures are acknowledged as they come.
  package var acknowledges = true
  package private(set) var lastSerial: UInt32 = 0

  package init(_ client: TestClient) {
    self.client = client
    surface = client.compositor.createSurface()
    xdgSurface = client.wmBase.getXdgSurface(surface: surface)
    toplevel = xdgSurface.getToplevel()
    // a test may let go of a window whose content it needs no more
    toplevel.onEvent = { [weak self] event in
      guard let self else { return }
      self.events.append(event)
      if case .configure(let width, let height, let states) = event { self.pending = (Int(width), Int(height), states.words) }
    }
    xdgSurface.onEvent = { [weak self] event in
      guard let self, case .configure(let serial) = event else { return }
      self.lastSerial = serial
      if let pending = self.pending { self.configures.append((pending.0, pending.1, pending.2)) }
      if self.acknowledges { self.xdgSurface.ackConfigure(serial: serial) }
    }
    client.windows.append(self)
  }

  /// Attaches a buffer of one colour, damages all, and commits.
  package func show(_ width: Int, _ height: Int, _ colour: UInt32) {
    surface.attach(buffer: client.makeBuffer(width, height, colour), x: 0, y: 0)
    surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
    surface.commit()
  }

  /// The states of the last configure.
  package var states: [UInt32] { configures.last?.states ?? [] }
  package var isActivated: Bool { states.contains(4) }
}
