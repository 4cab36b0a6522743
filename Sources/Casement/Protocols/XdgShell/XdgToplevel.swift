internal import Geometry
internal import Input
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `xdg_toplevel`: a window. What it asks for is the model's to decide.
final class XdgToplevel: XdgToplevelRequests, XdgRole, WindowRole {
  let resource: XdgToplevelResource
  let xdgSurface: XdgSurface
  private(set) var window: ClientWindow?
  /// What the client calls its application, or what whoever started it does, where the client never says.
  var appID: String { saidAppID.isEmpty ? service.appIDs[resource.client.processID] ?? "" : saidAppID }
  private var saidAppID = ""
  private(set) var title = ""
  private var nextMinSize: Size<WindowPoints>?
  private var nextMaxSize: Size<WindowPoints>?
  private var minSize: Size<WindowPoints> = .zero
  private var maxSize: Size<WindowPoints> = .zero
  /// The window geometry that the model was last told of.
  private var shownGeometry: Rect<SurfacePoints>?
  private var toldCapabilities = false
  private var toldBounds: Size<WindowPoints>?
  /// The last configure that was sent, and the last one that a commit answered.
  private var sent: WindowConfiguration?
  private var answered: WindowConfiguration?
  /// Who draws the window's frame; nil where the client never asked.
  weak var decoration: Decoration?
  /// What makes the window a dialog.
  weak var dialog: XdgDialog?
  /// The drag and drop that the window follows.
  weak var toplevelDrag: ToplevelDrag?
  /// What the client said besides.
  var hints = ToplevelHints()
  /// Called with each new title or app id.
  var onNameChanged: (() -> Void)?

  private var service: WindowService { xdgSurface.service }

  init(_ resource: XdgToplevelResource, _ xdgSurface: XdgSurface, _ surface: Surface) {
    self.resource = resource
    self.xdgSurface = xdgSurface
    let added = xdgSurface.service.model.addWindow(client: resource.client.id)
    let window = ClientWindow(added.id, surface, self)
    self.window = window
    service.clientWindows[added.id] = window
    service.perform(added.events)
    tellCapabilities()
  }

  /// The window's id in the model; nil when the window is gone.
  var id: WindowID? { window?.id }
  var shownScreen: ScreenID? { window?.shownScreen }

  private func ask(_ change: (inout WindowModel, WindowID) -> [WindowEvent]) {
    guard let id else { return }
    service.perform(change(&service.model, id))
  }

  // MARK: Requests

  func setParent(parent: XdgToplevelResource?) throws(ProtocolError) {
    guard let id else { return }
    do {
      service.perform(try service.model.setParent(id, parent?.toplevel?.id))
    } catch {
      throw .xdgToplevel(.invalidParent, "the new parent is the toplevel itself or one of its children")
    }
  }

  func setTitle(title: String) throws(ProtocolError) {
    self.title = title
    nameChanged { .titleChanged($0) }
  }

  func setAppId(appId: String) throws(ProtocolError) {
    saidAppID = appId
    nameChanged { .appIDChanged($0) }
  }

  private func nameChanged(_ incident: (WindowID) -> Incident) {
    onNameChanged?()
    guard let window else { return }
    service.nameChanged(of: window.id)
    service.tell(incident(window.id))
    if xdgSurface.stage != .unconfigured, !xdgSurface.isMapped {
      service.perform(service.applyRules(to: window, isBeginning: false))
    }
  }

  func showWindowMenu(seat: WlSeatResource, serial: UInt32, x: Int32, y: Int32) throws(ProtocolError) {
    // `wm_capabilities` says that there is no window menu; the request is allowed, and shows nothing
  }

  func move(seat: WlSeatResource, serial: UInt32) throws(ProtocolError) {
    guard let window else { return }
    service.seat.startMove(of: window, serial: serial)
  }

  func resize(seat: WlSeatResource, serial: UInt32, edges: XdgToplevel_ResizeEdge) throws(ProtocolError) {
    guard edges.isValid() else { throw .xdgToplevel(.invalidResizeEdge, "\(edges.rawValue) is not a resize edge") }
    guard let window else { return }
    service.seat.startResize(of: window, edges: Edges(resizeEdge: edges.rawValue), serial: serial)
  }

  func setMaxSize(width: Int32, height: Int32) throws(ProtocolError) {
    guard width >= 0, height >= 0 else { throw .xdgToplevel(.invalidSize, "a maximum size of \(width)×\(height) is negative") }
    nextMaxSize = Size(width: Int(width), height: Int(height))
  }

  func setMinSize(width: Int32, height: Int32) throws(ProtocolError) {
    guard width >= 0, height >= 0 else { throw .xdgToplevel(.invalidSize, "a minimum size of \(width)×\(height) is negative") }
    nextMinSize = Size(width: Int(width), height: Int(height))
  }

  func setMaximized() throws(ProtocolError) { askForState { $0.setMaximised($1, true) } }
  func unsetMaximized() throws(ProtocolError) { askForState { $0.setMaximised($1, false) } }

  func setFullscreen(output: WlOutputResource?) throws(ProtocolError) {
    let screen = output?.output?.screen
    askForState { $0.setFullscreen($1, true, on: screen) }
  }

  func unsetFullscreen() throws(ProtocolError) { askForState { $0.setFullscreen($1, false) } }
  func setMinimized() throws(ProtocolError) { ask { $0.setMinimised($1, true) } }

  /// A request for a state is always answered by a configure, even where it changes nothing, once the first was asked for.
  private func askForState(_ change: (inout WindowModel, WindowID) -> [WindowEvent]) {
    guard let id else { return }
    let before = xdgSurface.lastSent
    service.perform(change(&service.model, id))
    if xdgSurface.stage != .unconfigured, xdgSurface.lastSent == before { configure() }
  }

  // MARK: Configure

  func initialCommit() {
    service.arrangeLayers()
    ask { $0.setSizeLimits($1, min: minSize, max: maxSize) }
    if let window { service.perform(service.applyRules(to: window, isBeginning: true)) }
    configure()
  }

  /// Sends the present configuration once more. - Returns: false where the client has not asked for its first yet.
  func configureAgain() -> Bool {
    guard xdgSurface.stage != .unconfigured else { return false }
    configure()
    return true
  }

  private func configure() {
    guard let id, let configuration = service.model.configuration(of: id) else { return }
    send(configuration)
  }

  /// Comes before the first configure, as soon as there is somebody to tell.
  private func tellCapabilities() {
    toldCapabilities = true
    resource.sendWmCapabilities(
      capabilities: [.maximize, .fullscreen, .minimize].map { (entry: XdgToplevel_Capability) in entry.rawValue })
  }

  /// The model has decided; before the client asked for its first configure there is nobody to tell.
  func sendConfigure(_ configuration: WindowConfiguration) {
    guard xdgSurface.stage != .unconfigured else { return }
    send(configuration)
  }

  private func send(_ configuration: WindowConfiguration) {
    window?.observer?.willConfigure(configuration)
    if !toldCapabilities { tellCapabilities() }
    decoration?.sendConfigure()
    if toldBounds != configuration.bounds {
      toldBounds = configuration.bounds
      resource.sendConfigureBounds(
        width: Int32(clamping: configuration.bounds.width), height: Int32(clamping: configuration.bounds.height))
    }
    resource.sendConfigure(
      // a client's subsurfaces can reach further than its numbers
      width: Int32(clamping: configuration.size.width), height: Int32(clamping: configuration.size.height),
      states: configuration.states.wireValues(version: resource.version))
    sent = configuration
    xdgSurface.sendConfigure()
  }

  /// Whether a commit has answered the last configure. Where nothing has to be drawn anew, the acknowledgement will do: Qt 5 draws nothing
  /// for a change of states, GStreamer resizes before it acknowledges, and GTK 3 keeps its size where that is left to it.
  var isConfigureAnswered: Bool {
    if xdgSurface.committed == xdgSurface.lastSent { return true }
    guard xdgSurface.acked == xdgSurface.lastSent, let sent, let answered else { return false }
    if sent.size == answered.size { return true }
    if sent.size == .zero { return answered.states.isDisjoint(with: .deciding) }
    return shownGeometry.map { ($0.width, $0.height) == (sent.size.width, sent.size.height) } ?? false
  }

  var lastConfigure: UInt32? { xdgSurface.lastSent }
  func hasAnswered(_ serial: UInt32) -> Bool { xdgSurface.committed.map { $0 == serial || $0.isNewerSerial(than: serial) } ?? true }

  /// Others may ask for it as often as they like; a client that does not read is asked once.
  func sendClose() {
    guard let window else { return }
    if service.lateNews.maySend(16, by: window) { resource.sendClose() } else { window.isCloseLate = true }
  }

  // MARK: Commit

  func willCommit() throws(ProtocolError) {
    let (smallest, largest) = (nextMinSize ?? minSize, nextMaxSize ?? maxSize)
    if (largest.width > 0 && smallest.width > largest.width) || (largest.height > 0 && smallest.height > largest.height) {
      throw .xdgToplevel(
        .invalidSize, on: resource,
        "the minimum size \(smallest.width)×\(smallest.height) is above the maximum size \(largest.width)×\(largest.height)")
    }
    if let icon = hints.nextIcon { (hints.icon, hints.nextIcon) = (icon, nil) }
    guard nextMinSize != nil || nextMaxSize != nil else { return }
    (minSize, maxSize) = (smallest, largest)
    (nextMinSize, nextMaxSize) = (nil, nil)
    ask { $0.setSizeLimits($1, min: smallest, max: largest) }
  }

  func acknowledged(_ serial: UInt32) {}

  func didCommitContent(isFirst: Bool) {
    guard let window else { return }
    if xdgSurface.committed == xdgSurface.lastSent { answered = sent }
    if xdgSurface.isGeometryImplicit { keepSurfaceInPlace(window) }
    let geometry = xdgSurface.geometry
    if isFirst || geometry != shownGeometry {
      shownGeometry = geometry
      window.geometryOrigin = geometry.origin
      window.surface.node.setRootArea(geometry)
      let size = Size<WindowPoints>(width: geometry.width, height: geometry.height)
      let isSettled = xdgSurface.committed == xdgSurface.lastSent
      ask { $0.setContent($1, isMapped: true, size: size, isSettled: isSettled) }
    }
    window.observer?.windowDidCommit()
    if isFirst {
      dialog?.toplevelMapped()
      toplevelDrag?.follow()
      // menus give way to a new window, whoever opens it
      service.seat.dismissPopupGrabs()
      service.windowMapped(window)
    }
  }

  /// A window that is all of its surface grows to the left and to the top where a subsurface sticks out: the rest is not to jump.
  private func keepSurfaceInPlace(_ window: ClientWindow) {
    guard window.geometryOrigin != xdgSurface.geometry.origin, let mapping = service.mapping(of: window) else { return }
    service.model.moveGeometry(window.id, to: mapping.layout(xdgSurface.geometry).origin)
  }

  func didUnmap() {
    guard let window else { return }
    toplevelDrag?.detach()
    (toldCapabilities, toldBounds) = (false, nil)
    (minSize, maxSize, nextMinSize, nextMaxSize) = (.zero, .zero, nil, nil)
    (title, saidAppID) = ("", "")
    hints = ToplevelHints()
    ask { $0.setContent($1, isMapped: false) }
    service.windowUnmapped(window)
  }

  // MARK: Ends

  func destroy() throws(ProtocolError) {
    guard let decoration else { return }
    throw decoration.error(ZxdgToplevelDecorationV1.Error.orphaned, "the xdg_toplevel goes before its decoration object")
  }

  private func removeWindow() {
    guard let window else { return }
    toplevelDrag?.detach()
    window.dismissPopups()
    service.seat.touch.windowDestroyed(window)
    service.perform(service.model.removeWindow(window.id))
    service.clientWindows[window.id] = nil
    self.window = nil
  }

  func surfaceDestroyed() { removeWindow() }

  func resourceDestroyed() {
    if let surface = window?.surface { service.lastWindow.willDestroy(surface) }
    service.beginCommit()
    let surface = window?.surface
    removeWindow()
    xdgSurface.roleDestroyed()
    if let surface { service.treeChanged(surface) }
    service.endCommit()
  }
}

private typealias XdgToplevel_Capability = WaylandProtocols.XdgToplevel.WmCapabilities
typealias XdgToplevel_ResizeEdge = WaylandProtocols.XdgToplevel.ResizeEdge

extension XdgToplevelResource {
  var toplevel: XdgToplevel? { handler.map { unsafe unsafeDowncast($0, to: XdgToplevel.self) } }
}

extension WindowConfiguration.States {
  /// The values of `xdg_toplevel.state` that a client of `version` knows.
  func wireValues(version: UInt32) -> [UInt32] {
    (1...9).filter { value in
      contains(Self(rawValue: 1 << value)) && WaylandProtocols.XdgToplevel.State(rawValue: value).isValid(version: version)
    }
  }
}

extension Edges {
  /// The edges that a value of `xdg_toplevel.resize_edge` names.
  init(resizeEdge value: UInt32) {
    self = []
    if value & 1 != 0 { insert(.top) }
    if value & 2 != 0 { insert(.bottom) }
    if value & 4 != 0 { insert(.left) }
    if value & 8 != 0 { insert(.right) }
  }
}
