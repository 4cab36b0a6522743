import CasementTesting
import Geometry
import Scene
import Surfaces
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

/// A popup of a test's client, which acknowledges what it is told.
final class PopupProbe {
  let client: TestClient
  let surface: WlSurfaceProxy
  let xdgSurface: XdgSurfaceProxy
  let popup: XdgPopupProxy
  /// Its events in words.
  let log: EventLog
  var acknowledges = true
  private(set) var lastSerial: UInt32 = 0
  private(set) var place: (x: Int, y: Int, width: Int, height: Int) = (0, 0, 0, 0)

  /// - Parameter name: with which its events appear in `log`.
  init(
    _ client: TestClient, on parent: XdgSurfaceProxy?, _ positioner: XdgPositionerProxy, name: String = "popup", log: EventLog = EventLog()
  ) {
    self.client = client
    self.log = log
    surface = client.compositor.createSurface()
    xdgSurface = client.wmBase.getXdgSurface(surface: surface)
    popup = xdgSurface.getPopup(parent: parent, positioner: positioner)
    popup.onEvent = { [weak self] event in
      switch event {
      case .configure(let x, let y, let width, let height):
        self?.place = (Int(x), Int(y), Int(width), Int(height))
        log.add("\(name) \(x),\(y) \(width)×\(height)")
      case .popupDone: log.add("\(name) done")
      case .repositioned(let token): log.add("\(name) repositioned \(token)")
      }
    }
    xdgSurface.onEvent = { [weak self] event in
      guard let self, case .configure(let serial) = event else { return }
      self.lastSerial = serial
      log.add("\(name) configure")
      if self.acknowledges { self.xdgSurface.ackConfigure(serial: serial) }
    }
  }

  /// Commits, waits for the configure, and shows one colour at the size that was told.
  func map(_ colour: UInt32 = 0xFF00_FF00) throws {
    surface.commit()
    try client.roundtrip()
    show(colour)
    try client.roundtrip()
  }

  func show(_ colour: UInt32 = 0xFF00_FF00) {
    surface.attach(buffer: client.makeBuffer(max(place.width, 1), max(place.height, 1), colour), x: 0, y: 0)
    surface.damage(x: 0, y: 0, width: .max, height: .max)
    surface.commit()
  }

  /// Destroys all of it, in order.
  func destroy() {
    popup.destroy()
    xdgSurface.destroy()
    surface.destroy()
  }
}
