import CasementTesting
import WaylandClient
import WaylandProtocols

/// A layer surface of a test's client, which acknowledges what it is told.
final class TestLayer {
  let client: TestClient
  let surface: WlSurfaceProxy
  let layer: ZwlrLayerSurfaceV1Proxy
  /// The configures that came, oldest first.
  private(set) var configures: [(serial: UInt32, width: Int, height: Int)] = []
  private(set) var isClosed = false
  /// Whether configures are acknowledged as they come.
  var acknowledges = true

  init(_ client: TestClient, _ shell: ZwlrLayerShellV1Proxy, _ kind: ZwlrLayerShellV1.Layer = .top, on output: WlOutputProxy? = nil) {
    self.client = client
    surface = client.compositor.createSurface()
    layer = shell.getLayerSurface(surface: surface, output: output, layer: kind, namespace: "test-layer")
    layer.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .configure(let serial, let width, let height):
        self.configures.append((serial, Int(width), Int(height)))
        if self.acknowledges { self.layer.ackConfigure(serial: serial) }
      case .closed: self.isClosed = true
      }
    }
  }

  /// Commits, and shows one colour at the size that the configure says, or `width` × `height` where it leaves that open.
  func map(_ colour: UInt32 = 0xFFFF_0000, width: Int = 100, height: Int = 100) throws {
    surface.commit()
    try client.roundtrip()
    guard let told = configures.last else { return }
    show(told.width == 0 ? width : told.width, told.height == 0 ? height : told.height, colour)
    try client.roundtrip()
  }

  /// Attaches a buffer of one colour and commits.
  func show(_ width: Int, _ height: Int, _ colour: UInt32 = 0xFFFF_0000) {
    surface.attach(buffer: client.makeBuffer(width, height, colour), x: 0, y: 0)
    surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
    surface.commit()
  }

  /// Takes the content away.
  func unmap() {
    surface.attach(buffer: nil, x: 0, y: 0)
    surface.commit()
  }

  /// A bar along the upper edge that reserves its height.
  static func bar(_ client: TestClient, _ shell: ZwlrLayerShellV1Proxy, height: Int = 30, on output: WlOutputProxy? = nil) throws
    -> TestLayer
  {
    let bar = TestLayer(client, shell, .top, on: output)
    bar.layer.setSize(width: 0, height: UInt32(height))
    bar.layer.setAnchor(anchor: [.top, .left, .right])
    bar.layer.setExclusiveZone(zone: Int32(height))
    try bar.map()
    return bar
  }
}
