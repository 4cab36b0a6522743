internal import Geometry
internal import Scene
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `wl_surface`. Requests write the surface's update; a commit makes it what is shown.
final class Surface: WlSurfaceRequests {
  unowned let service: WindowService
  let resource: WlSurfaceResource
  let node: SurfaceNode
  /// What the surface is for, once and for all.
  private(set) var roleKind: RoleKind?
  /// The object of that role; nil before there is one and when it is gone.
  private(set) var role: (any SurfaceRole)?
  /// `wl_callback`s that wait for the screen's next tick.
  var frameCallbacks = ObjectList()
  /// Presentation feedback that waits for the screen's next tick.
  var feedback: [PresentationFeedback] = []
  /// The frame loop's list that the surface is on, and its place there.
  var frameSlot: FrameSlot?
  /// What else wants to know of this surface.
  var extensions = SurfaceExtensions()
  /// The surface's part in xdg-shell.
  unowned var xdgSurface: XdgSurface?
  /// The window whose root the surface was last, for touches that began then.
  weak var formerWindow: ClientWindow?
  /// The scale that the client was told to draw at.
  var toldScale: ScalePreference?
  /// The screen that the client was told the surface is on.
  var enteredScreen: OutputGlobal?

  init(_ resource: WlSurfaceResource, _ service: WindowService) {
    self.service = service
    self.resource = resource
    node = SurfaceNode(id: service.makeSurfaceID())
    node.owner = self
  }

  /// The surface that `node` belongs to.
  static func of(_ node: SurfaceNode) -> Surface? { node.owner.map { unsafe unsafeDowncast($0, to: Surface.self) } }

  var client: Client { resource.client }
  var state: SurfaceState { node.state }
  /// Whether the surface has something to show. The state is larger than what most want to know of it.
  var hasContent: Bool { node.hasContent }

  // MARK: Role

  /// Gives the surface a role for the first time, or again the one that it had.
  ///
  /// - Throws: `error`, made from a sentence, where it has another role or its role's object is still there.
  func assign(_ kind: RoleKind, _ role: any SurfaceRole, orThrow error: (String) -> ProtocolError) throws(ProtocolError) {
    if let roleKind, roleKind != kind { throw error("wl_surface#\(resource.id) is already a \(roleKind.rawValue)") }
    if self.role != nil { throw error("wl_surface#\(resource.id) already has a \(kind.rawValue) object") }
    roleKind = kind
    self.role = role
  }

  /// Takes the role's object away; the role stays.
  func removeRole() { role = nil }

  /// The surface at the top of the tree of subsurfaces.
  var root: Surface {
    var node = self.node
    while let parent = node.parent { node = parent }
    return Surface.of(node) ?? self
  }

  // MARK: Requests

  func attach(buffer: WlBufferResource?, x: Int32, y: Int32) throws(ProtocolError) {
    if resource.version >= 5 {
      guard x == 0, y == 0 else { throw .wlSurface(.invalidOffset, "attach with the offset (\(x), \(y)); from version 5 on it is (0, 0)") }
    } else {
      node.update.offset = Point(x: Int(x), y: Int(y))
    }
    guard let buffer else {
      node.attach(nil)
      return
    }
    // what has content was configured
    if !hasContent, let xdgSurface { try xdgSurface.willAttach() }
    guard let picture = buffer.buffer else { throw .invalidObject("wl_buffer#\(buffer.id) cannot be attached") }
    node.attach(BufferUse(picture))
  }

  func damage(x: Int32, y: Int32, width: Int32, height: Int32) throws(ProtocolError) {
    node.damage(Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
  }

  func damageBuffer(x: Int32, y: Int32, width: Int32, height: Int32) throws(ProtocolError) {
    node.damageBuffer(Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
  }

  func frame(callback: WlCallbackResource) throws(ProtocolError) { node.addFrameCallback(callback) }

  func setOpaqueRegion(region: WlRegionResource?) throws(ProtocolError) {
    node.update.opaqueRegion = .set(region?.region?.region ?? Region())
  }

  func setInputRegion(region: WlRegionResource?) throws(ProtocolError) {
    node.update.inputRegion = .set(region.map { $0.region?.region ?? Region() })
  }

  func setBufferTransform(transform: WlOutput.Transform) throws(ProtocolError) {
    guard let turn = Transform(rawValue: Int32(bitPattern: transform.rawValue)) else {
      throw .wlSurface(.invalidTransform, "\(transform.rawValue) is not a transform; there are 0 to 7")
    }
    node.update.transform = .set(turn)
  }

  func setBufferScale(scale: Int32) throws(ProtocolError) {
    guard scale > 0 else { throw .wlSurface(.invalidScale, "a buffer scale of \(scale) is not positive") }
    node.update.scale = .set(Int(scale))
  }

  func offset(x: Int32, y: Int32) throws(ProtocolError) { node.update.offset = Point(x: Int(x), y: Int(y)) }

  func getRelease(callback: WlCallbackResource) throws(ProtocolError) {
    let waiting = ReleaseCallback(callback)
    callback.handler = waiting
    node.update.changeRare { $0.releases.append(waiting) }
  }

  func commit() throws(ProtocolError) {
    if let use = node.attached {
      // surfaces of a service show buffers of its clients only
      try unsafe unsafeDowncast(use.buffer, to: ClientBuffer.self).checkMemory()
      if role == nil, let xdgSurface { try xdgSurface.willAttach() }
    }
    do { try node.validate() } catch { throw protocolError(error) }
    if !extensions.observers.isEmpty { try extensions.willCommit(self) }
    try role?.willCommit(self)
    if node.asksSeldom { try tieReleases() }
    if node.wouldHold, let held = HeldRole(role) { node.update.changeRare { $0.role = held } }
    let service = service
    service.lastWindow.willCommit(self)
    service.beginCommit()
    node.commit(applied)
    service.endCommit()
    service.committed(self)
  }

  /// Lets whoever asked to be told of the release of this commit's buffer wait for it.
  private func tieReleases() throws(ProtocolError) {
    guard let releases = node.update.rare?.releases, !releases.isEmpty else { return }
    guard case .set(let use?) = node.update.buffer else {
      throw .wlSurface(.noBuffer, on: resource, "get_release in a commit that attaches no buffer")
    }
    node.update.changeRare { $0.releases = [] }
    use.onEnd = { for case let callback as ReleaseCallback in releases { callback.done() } }
  }

  /// Lets the surface's commits wait for the parent's, or not any more.
  func setSynchronized(_ isSynchronized: Bool) {
    service.beginCommit()
    node.setSynchronized(isSynchronized, applied)
    service.endCommit()
  }

  /// Ends being a subsurface.
  func leaveParent() { node.detach(applied) }

  /// Takes a root off the surface at once.
  func removeRoot() {
    service.beginCommit()
    node.removeRoot(applied)
    service.endCommit()
  }

  /// Applies the commits that waited and may be applied at `time`. - Returns: whether there were any.
  func applyHeld(at time: UInt64) -> Bool { node.applyHeld(at: time, applied) }

  fileprivate func didApply(_ changes: SurfaceChanges, _ update: SurfaceUpdate) {
    if changes.isHeld { return service.heldCommits.add(self) }
    frameCallbacks.append(contentsOf: update.frameCallbacks)
    if update.hasFeedback || !feedback.isEmpty { takeFeedback(update) }
    if !extensions.observers.isEmpty { extensions.didCommit(self, changes) }
    if update.isRare, let held = update.rare?.role { tellRole(changes, of: held) } else { role?.didCommit(self, changes) }
    let service = service
    let screen = service.screenShowing(self)
    service.surfaceChanged(self, changes, shownOn: screen)
    if node.hasBarrier { service.heldCommits.barrierWasSet(on: self) }
    if isAwaitingFrame { service.frameLoop.wait(for: self, shownOn: screen) }
  }

  /// Whether something waits for a tick of the surface's screen.
  var isAwaitingFrame: Bool { !frameCallbacks.isEmpty || !feedback.isEmpty }

  private func takeFeedback(_ update: SurfaceUpdate) {
    if update.buffer.isSet || update.hasFeedback { discardFeedback() }
    append(update.feedback)
    if !hasContent { discardFeedback() }
  }

  private func append(_ objects: ObjectList) {
    objects.forEach { feedback.append(unsafe unsafeDowncast($0, to: PresentationFeedback.self)) }
  }

  /// Tells the role of a commit that waited, with what was asked of it then; what was asked since waits for its own commit. A role that
  /// is gone has taken it along.
  private func tellRole(_ changes: SurfaceChanges, of held: AnyObject) {
    guard let held = held as? HeldRole, held.role === role else { return }
    let later = held.role.takePending()
    held.restore()
    held.role.didCommit(self, changes)
    if held.role === role { later?() }
  }

  private func protocolError(_ error: SurfaceShapeError) -> ProtocolError {
    switch error {
    case .sizeNotMultipleOfScale(let size, let scale):
      .wlSurface(.invalidSize, on: resource, "a buffer of \(size.width)×\(size.height) pixels is no multiple of the scale \(scale)")
    case .sourceNotWhole(let source):
      .wpViewport(
        .badSize, on: extensions.viewport?.resource,
        "the source is \(source.width)×\(source.height), not a whole size, and there is no destination")
    case .sourceOutsideBuffer(let source, let size):
      .wpViewport(
        .outOfBuffer, on: extensions.viewport?.resource,
        "the source ends at (\(source.maxX), \(source.maxY)), outside the buffer of \(size.width)×\(size.height)")
    }
  }

  /// Tells those that wait that this content was not shown and will not be.
  func discardFeedback() {
    let waiting = feedback
    feedback = []
    for item in waiting { item.discard() }
  }

  func resourceDestroyed() {
    service.lastWindow.willDestroy(self)
    service.beginCommit()
    role?.surfaceDestroyed(self)
    role = nil
    extensions.surfaceDestroyed(self)
    let never = node.takeUnapplied()
    let children = node.children
    node.detachChildren(applied)
    for child in children { if let child = Surface.of(child) { service.updateScreens(of: child) } }
    node.detach(applied)
    append(never.feedback)
    discardFeedback()
    for case let callback as ReleaseCallback in never.rare?.releases ?? [] { callback.drop() }
    // a callback whose surface is gone would never come
    frameCallbacks.append(contentsOf: never.frameCallbacks)
    frameCallbacks.forEach { unsafe unsafeDowncast($0, to: WlCallbackResource.self).destroy() }
    frameCallbacks = []
    xdgSurface = nil
    service.surfaceDestroyed(self)
    node.owner = nil
    service.endCommit()
  }

  func resourceAbandoned() {
    // what the surface keeps keeps the surface, and so does a commit that waits
    if node.isHolding { _ = node.takeUnapplied() }
    node.owner = nil
    role = nil
    extensions = SurfaceExtensions()
    (frameCallbacks, feedback, xdgSurface) = ([], [], nil)
  }
}

private func applied(_ node: SurfaceNode, _ changes: SurfaceChanges, _ update: SurfaceUpdate) {
  Surface.of(node)?.didApply(changes, update)
}

extension WlSurfaceResource {
  /// The surface, which is there as long as the resource.
  var surface: Surface? { handler.map { unsafe unsafeDowncast($0, to: Surface.self) } }
}

/// `wl_callback` of `wl_surface.get_release`.
final class ReleaseCallback: WlCallbackRequests {
  private let resource: WlCallbackResource

  init(_ resource: WlCallbackResource) { self.resource = resource }

  /// The buffer is not read any more on behalf of the commit.
  func done() { resource.sendDone(callbackData: 0) }

  /// Ends a callback whose commit will never come.
  func drop() { resource.destroy() }
}
