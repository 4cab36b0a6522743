internal import Casement
internal import Geometry
internal import Input
internal import Rendering
internal import Scene
internal import WaylandClient
internal import WaylandProtocols

/// A device of the host's that shows on our windows what a client made of it.
protocol CursorHolder: AnyObject {
  func setCursor(serial: UInt32, surface: WlSurfaceProxy?, hotspotX: Int32, hotspotY: Int32)
  /// What sets its shape by name.
  func shapeDevice(of manager: WpCursorShapeManagerV1Proxy) -> WpCursorShapeDeviceV1Proxy
}

extension WlPointerProxy: CursorHolder {
  func shapeDevice(of manager: WpCursorShapeManagerV1Proxy) -> WpCursorShapeDeviceV1Proxy { manager.getPointer(pointer: self) }
}

extension ZwpTabletToolV2Proxy: CursorHolder {
  func shapeDevice(of manager: WpCursorShapeManagerV1Proxy) -> WpCursorShapeDeviceV1Proxy { manager.getTabletToolV2(tabletTool: self) }
}

/// What the host's pointer, or a tool of its tablet, looks like on our windows: what ours looks like.
final class HostCursor {
  private unowned let holder: any CursorHolder
  private let host: Host
  private var shown: PointerPicture?
  private var shownScale = 0
  private lazy var surface = host.compositor.createSurface()
  private lazy var viewport = host.viewporter?.getViewport(surface: surface)
  private lazy var shapes = host.cursorShapes.map { holder.shapeDevice(of: $0) }
  private var hasSurface = false
  private var buffers: [SharedBuffer] = []

  init(_ holder: any CursorHolder, _ host: Host) {
    self.holder = holder
    self.host = host
  }

  /// The host has forgotten what it was told, for the pointer came anew.
  func forget() { shown = nil }

  /// Shows `picture` from now on, if it is not shown already.
  ///
  /// - Parameter pixels: gives it at a scale, where it has to be drawn.
  func show(_ picture: PointerPicture, serial: UInt32, on window: HostWindow, pixels: (Double) -> PointerPixels?) {
    guard host.link.canSend, picture != shown || window.scale120 != shownScale else { return }
    (shown, shownScale) = (picture, window.scale120)
    defer { host.link.flush() }
    switch picture {
    case .hidden: hide(serial)
    case .shape(let shape) where shapes != nil:
      let isKnown = WpCursorShapeDeviceV1.Shape(rawValue: shape.rawValue).isValid(version: shapes!.version)
      shapes!.setShape(serial: serial, shape: .init(rawValue: isKnown ? shape.rawValue : CursorShape.default.rawValue))
    case .shape, .surface: draw(serial, window, pixels)
    }
  }

  private func hide(_ serial: UInt32) { holder.setCursor(serial: serial, surface: nil, hotspotX: 0, hotspotY: 0) }

  private func draw(_ serial: UInt32, _ window: HostWindow, _ pixels: (Double) -> PointerPixels?) {
    // without a viewport a scale is a whole number
    let scale = viewport == nil ? Double((window.scale120 + 119) / 120) : Double(window.scale120) / 120
    guard let picture = pixels(scale), let buffer = take(picture.pixels) else {
      return hide(serial)
    }
    hasSurface = true
    let (width, height) = (buffer.size.width, buffer.size.height)
    let isWhole = width % Int(scale.rounded(.up)) == 0 && height % Int(scale.rounded(.up)) == 0
    let used = viewport == nil && !isWhole ? 1 : scale
    func points(_ pixels: Int) -> Int32 { Int32((Double(pixels) / used).rounded()) }
    if let viewport {
      viewport.setDestination(width: max(1, points(width)), height: max(1, points(height)))
    } else {
      surface.setBufferScale(scale: Int32(used))
    }
    surface.attach(buffer: buffer.proxy, x: 0, y: 0)
    surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
    surface.commit()
    buffer.isBusy = true
    holder.setCursor(
      serial: serial, surface: surface, hotspotX: points(picture.hotspot.x), hotspotY: points(picture.hotspot.y))
  }

  /// A buffer with these pixels.
  private func take(_ pixels: PixelBuffer) -> SharedBuffer? {
    for old in buffers where !old.isBusy { old.proxy.destroy() }
    buffers.removeAll { !$0.isBusy }
    // a host that keeps them all gets no more: an animated pointer stands still there
    guard buffers.count < 8 else { return nil }
    let size = Size<ScreenPixels>(width: pixels.size.width, height: pixels.size.height)
    guard let made = try? SharedBuffer(size, .argb8888, on: host.shm, released: {}) else { return nil }
    try? unsafe made.picture.withMutablePixels { target in
      unsafe pixels.withPixels { source in
        for y in 0..<size.height {
          unsafe (target + y * made.picture.stride).copyMemory(from: source + y * pixels.stride, byteCount: size.width * 4)
        }
      }
    }
    buffers.append(made)
    return made
  }

  /// The pointer is gone.
  func end() {
    guard host.link.canSend else { return }
    shapes?.destroy()
    if hasSurface {
      viewport?.destroy()
      surface.destroy()
    }
    for buffer in buffers { buffer.proxy.destroy() }
    buffers = []
  }
}
