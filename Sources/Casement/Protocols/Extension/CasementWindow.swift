internal import Geometry
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `casement_window_v1`: a toplevel as a window with a level, hidden or visible, key, on a screen, with a root.
final class CasementWindow: CasementWindowV1Requests {
  let resource: CasementWindowV1Resource
  unowned let service: WindowService
  /// Nil when the toplevel is gone: then only `destroy` is allowed, and nothing is sent.
  private(set) var window: ClientWindow?
  /// What the client was told last.
  var told = Told()
  /// What happened last that the client, which does not read, was not told; nil where it was told everything.
  var late: Late?

  /// Why things are as they are, for a client that does not read.
  struct Late {
    var keyReason = ChangeReason.fallback
    var screenReason = ChangeReason.fallback
  }
  private var root: WindowRoot?
  private var nextRoot: Change<WindowRoot?> = .unchanged

  /// What is told only where it differs, or where its client did not read for a while.
  struct Told {
    var isVisible = false
    var isKey = false
    var level = WindowLevel.normal
    var screen: ScreenID?
    var frame: Rect<ScreenPoints>?
    var insets: EdgeInsets = .zero
    var keyboardFrame: Rect<ScreenPoints> = .zero
  }

  init(_ resource: CasementWindowV1Resource, _ window: ClientWindow?, _ service: WindowService) {
    self.resource = resource
    self.window = window
    self.service = service
  }

  /// Makes the toplevel a window of this interface, and tells the client where it is.
  func begin() {
    guard let window else { return }
    window.observer = self
    window.surface.extensions.observers.append(self, as: self)
    let events = service.model.setExtended(window.id, true)
    tellStart()
    service.perform(events)
  }

  /// The window's id.
  ///
  /// - Throws: `defunct_toplevel` where the toplevel is gone.
  private func id() throws(ProtocolError) -> WindowID {
    guard let window else { throw .casementWindowV1(.defunctToplevel, "the xdg_toplevel is gone: nothing but destroy is allowed") }
    return window.id
  }

  // MARK: Requests

  func setLevel(levelHi: UInt32, levelLo: UInt32) throws(ProtocolError) {
    let id = try id()
    let level = Double(high: levelHi, low: levelLo)
    do {
      service.perform(try service.model.setLevel(id, level))
    } catch {
      throw .casementWindowV1(.invalidLevel, "\(level) is not a level: a level is a finite number")
    }
  }

  func setHidden(hidden: UInt32) throws(ProtocolError) {
    service.perform(service.model.setHidden(try id(), hidden != 0))
  }

  func setCanBecomeKey(canBecomeKey: UInt32) throws(ProtocolError) {
    service.perform(service.model.setCanBecomeKey(try id(), canBecomeKey != 0))
  }

  func makeKey(seat: WlSeatResource?, token: String?) throws(ProtocolError) {
    service.perform(service.model.makeKey(try id(), authority: authority(of: token)))
  }

  func makeKeyAndVisible(seat: WlSeatResource?, token: String?) throws(ProtocolError) {
    service.perform(service.model.makeKeyAndVisible(try id(), authority: authority(of: token)))
  }

  /// What a token allows. It is spent by being shown, whatever comes of it.
  private func authority(of token: String?) -> Authority {
    guard let token else { return .client }
    return service.redeemActivationToken(token) ? .validToken : .invalidToken
  }

  func setScreen(screen: CasementScreenV1Resource?) throws(ProtocolError) {
    let id = try id()
    guard let screen else {
      service.perform(service.model.setScreen(id, nil))
      return
    }
    // one that is gone is ignored: the client may not have known
    guard let target = screen.casementScreen?.screen else { return }
    service.perform(service.model.setScreen(id, target))
  }

  func setOrientations(orientations: CasementWindowV1.Orientation) throws(ProtocolError) {
    let id = try id()
    guard !orientations.isEmpty, orientations.isValid() else {
      throw .casementWindowV1(.invalidOrientation, "\(orientations.rawValue) is no set of orientations: one or more of 1, 2, 4 and 8")
    }
    service.seat.touch.turningWindows {
      service.perform(service.model.setOrientations(id, OrientationMask(rawValue: orientations.rawValue)))
    }
    if let window { service.updateScreens(of: window.surface) }
  }

  // MARK: The root

  var rootSurface: Surface? { root?.surface }

  func setRoot(surface: WlSurfaceResource?) throws(ProtocolError) {
    _ = try id()
    guard let surface else {
      setNextRoot(nil)
      return
    }
    guard let target = surface.surface else { return }
    if let mine = target.role as? WindowRoot, mine.owner === self {
      setNextRoot(mine)
      return
    }
    let made = WindowRoot(target, self)
    try target.assign(.root, made) { .casementWindowV1(.role, $0) }
    setNextRoot(made)
  }

  private func setNextRoot(_ new: WindowRoot?) {
    if case .set(let dropped?) = nextRoot, dropped !== new, dropped !== root { dropped.release(from: nil) }
    nextRoot = .set(new)
    window?.surface.node.setRoot(new?.surface.node)
  }

  /// The root's surface is destroyed.
  func rootDestroyed(_ gone: WindowRoot) {
    if case .set(let next?) = nextRoot, next === gone {
      nextRoot = .set(nil)
      window?.surface.node.setRoot(nil)
    }
    guard root === gone else { return }
    root = nil
    tellRoot()
  }

  /// The window's commit has replaced the root, as its last `set_root` said.
  private func rootChanged(to new: WindowRoot?) {
    nextRoot = .unchanged
    guard new !== root else { return }
    let old = root
    root = new
    new?.surface.formerWindow = nil
    old?.release(from: window)
    // what waits for its first frame is shown now
    service.frameLoop.visibilityChanged()
    tellRoot()
  }

  private func tellRoot() { if let window { service.rootChanged(of: window.id) } }

  private func dropRoots() {
    if case .set(let next?) = nextRoot, next !== root { next.release(from: nil) }
    nextRoot = .unchanged
    window?.surface.removeRoot()
    guard let old = root else { return }
    root = nil
    old.release(from: nil)
    tellRoot()
  }

  // MARK: Ends

  /// The toplevel is gone, or its client.
  func toplevelGone() {
    dropRoots()
    window?.surface.extensions.observers.remove(self)
    window = nil
  }

  func resourceDestroyed() {
    guard let window else { return }
    service.beginCommit()
    toplevelGone()
    window.observer = nil
    service.perform(service.model.setExtended(window.id, false))
    service.endCommit()
  }

  func resourceAbandoned() {
    // the window keeps its observer, and roots their surfaces
    window?.observer = nil
    window = nil
    root = nil
    nextRoot = .unchanged
  }
}

extension CasementWindow: SurfaceObserver {
  func surfaceDidCommit(_ surface: Surface, _ changes: SurfaceChanges) {
    if case .set(let new) = nextRoot { rootChanged(to: new) }
  }

  func surfaceDestroyed(_ surface: Surface) {}
}

extension CasementWindowV1Resource {
  var casementWindow: CasementWindow? { handler.map { unsafe unsafeDowncast($0, to: CasementWindow.self) } }
}
