import CasementTesting
import Geometry
import WaylandClient
import WaylandProtocols
import WindowModel

/// A popup of a test's client that grows to the lower right of its anchor and slides.
final class TestPopup {
  let client: TestClient
  let surface: WlSurfaceProxy
  let xdgSurface: XdgSurfaceProxy
  let popup: XdgPopupProxy
  /// Where the last configure puts it.
  private(set) var place: Rect<WindowPoints>?
  private(set) var isDone = false
  var onDone: (() -> Void)?

  init(_ client: TestClient, size: (Int, Int), anchor: (Int, Int, Int, Int), parent: XdgSurfaceProxy? = nil) {
    self.client = client
    surface = client.compositor.createSurface()
    xdgSurface = client.wmBase.getXdgSurface(surface: surface)
    let positioner = client.wmBase.createPositioner()
    positioner.setSize(width: Int32(size.0), height: Int32(size.1))
    positioner.setAnchorRect(x: Int32(anchor.0), y: Int32(anchor.1), width: Int32(anchor.2), height: Int32(anchor.3))
    positioner.setAnchor(anchor: .bottomLeft)
    positioner.setGravity(gravity: .bottomRight)
    positioner.setConstraintAdjustment(constraintAdjustment: [.slideX, .slideY])
    popup = xdgSurface.getPopup(parent: parent, positioner: positioner)
    popup.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .configure(let x, let y, let width, let height):
        self.place = Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
      case .popupDone:
        self.isDone = true
        self.onDone?()
      case .repositioned: break
      }
    }
    xdgSurface.onEvent = { [weak self] event in
      if case .configure(let serial) = event { self?.xdgSurface.ackConfigure(serial: serial) }
    }
  }

  /// Shows one colour at the size of the last configure.
  func show(_ colour: UInt32) {
    guard let place else { return }
    surface.attach(buffer: client.makeBuffer(place.width, place.height, colour), x: 0, y: 0)
    surface.commit()
  }
}
