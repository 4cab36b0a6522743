internal import Geometry
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `zwlr_layer_surface_v1`: a system window at an edge of a screen, or all over it. Its place is the model's to work out.
///
/// Unmapping keeps what the client asked for: the next commit without a buffer asks for a configure, and the window comes back as it was.
final class LayerSurface: ZwlrLayerSurfaceV1Requests, SurfaceRole, WindowRole {
  /// Where in the configure and acknowledge cycle the surface is.
  private enum Stage {
    /// The next commit asks for a configure.
    case unconfigured
    /// A configure was sent and not acknowledged yet.
    case configuring
    /// Buffers may come.
    case configured
  }

  private let resource: ZwlrLayerSurfaceV1Resource
  private let shell: LayerShell
  private unowned let service: WindowService
  private let surface: Surface
  /// Nil before `open`, and when the window was closed or is gone: requests do nothing then.
  private(set) var window: ClientWindow?
  /// The namespace: what the surface is for, in its client's words.
  let appID: String
  let title = ""
  private var stage = Stage.unconfigured
  /// What the next commit applies.
  private var next: LayerState
  private var isMapped = false
  /// Configures that were sent and not acknowledged, oldest first.
  private var sent: [UInt32] = []
  /// Those of before the last unmapping: their acknowledgements may be under way, and mean nothing.
  private var outdated: [UInt32] = []
  private var lastSize: Size<WindowPoints>?

  init(
    _ resource: ZwlrLayerSurfaceV1Resource, _ surface: Surface, _ shell: LayerShell, _ service: WindowService, layer: Layer,
    namespace: String
  ) {
    self.resource = resource
    self.surface = surface
    self.shell = shell
    self.service = service
    appID = namespace
    next = LayerState(layer: layer)
  }

  /// Makes the window. Where there is no screen for it, it is closed at once: a layer surface without one has no size.
  func open(on screen: ScreenID?, isScreenGone: Bool) {
    guard !isScreenGone, service.model.mainScreen != nil else {
      resource.sendClosed()
      return
    }
    let added = service.model.addWindow(client: resource.client.id, kind: .layer(next), screen: screen)
    let window = ClientWindow(added.id, surface, self)
    self.window = window
    service.clientWindows[added.id] = window
    service.perform(added.events)
  }

  // MARK: Requests

  func setSize(width: UInt32, height: UInt32) throws(ProtocolError) {
    next.size = Size(width: Int(width), height: Int(height))
  }

  func setAnchor(anchor: ZwlrLayerSurfaceV1.Anchor) throws(ProtocolError) {
    guard anchor.isValid() else { throw .zwlrLayerSurfaceV1(.invalidAnchor, "\(anchor.rawValue) has bits that name no edge") }
    next.anchor = Edges(rawValue: anchor.rawValue)
  }

  func setExclusiveZone(zone: Int32) throws(ProtocolError) { next.exclusiveZone = Int(zone) }

  func setMargin(top: Int32, right: Int32, bottom: Int32, left: Int32) throws(ProtocolError) {
    next.margin = EdgeInsets(top: Int(top), left: Int(left), bottom: Int(bottom), right: Int(right))
  }

  func setKeyboardInteractivity(keyboardInteractivity: ZwlrLayerSurfaceV1.KeyboardInteractivity) throws(ProtocolError) {
    switch keyboardInteractivity.rawValue {
    case 0: next.interactivity = .none
    // before version 4 the argument was a truth value
    case 1: next.interactivity = .exclusive
    case _ where resource.version < 4: next.interactivity = .exclusive
    case 2: next.interactivity = .onDemand
    case let value: throw .zwlrLayerSurfaceV1(.invalidKeyboardInteractivity, "\(value) is not a keyboard interactivity")
    }
  }

  func setLayer(layer: ZwlrLayerShellV1.Layer) throws(ProtocolError) {
    guard let layer = Layer(rawValue: layer.rawValue) else {
      throw .zwlrLayerShellV1(.invalidLayer, on: shell.resource, "\(layer.rawValue) is not a layer; there are 0 to 3")
    }
    next.layer = layer
  }

  func setExclusiveEdge(edge: ZwlrLayerSurfaceV1.Anchor) throws(ProtocolError) {
    guard [0, 1, 2, 4, 8].contains(edge.rawValue) else {
      throw .zwlrLayerSurfaceV1(.invalidExclusiveEdge, "\(edge.rawValue) is neither one edge nor none")
    }
    next.exclusiveEdge = Edges(rawValue: edge.rawValue)
  }

  func getPopup(popup: XdgPopupResource) throws(ProtocolError) {
    guard let popup = popup.popup else { return }
    guard popup.parent == nil, popup.xdgSurface.stage == .unconfigured else {
      throw .zwlrLayerSurfaceV1(.invalidSurfaceState, "xdg_popup#\(popup.resource.id) has a parent, or was committed")
    }
    guard let window else { return popup.dismiss() }
    popup.adopt(.layer(window))
  }

  func ackConfigure(serial: UInt32) throws(ProtocolError) {
    if let index = outdated.firstIndex(of: serial) {
      outdated.removeFirst(index + 1)
      return
    }
    guard let index = sent.firstIndex(of: serial) else {
      if window == nil { return }
      throw .zwlrLayerSurfaceV1(
        .invalidSurfaceState, "\(serial) is not the serial of a configure that waits for an acknowledgement")
    }
    sent.removeFirst(index + 1)
    stage = .configured
  }

  // MARK: Configure

  func sendConfigure(_ configuration: WindowConfiguration) {
    guard stage != .unconfigured, configuration.size != lastSize else { return }
    let serial = service.nextSerial()
    sent.append(serial)
    if sent.count > XdgSurface.mostUnacknowledged { sent.removeFirst() }
    lastSize = configuration.size
    if !isMapped { service.tellLikelyScale(to: surface) }
    resource.sendConfigure(
      serial: serial, width: UInt32(clamping: configuration.size.width), height: UInt32(clamping: configuration.size.height))
  }

  private func beginConfigure() {
    guard let window, let configuration = service.model.configuration(of: window.id) else { return }
    stage = .configuring
    sendConfigure(configuration)
  }

  var isConfigureAnswered: Bool { sent.isEmpty }

  /// The window is no longer shown, whoever wants it so: its screen is gone, or a controller closes it.
  func sendClose() {
    guard window != nil else { return }
    service.beginCommit()
    removeWindow(isDestroyed: false)
    resource.sendClosed()
    service.treeChanged(surface)
    service.endCommit()
  }

  // MARK: Commit

  func willCommit(_ surface: Surface) throws(ProtocolError) {
    guard window != nil else { return }
    try validate()
    guard surface.node.update.hasBuffer, stage != .configured else { return }
    guard service.allowsUnconfiguredBuffers else {
      throw .zwlrLayerSurfaceV1(.invalidSurfaceState, on: resource, "a buffer before the first configure was acknowledged")
    }
    if stage == .unconfigured { beginConfigure() }
    stage = .configured
  }

  private func validate() throws(ProtocolError) {
    if next.size.width == 0, !next.anchor.isSuperset(of: [.left, .right]) {
      throw .zwlrLayerSurfaceV1(.invalidSize, on: resource, "a width of 0 without the anchors left and right")
    }
    if next.size.height == 0, !next.anchor.isSuperset(of: [.top, .bottom]) {
      throw .zwlrLayerSurfaceV1(.invalidSize, on: resource, "a height of 0 without the anchors top and bottom")
    }
    guard next.anchor.isSuperset(of: next.exclusiveEdge) else {
      throw .zwlrLayerSurfaceV1(
        .invalidExclusiveEdge, on: resource, "the exclusive edge \(next.exclusiveEdge.rawValue) is not an anchor (\(next.anchor.rawValue))")
    }
  }

  func takePending() -> (() -> Void)? {
    let asked = next
    return { [unowned self] in next = asked }
  }

  func didCommit(_ surface: Surface, _ changes: SurfaceChanges) {
    guard let window else { return }
    service.perform(service.model.setLayerState(window.id, next))
    if surface.state.hasContent {
      isMapped = true
      let size = Size<WindowPoints>(width: surface.state.size.width, height: surface.state.size.height)
      service.perform(service.model.setContent(window.id, isMapped: true, size: size))
    } else if isMapped {
      unmap(window)
    } else if stage == .unconfigured {
      beginConfigure()
    }
  }

  private func unmap(_ window: ClientWindow) {
    isMapped = false
    stage = .unconfigured
    outdated = Array((outdated + sent).suffix(64))
    sent = []
    lastSize = nil
    window.dismissPopups()
    service.perform(service.model.setContent(window.id, isMapped: false))
  }

  // MARK: Ends

  /// - Parameter isDestroyed: whether the client destroyed it; else it was closed.
  private func removeWindow(isDestroyed: Bool = true) {
    guard let window else { return }
    window.dismissPopups()
    if isDestroyed { service.seat.touch.windowDestroyed(window) }
    self.window = nil
    isMapped = false
    service.perform(service.model.removeWindow(window.id))
    service.clientWindows[window.id] = nil
  }

  func surfaceDestroyed(_ surface: Surface) { removeWindow() }

  func resourceDestroyed() {
    service.lastWindow.willDestroy(surface)
    service.beginCommit()
    removeWindow()
    if surface.role === self { surface.removeRole() }
    service.treeChanged(surface)
    service.endCommit()
  }
}
