internal import Geometry
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// What an `xdg_toplevel` or `xdg_popup` adds to its `xdg_surface`.
protocol XdgRole: AnyObject {
  var window: ClientWindow? { get }
  var shownScreen: ScreenID? { get }
  /// The first commit without a buffer: the client wants to be told how to be.
  func initialCommit()
  /// Judges a commit.
  func willCommit() throws(ProtocolError)
  /// The surface has content now, or still; its window geometry is up to date.
  func didCommitContent(isFirst: Bool)
  /// The surface has lost its content, or was never configured again.
  func didUnmap()
  /// The client acknowledged the configure of `serial`; it may commit later, or never.
  func acknowledged(_ serial: UInt32)
  /// The wl_surface is gone before the role.
  func surfaceDestroyed()
}

/// `xdg_surface`: the configure and acknowledge cycle, and the window geometry, of a toplevel or a popup.
final class XdgSurface: XdgSurfaceRequests, SurfaceRole {
  /// Where in the cycle the surface is.
  enum Stage {
    /// Nothing was committed yet, or the surface was unmapped: the next commit asks for a configure.
    case unconfigured
    /// A configure was sent and not acknowledged yet.
    case configuring
    /// A configure was acknowledged: buffers may come.
    case configured
  }

  /// A client may fall behind by this many configures; it cannot acknowledge older ones.
  static let mostUnacknowledged = 4096

  let resource: XdgSurfaceResource
  let wmBase: XdgWmBase
  /// Nil when the client destroyed it before its role.
  private(set) var surface: Surface?
  private(set) var stage = Stage.unconfigured
  /// Configures that were sent and not acknowledged, oldest first.
  private var sent: [UInt32] = []
  /// Configures that were on their way when the surface was unmapped; the client may acknowledge them, to no effect.
  private var outdated: Set<UInt32> = []
  /// The last acknowledged configure that no commit has used yet.
  private(set) var acked: UInt32?
  /// The serial of the last configure that was sent.
  private(set) var lastSent: UInt32?
  /// The serial that the content shown answers.
  private(set) var committed: UInt32?
  private var nextGeometry: Rect<SurfacePoints>?
  private var givenGeometry: Rect<SurfacePoints>?
  /// What the surface and its subsurfaces covered when `geometry` was worked out.
  private var lastExtent: Rect<SurfacePoints>?
  /// Whether the given geometry has not been clamped to a content yet.
  private var isGeometryNew = false
  /// Whether all there is counts as the window, since the client did not say otherwise.
  private(set) var isGeometryImplicit = true
  /// The part of the surface that counts as the window, clamped to what there is.
  private(set) var geometry: Rect<SurfacePoints> = .zero
  private(set) var xdgRole: (any XdgRole)?
  private(set) var isMapped = false

  init(_ resource: XdgSurfaceResource, _ surface: Surface, _ wmBase: XdgWmBase) {
    self.resource = resource
    self.surface = surface
    self.wmBase = wmBase
    surface.xdgSurface = self
  }

  var service: WindowService { wmBase.service }
  var window: ClientWindow? { xdgRole?.window }
  var shownScreen: ScreenID? { xdgRole?.shownScreen }

  // MARK: Requests

  func destroy() throws(ProtocolError) {
    if xdgRole != nil { throw .xdgSurface(.defunctRoleObject, "the \(surface?.roleKind?.rawValue ?? "role") object is alive") }
  }

  func getToplevel(id: XdgToplevelResource) throws(ProtocolError) {
    guard let surface = try claim(.toplevel) else { return }
    let toplevel = XdgToplevel(id, self, surface)
    id.handler = toplevel
    xdgRole = toplevel
  }

  func getPopup(
    id: XdgPopupResource, parent: XdgSurfaceResource?, positioner: XdgPositionerResource
  ) throws(ProtocolError) {
    guard let rules = positioner.positioner?.rules else { return }
    guard rules.isComplete else {
      throw .xdgWmBase(.invalidPositioner, on: wmBase.resource, "the positioner has no size or no anchor rectangle")
    }
    guard parent == nil || parent?.xdgSurface?.xdgRole != nil else {
      throw .xdgWmBase(.invalidPopupParent, on: wmBase.resource, "xdg_surface#\(parent!.id) is neither a toplevel nor a popup")
    }
    guard let surface = try claim(.popup) else { return }
    let popup = XdgPopup(id, self, surface, parent: parent?.xdgSurface, rules)
    id.handler = popup
    xdgRole = popup
  }

  private func claim(_ kind: RoleKind) throws(ProtocolError) -> Surface? {
    guard let surface else { return nil }
    guard xdgRole == nil else { throw .xdgSurface(.alreadyConstructed, "the xdg_surface already has a role object") }
    try surface.assign(kind, self) { .xdgWmBase(.role, on: wmBase.resource, $0) }
    return surface
  }

  func setWindowGeometry(x: Int32, y: Int32, width: Int32, height: Int32) throws(ProtocolError) {
    guard xdgRole != nil else { throw .xdgSurface(.notConstructed, "there is no role object yet") }
    guard width > 0, height > 0 else { throw .xdgSurface(.invalidSize, "a window geometry of \(width)×\(height) is not positive") }
    nextGeometry = Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }

  func ackConfigure(serial: UInt32) throws(ProtocolError) {
    if outdated.remove(serial) != nil { return }
    guard xdgRole != nil else { throw .xdgSurface(.notConstructed, "there is no role object yet") }
    guard let index = sent.firstIndex(of: serial) else {
      throw .xdgSurface(.invalidSerial, "\(serial) is not the serial of a configure that waits for an acknowledgement")
    }
    sent.removeFirst(index + 1)
    outdated = []
    acked = serial
    stage = .configured
    xdgRole?.acknowledged(serial)
  }

  // MARK: Configure

  /// Ends one configure sequence. - Returns: its serial.
  @discardableResult
  func sendConfigure() -> UInt32 {
    let serial = service.nextSerial()
    sent.append(serial)
    if sent.count > Self.mostUnacknowledged { sent.removeFirst() }
    lastSent = serial
    if stage == .unconfigured { stage = .configuring }
    // the first content is to be right, too
    if !isMapped, let surface { service.tellLikelyScale(to: surface) }
    resource.sendConfigure(serial: serial)
    return serial
  }

  // MARK: Commit

  /// A buffer is attached to a surface without content: too early where the client was not told how to be. Whether it has acknowledged
  /// is looked at when it commits.
  func willAttach() throws(ProtocolError) {
    guard xdgRole != nil else { throw .xdgSurface(.unconfiguredBuffer, on: resource, "a buffer before there is a role object") }
    guard stage != .unconfigured || service.allowsUnconfiguredBuffers else {
      throw .xdgSurface(.unconfiguredBuffer, on: resource, "a buffer before the first configure")
    }
  }

  func willCommit(_ surface: Surface) throws(ProtocolError) {
    guard let xdgRole else { return }
    if stage != .configured, surface.node.attached != nil {
      guard service.allowsUnconfiguredBuffers else {
        throw .xdgSurface(.unconfiguredBuffer, on: resource, "a buffer before the first configure was acknowledged")
      }
      if stage == .unconfigured { xdgRole.initialCommit() }
      stage = .configured
    }
    try xdgRole.willCommit()
  }

  func takePending() -> (() -> Void)? {
    let (acknowledged, geometry) = (acked, nextGeometry)
    (acked, nextGeometry) = (nil, nil)
    return { [unowned self] in
      // an unmapping that came between has begun the cycle anew
      guard stage == .configured || acknowledged == nil else { return }
      if let acknowledged { acked = acknowledged }
      if let geometry { nextGeometry = geometry }
    }
  }

  func didCommit(_ surface: Surface, _ changes: SurfaceChanges) {
    guard let xdgRole else { return }
    if let serial = acked {
      acked = nil
      committed = serial
    }
    if let given = nextGeometry {
      nextGeometry = nil
      givenGeometry = given
      isGeometryNew = true
    }
    // content of an earlier role object is not shown before the new one was configured
    if surface.hasContent, stage == .configured {
      if !updateGeometry(of: surface) { return }
      let isFirst = !isMapped
      isMapped = true
      xdgRole.didCommitContent(isFirst: isFirst)
    } else if isMapped {
      unmap()
    } else if stage == .unconfigured {
      stage = .configuring
      xdgRole.initialCommit()
    }
  }

  /// - Returns: false where the geometry was wrong, and the client has been told.
  private func updateGeometry(of surface: Surface) -> Bool {
    // one that was given is clamped once, to what there is then; it does not follow what comes later
    if givenGeometry != nil, !isGeometryNew { return true }
    let extent = surface.node.extent
    if extent == lastExtent, !isGeometryNew { return true }
    lastExtent = extent
    let inside = givenGeometry?.intersection(extent) ?? extent
    if inside.isEmpty, let given = givenGeometry {
      surface.client.post(
        .xdgSurface(
          .invalidSize, on: resource,
          "the window geometry (\(given.x), \(given.y)) \(given.width)×\(given.height) is wholly outside the surface"), from: resource)
      return false
    }
    isGeometryNew = false
    isGeometryImplicit = givenGeometry == nil
    geometry = inside
    return true
  }

  private func unmap() {
    reset()
    xdgRole?.didUnmap()
  }

  /// Begins the cycle anew.
  private func reset() {
    isMapped = false
    stage = .unconfigured
    if outdated.count > Self.mostUnacknowledged { outdated = [] }
    outdated.formUnion(sent)
    sent = []
    (acked, committed, lastSent) = (nil, nil, nil)
    (givenGeometry, nextGeometry, lastExtent) = (nil, nil, nil)
  }

  // MARK: Ends

  /// The role's object is gone; the surface is not shown any more.
  func roleDestroyed() {
    xdgRole = nil
    reset()
    surface?.removeRole()
  }

  func surfaceDestroyed(_ surface: Surface) {
    self.surface = nil
    xdgRole?.surfaceDestroyed()
  }

  func resourceDestroyed() {
    wmBase.surfaceGone()
    if surface?.xdgSurface === self { surface?.xdgSurface = nil }
    if let surface, surface.role === self { surface.removeRole() }
  }

  func resourceAbandoned() {
    surface?.xdgSurface = nil
    (surface, xdgRole) = (nil, nil)
  }
}

extension XdgSurfaceResource {
  var xdgSurface: XdgSurface? { handler.map { unsafe unsafeDowncast($0, to: XdgSurface.self) } }
}
