internal import Geometry
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `ext_session_lock_surface_v1`: what one screen shows while the session is locked. It fills the screen exactly.
final class LockSurface: ExtSessionLockSurfaceV1Requests, SurfaceRole, WindowRole {
  private let resource: ExtSessionLockSurfaceV1Resource
  private let surface: Surface
  private weak var lock: SessionLock?
  private unowned let service: WindowService
  /// The screen; nil where the surface was made for one that is gone, or for a lock that does not hold.
  private(set) var screen: ScreenID?
  /// Nil where it shows nothing, now or ever.
  private(set) var window: ClientWindow?
  let appID = ""
  let title = ""
  /// Configures that were sent and not acknowledged, oldest first.
  private var sent: [(serial: UInt32, size: Size<WindowPoints>)] = []
  private var lastSize: Size<WindowPoints>?
  /// The size that commits must have.
  private var acked: Size<WindowPoints>?

  init(_ resource: ExtSessionLockSurfaceV1Resource, _ surface: Surface, _ lock: SessionLock, _ service: WindowService) {
    self.resource = resource
    self.surface = surface
    self.lock = lock
    self.service = service
  }

  /// Makes the window, and asks for its first content.
  func open(on screen: ScreenID) {
    self.screen = screen
    let added = service.model.addWindow(client: resource.client.id, kind: .lock, screen: screen)
    let window = ClientWindow(added.id, surface, self)
    self.window = window
    service.clientWindows[added.id] = window
    service.perform(added.events)
    if lastSize == nil, let configuration = service.model.configuration(of: added.id) { sendConfigure(configuration) }
  }

  // MARK: Configure

  func sendConfigure(_ configuration: WindowConfiguration) {
    // without a screen there is no size: what was asked last stays
    guard configuration.size != lastSize, !configuration.size.isEmpty else { return }
    let serial = service.nextSerial()
    sent.append((serial, configuration.size))
    if sent.count > XdgSurface.mostUnacknowledged { sent.removeFirst() }
    lastSize = configuration.size
    if !surface.hasContent { service.tellLikelyScale(to: surface) }
    resource.sendConfigure(serial: serial, width: UInt32(configuration.size.width), height: UInt32(configuration.size.height))
  }

  func ackConfigure(serial: UInt32) throws(ProtocolError) {
    guard let index = sent.firstIndex(where: { $0.serial == serial }) else {
      throw .extSessionLockSurfaceV1(
        .invalidSerial, "\(serial) is not the serial of a configure that waits for an acknowledgement")
    }
    acked = sent[index].size
    sent.removeFirst(index + 1)
  }

  var isConfigureAnswered: Bool { sent.isEmpty }

  /// A lock surface is not closed from outside; only its lock ends it.
  func sendClose() {}

  // MARK: Commit

  func willCommit(_ surface: Surface) throws(ProtocolError) {
    // what was on its way when the lock ended is no offence
    guard let lock, !lock.isOver else { return }
    guard let acked else {
      throw .extSessionLockSurfaceV1(.commitBeforeFirstAck, on: resource, "a commit before the first configure was acknowledged")
    }
    let shape = surface.node.nextShape
    guard shape.bufferSize != nil else { throw .extSessionLockSurfaceV1(.nullBuffer, on: resource, "a commit without a buffer") }
    guard (shape.size.width, shape.size.height) == (acked.width, acked.height) else {
      throw .extSessionLockSurfaceV1(
        .dimensionsMismatch, on: resource,
        "the surface is \(shape.size.width)×\(shape.size.height), not \(acked.width)×\(acked.height) as acknowledged")
    }
  }

  func didCommit(_ surface: Surface, _ changes: SurfaceChanges) {
    guard let window else { return }
    let size = Size<WindowPoints>(width: surface.state.size.width, height: surface.state.size.height)
    service.perform(service.model.setContent(window.id, isMapped: surface.state.hasContent, size: size))
  }

  // MARK: Ends

  /// Takes the window away for good.
  func close() {
    guard let window else { return }
    service.beginCommit()
    self.window = nil
    service.perform(service.model.removeWindow(window.id))
    service.clientWindows[window.id] = nil
    service.treeChanged(surface)
    service.endCommit()
  }

  func surfaceDestroyed(_ surface: Surface) { close() }

  func resourceDestroyed() {
    lock?.forget(self)
    service.lastWindow.willDestroy(surface)
    close()
    if surface.role === self { surface.removeRole() }
  }
}
