internal import Casement
internal import WaylandClient
internal import WaylandProtocols
internal import WaylandServer

/// One session that shows our screens as windows: what it offers, its outputs and its seats.
final class Host {
  let link: HostLink
  private unowned let backend: NestedBackend
  private let registry: WlRegistryProxy
  private var globals: [(name: UInt32, interface: String, version: UInt32)] = []
  /// Whether it was heard what it offers, and that is enough.
  private(set) var isReady = false
  private var hasSeats = false

  private(set) var compositor: WlCompositorProxy!
  private(set) var shm: WlShmProxy!
  private(set) var wmBase: XdgWmBaseProxy!
  private(set) var viewporter: WpViewporterProxy?
  private(set) var subcompositor: WlSubcompositorProxy?
  private(set) var singlePixels: WpSinglePixelBufferManagerV1Proxy?
  private(set) var fractionalScale: WpFractionalScaleManagerV1Proxy?
  private(set) var presentation: WpPresentationProxy?
  private(set) var decorations: ZxdgDecorationManagerV1Proxy?
  private(set) var dataDevices: WlDataDeviceManagerProxy?
  private(set) var primaryDevices: ZwpPrimarySelectionDeviceManagerV1Proxy?
  private(set) var shortcuts: ZwpKeyboardShortcutsInhibitManagerV1Proxy?
  private(set) var pointerConstraints: ZwpPointerConstraintsV1Proxy?
  private(set) var relativePointers: ZwpRelativePointerManagerV1Proxy?
  private(set) var cursorShapes: WpCursorShapeManagerV1Proxy?
  private(set) var gestures: ZwpPointerGesturesV1Proxy?
  private(set) var tablets: ZwpTabletManagerV2Proxy?
  /// Whether the host's presentation times are of the clock that our clients are told.
  private(set) var isClockOurs = false
  /// The formats that buffers of the host may have.
  private(set) var formats: Set<UInt32> = []
  private(set) var outputs: [HostOutput] = []
  private(set) var seats: [HostSeat] = []

  /// Greets the host; `ready` is called when it has answered.
  init(_ connection: Connection, _ backend: NestedBackend, ready: @escaping (NestedError?) -> Void) {
    self.backend = backend
    link = HostLink(connection, backend.service.eventLoop, longestStall: backend.options.longestStall)
    registry = connection.displayProxy.getRegistry()
    registry.onEvent = { [unowned self, unowned backend] event in
      switch event {
      case .global(let name, let interface, let version):
        let known = min(version, backend.options.limits[interface] ?? .max)
        if known > 0 { self.appeared(name, interface, known) }
      case .globalRemove(let name): self.disappeared(name)
      }
    }
    let answer = connection.displayProxy.sync()
    answer.onEvent = { [unowned self] _ in
      do throws(NestedError) {
        try self.bindAll()
        let second = connection.displayProxy.sync()
        second.onEvent = { [unowned self] _ in
          self.isReady = true
          ready(nil)
        }
      } catch {
        ready(error)
      }
    }
    link.flush()
  }

  /// Binds a global at the newest version that both sides know; nil where there is none.
  func bind<Kind: Proxy>(_ kind: Kind.Type, atMost version: UInt32) -> Kind? {
    globals.first { $0.interface == kind.interfaceName }.map { registry.bind(name: $0.name, kind, version: min(version, $0.version)) }
  }

  private func require<Kind: Proxy>(_ kind: Kind.Type, atMost version: UInt32) throws(NestedError) -> Kind {
    guard let bound = bind(kind, atMost: version) else { throw .lacks(kind.interfaceName) }
    return bound
  }

  private func bindAll() throws(NestedError) {
    compositor = try require(WlCompositorProxy.self, atMost: 6)
    guard compositor.version >= 4 else { throw .lacks("wl_compositor version 4") }
    shm = try require(WlShmProxy.self, atMost: 1)
    shm.onEvent = { [unowned self] event in if case .format(let format) = event { self.formats.insert(format.rawValue) } }
    wmBase = try require(XdgWmBaseProxy.self, atMost: 6)
    wmBase.onEvent = { [unowned self] event in if case .ping(let serial) = event { self.wmBase.pong(serial: serial) } }
    viewporter = bind(WpViewporterProxy.self, atMost: 1)
    // a fraction of a scale is of use only where the size can be told apart from the buffer's
    if viewporter != nil { fractionalScale = bind(WpFractionalScaleManagerV1Proxy.self, atMost: 1) }
    subcompositor = bind(WlSubcompositorProxy.self, atMost: 1)
    singlePixels = bind(WpSinglePixelBufferManagerV1Proxy.self, atMost: 1)
    presentation = bind(WpPresentationProxy.self, atMost: 1)
    presentation?.onEvent = { [unowned self] event in if case .clockId(let id) = event { self.isClockOurs = id == 1 } }
    decorations = bind(ZxdgDecorationManagerV1Proxy.self, atMost: 1)
    cursorShapes = bind(WpCursorShapeManagerV1Proxy.self, atMost: 2)
    shortcuts = bind(ZwpKeyboardShortcutsInhibitManagerV1Proxy.self, atMost: 1)
    pointerConstraints = bind(ZwpPointerConstraintsV1Proxy.self, atMost: 1)
    relativePointers = bind(ZwpRelativePointerManagerV1Proxy.self, atMost: 1)
    gestures = bind(ZwpPointerGesturesV1Proxy.self, atMost: 3)
    tablets = bind(ZwpTabletManagerV2Proxy.self, atMost: 1)
    if !backend.options.keepsSelectionsApart {
      dataDevices = bind(WlDataDeviceManagerProxy.self, atMost: 3)
      primaryDevices = bind(ZwpPrimarySelectionDeviceManagerV1Proxy.self, atMost: 1)
    }
    for global in globals { bindDevice(global.name, global.interface, global.version) }
  }

  /// Listens to what a person does there, from now on.
  func bindSeats() {
    hasSeats = true
    for global in globals where global.interface == WlSeatProxy.interfaceName { bindDevice(global.name, global.interface, global.version) }
  }

  private func bindDevice(_ name: UInt32, _ interface: String, _ version: UInt32) {
    switch interface {
    case WlOutputProxy.interfaceName:
      let proxy = registry.bind(name: name, WlOutputProxy.self, version: min(version, 4))
      outputs.append(HostOutput(name, proxy) { [unowned self] in self.backend.outputsChanged() })
    case WlSeatProxy.interfaceName where hasSeats:
      let proxy = registry.bind(name: name, WlSeatProxy.self, version: min(version, 9))
      seats.append(HostSeat(name, proxy, self, backend))
    default: break
    }
  }

  private func appeared(_ name: UInt32, _ interface: String, _ version: UInt32) {
    globals.append((name, interface, version))
    if compositor != nil { bindDevice(name, interface, version) }
  }

  private func disappeared(_ name: UInt32) {
    globals.removeAll { $0.name == name }
    if let index = outputs.firstIndex(where: { $0.name == name }) {
      let output = outputs.remove(at: index)
      backend.outputGone(output)
      output.release()
    }
    if let index = seats.firstIndex(where: { $0.name == name }) { seats.remove(at: index).leave() }
  }

  /// Takes everything back that its seats hold, and lets go of the connection.
  func end() {
    for seat in seats { seat.leave() }
    seats = []
    link.end(nil)
  }
}
