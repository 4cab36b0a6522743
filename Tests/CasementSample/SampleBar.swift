internal import WaylandClient
internal import WaylandProtocols

/// A status bar: a layer surface along the upper edge that reserves its height.
final class SampleBar {
  private let surface: WlSurfaceProxy
  private let layer: ZwlrLayerSurfaceV1Proxy

  init(_ client: SampleClient, height: Int, colour: UInt32) {
    surface = client.compositor.createSurface()
    layer = client.bind(ZwlrLayerShellV1Proxy.self).getLayerSurface(surface: surface, output: nil, layer: .top, namespace: "bar")
    layer.setSize(width: 0, height: UInt32(height))
    layer.setAnchor(anchor: [.top, .left, .right])
    layer.setExclusiveZone(zone: Int32(height))
    layer.onEvent = { [unowned self] event in
      guard case .configure(let serial, let width, let height) = event else { return }
      self.layer.ackConfigure(serial: serial)
      client.paint(self.surface, Int(width), Int(height), colour)
    }
    surface.commit()
  }
}
