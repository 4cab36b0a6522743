internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `ext_session_lock_manager_v1`.
final class SessionLockManager: ExtSessionLockManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func lock(id: ExtSessionLockV1Resource) throws(ProtocolError) {
    let made = SessionLock(id, service)
    id.handler = made
    made.begin()
  }
}

/// `ext_session_lock_v1`: hides the session until its client unlocks it.
///
/// The session is hidden at once; the client hears `locked` when every screen has passed a tick since, so that no picture of the
/// session can be on any. A client that dies, even before that, leaves the session locked; another one may then take over.
final class SessionLock: ExtSessionLockV1Requests {
  private enum Phase {
    /// Another lock holds the session.
    case refused
    /// These screens may still show the session.
    case blanking(Set<ScreenID>)
    /// The client was told.
    case locked
    /// It was unlocked or given up.
    case ended
  }

  private let resource: ExtSessionLockV1Resource
  private unowned let service: WindowService
  private var phase = Phase.refused
  /// The lock surfaces whose objects are there.
  private var surfaces: [LockSurface] = []

  init(_ resource: ExtSessionLockV1Resource, _ service: WindowService) {
    self.resource = resource
    self.service = service
  }

  /// Locks the session, unless another lock holds it.
  func begin() {
    guard service.sessionLock == nil else {
      resource.sendFinished()
      return
    }
    service.sessionLock = self
    service.perform(service.model.setLocked(true))
    let screens = service.model.screens.map(\.id)
    phase = .blanking(Set(screens))
    for screen in screens { service.frameLoop.atNextTick(of: screen) { [weak self] _ in self?.isBlank(screen) } }
    tellIfBlank()
  }

  /// The screen shows nothing of the session any more: it passed a tick, or is gone.
  func isBlank(_ screen: ScreenID) {
    guard case .blanking(var screens) = phase else { return }
    screens.remove(screen)
    phase = .blanking(screens)
    tellIfBlank()
  }

  private func tellIfBlank() {
    guard case .blanking(let screens) = phase, screens.isEmpty else { return }
    phase = .locked
    resource.sendLocked()
  }

  func getLockSurface(
    id: ExtSessionLockSurfaceV1Resource, surface: WlSurfaceResource, output: WlOutputResource
  ) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    guard target.xdgSurface == nil else { throw .extSessionLockV1(.role, "wl_surface#\(surface.id) has an xdg_surface") }
    if target.state.hasContent || target.node.update.hasBuffer {
      throw .extSessionLockV1(.alreadyConstructed, "wl_surface#\(surface.id) already has a buffer")
    }
    let screen = output.output?.screen
    if let screen, surfaces.contains(where: { $0.screen == screen }) {
      throw .extSessionLockV1(.duplicateOutput, "wl_output#\(output.id) already has a lock surface")
    }
    let made = LockSurface(id, target, self, service)
    try target.assign(.lock, made) { .extSessionLockV1(.role, $0) }
    id.handler = made
    switch phase {
    case .blanking, .locked:
      guard let screen else { return }
      surfaces.append(made)
      made.open(on: screen)
    case .refused, .ended: break
    }
  }

  /// Whether the lock was unlocked or given up.
  var isOver: Bool { if case .ended = phase { true } else { false } }

  func forget(_ surface: LockSurface) { surfaces.removeAll { $0 === surface } }

  // MARK: Ends

  func destroy() throws(ProtocolError) {
    switch phase {
    case .locked: throw .extSessionLockV1(.invalidDestroy, "the session is locked: unlock_and_destroy unlocks it")
    case .blanking: unlock()
    case .refused, .ended: break
    }
  }

  func unlockAndDestroy() throws(ProtocolError) {
    guard case .locked = phase else { throw .extSessionLockV1(.invalidUnlock, "the client was not told that the session is locked") }
    unlock()
  }

  private func unlock() {
    phase = .ended
    service.sessionLock = nil
    service.beginCommit()
    service.perform(service.model.setLocked(false))
    for surface in surfaces { surface.close() }
    surfaces = []
    service.endCommit()
  }

  /// Without a request this is the client's end: the session stays locked, and another client may lock it again.
  func resourceDestroyed() {
    phase = .ended
    if service.sessionLock === self { service.sessionLock = nil }
  }
}
