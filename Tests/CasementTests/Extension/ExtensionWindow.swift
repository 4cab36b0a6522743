import CasementTesting
import WaylandClient
import WaylandProtocols

@testable import Casement

/// A window of the extension in a test's client.
final class ExtensionWindow {
  let name: String
  unowned let client: ExtensionClient
  let base: TestWindow
  let proxy: CasementWindowV1Proxy
  /// The last configure of the extension.
  private(set) var configured: (width: Int, height: Int, scale120: UInt32, orientation: CasementWindowV1.Orientation)?
  private(set) var converted: [UInt32: (x: Double, y: Double)?] = [:]
  private(set) var frame: [Int] = []
  private(set) var insets: [Int] = [0, 0, 0, 0]

  init(_ name: String, _ client: ExtensionClient) {
    self.name = name
    self.client = client
    base = TestWindow(client.core)
    client.surfaceNames[ObjectIdentifier(base.surface)] = name
    proxy = client.manager.getWindow(toplevel: base.toplevel)
    base.toplevel.setTitle(title: name)
    base.toplevel.setAppId(appId: client.appID)
    proxy.onEvent = { [unowned self] in self.hear($0) }
    let acknowledge = base.xdgSurface.onEvent
    base.xdgSurface.onEvent = { [unowned self] event in
      self.client.world.note("\(name) xdg configure")
      acknowledge?(event)
    }
  }

  private func hear(_ event: CasementWindowV1Event) {
    let note = client.world.note
    switch event {
    case .configure(let width, let height, let scale, let orientation):
      configured = (Int(width), Int(height), scale, orientation)
      note("\(name) configure \(width)x\(height) \(scale) \(orientation.rawValue)")
    case .level(let high, let low): note("\(name) level \(Double(high: high, low: low))")
    case .becameVisible: note("\(name) visible")
    case .becameHidden: note("\(name) hidden")
    case .becameKey(let seat, let reason): note("\(name) key \(reason.name)\(seat === client.core.seat ? "" : " without seat")")
    case .resignedKey(let seat, let reason): note("\(name) resigned \(reason.name)\(seat === client.core.seat ? "" : " without seat")")
    case .screenChanged(let screen, let identity, let reason):
      let object = screen.map { client.screenNames[ObjectIdentifier($0)] ?? "?" } ?? "-"
      note("\(name) screen \(object) \(identity ?? "none") \(reason.name)")
    case .insets(let top, let left, let bottom, let right):
      insets = [Int(top), Int(left), Int(bottom), Int(right)]
      note("\(name) insets \(top),\(left),\(bottom),\(right)")
    case .keyboardFrame(let x, let y, let width, let height): note("\(name) keyboard \(x),\(y),\(width),\(height)")
    case .touchCancelled(_, let ids): note("\(name) cancelled \(ids.words)")
    case .frameChanged(let x, let y, let width, let height):
      frame = [Int(x), Int(y), Int(width), Int(height)]
      note("\(name) frame \(x),\(y),\(width),\(height)")
    case .converted(let tag, let xHi, let xLo, let yHi, let yLo):
      converted[tag] = (Double(high: xHi, low: xLo), Double(high: yHi, low: yLo))
    case .conversionFailed(let tag): converted[tag] = .some(nil)
    }
  }

  // MARK: Content

  /// The size that the window was asked to have.
  var size: (width: Int, height: Int) { (configured?.width ?? 0, configured?.height ?? 0) }

  /// Shows one colour, 0xRRGGBB, in the size asked for.
  func draw(_ colour: UInt32) throws {
    base.show(max(1, size.width), max(1, size.height), 0xFF00_0000 | colour)
    try client.core.roundtrip()
  }

  func unmap() {
    base.surface.attach(buffer: nil, x: 0, y: 0)
    base.surface.commit()
  }

  func makeSurface(_ name: String) -> WlSurfaceProxy {
    let surface = client.core.compositor.createSurface()
    client.surfaceNames[ObjectIdentifier(surface)] = name
    return surface
  }

  /// Attaches one colour to a surface and commits it.
  func paint(_ surface: WlSurfaceProxy, _ width: Int, _ height: Int, _ colour: UInt32) {
    surface.attach(buffer: client.core.makeBuffer(width, height, 0xFF00_0000 | colour), x: 0, y: 0)
    surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
    surface.commit()
  }

  /// Limits where a surface takes input, from its next commit on.
  func setInput(_ surface: WlSurfaceProxy, _ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) {
    let region = client.core.compositor.createRegion()
    region.add(x: x, y: y, width: width, height: height)
    surface.setInputRegion(region: region)
    region.destroy()
  }

  // MARK: Requests

  func setLevel(_ level: Double) { proxy.setLevel(levelHi: level.high, levelLo: level.low) }
  func show() { proxy.setHidden(hidden: 0) }
  func hide() { proxy.setHidden(hidden: 1) }
  func makeKey(token: String? = nil) { proxy.makeKey(seat: client.core.seat, token: token) }
  func makeKeyAndVisible(token: String? = nil) { proxy.makeKeyAndVisible(seat: nil, token: token) }

  /// A point of the window in `target`, or in the screen; nil where that fails.
  func convert(_ x: Double, _ y: Double, to target: ExtensionWindow?) throws -> (x: Double, y: Double)? {
    let tag = UInt32(converted.count + 1)
    proxy.convertTo(tag: tag, xHi: x.high, xLo: x.low, yHi: y.high, yLo: y.low, target: target?.proxy)
    try client.core.roundtrip()
    return converted[tag]!
  }

  /// A point of `origin`, or of the screen, in the window; nil where that fails.
  func convert(_ x: Double, _ y: Double, from origin: ExtensionWindow?) throws -> (x: Double, y: Double)? {
    let tag = UInt32(converted.count + 1)
    proxy.convertFrom(tag: tag, xHi: x.high, xLo: x.low, yHi: y.high, yLo: y.low, origin: origin?.proxy)
    try client.core.roundtrip()
    return converted[tag]!
  }
}

extension CasementWindowV1.Reason {
  /// The entry's name in the protocol.
  var name: String {
    let names = [
      "requested", "window_hidden", "window_destroyed", "client_gone", "screen_lost", "not_capable", "fallback", "controller", "lock",
      "press",
    ]
    return names.indices.contains(Int(rawValue)) ? names[Int(rawValue)] : "reason \(rawValue)"
  }
}
