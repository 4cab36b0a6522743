internal import Geometry
internal import WaylandServer
internal import WindowModel

/// One output as programs that set up screens see it: a screen, or what is kept of one that was turned off.
struct HeadState: Equatable {
  let name: String
  let modes: [ScreenMode]
  let preferredMode: Int
  /// What is so only while it is on; nil: it is off.
  let use: Use?

  /// How a screen is used.
  struct Use: Equatable {
    let mode: ScreenMode
    let position: Point<LayoutPoints>
    let transform: Transform
    let scale120: Int
  }
}

/// The heads of `zwlr_output_manager_v1`, and all who are told of them. A head that is off is no screen: the model does not know it.
final class OutputHeads {
  private unowned let service: WindowService
  private var managers = ObjectBag<OutputManager>()
  /// Heads that are off, in the order in which they were turned off.
  private var off: [ScreenDescription] = []
  private var told: [HeadState] = []
  private var isDirty = false
  /// The number of the last set of changes.
  private(set) var serial: UInt32 = 1

  init(_ service: WindowService) {
    self.service = service
    service.observers.append { [unowned self] in self.modelDid($0) }
  }

  func bind(_ resource: ZwlrOutputManagerV1Resource) {
    let manager = OutputManager(resource, service)
    resource.handler = manager
    managers.append(manager)
    flush()
    tell(manager)
  }

  func remove(_ manager: OutputManager) {
    managers.remove(manager)
    service.lateNews.forget(manager)
  }

  /// Tells one client what the heads are now.
  func tell(_ manager: OutputManager) { manager.update(to: told, serial) }

  /// Whether a head of this name is off.
  func isOff(_ name: String) -> Bool { off.contains { $0.name == name } }

  /// Forgets a head that is off. - Returns: whether there was one of this name.
  func forget(_ name: String) -> Bool {
    guard isOff(name) else { return false }
    off.removeAll { $0.name == name }
    isDirty = true
    flush()
    return true
  }

  // MARK: Telling

  private func modelDid(_ event: WindowEvent) {
    switch event {
    case .screenAdded(let id):
      if let name = service.model.screen(id)?.name { off.removeAll { $0.name == name } }
      isDirty = true
    case .screenUpdated, .screenRemoved: isDirty = true
    default: break
    }
  }

  /// Tells of all that changed together.
  func flush() {
    guard isDirty else { return }
    isDirty = false
    let states = service.model.screens.map(HeadState.init) + off.map(HeadState.init)
    guard states != told else { return }
    told = states
    serial = serial == .max ? 1 : serial + 1
    for manager in managers { manager.update(to: states, serial) }
  }

  // MARK: Setting up

  /// What is wanted of one head.
  enum Wish {
    case off
    case on(HeadChange)
  }

  /// Brings about all of `wishes`, or nothing.
  ///
  /// - Parameter isTest: whether it is only found out whether it could be.
  /// - Returns: whether it was, or could be, done.
  func apply(_ wishes: [(name: String, wish: Wish)], isTest: Bool) -> Bool {
    var model = service.model
    var off = self.off
    var events: [WindowEvent] = []
    do throws(ModelError) {
      // what is turned on comes first, so that windows of what is turned off have a place to go
      for case (let name, .on(let change)) in wishes {
        if let id = model.screen(named: name), let screen = model.screen(id) {
          // of several that are changed at once, each is told where it was before
          events += try model.updateScreen(id, try change.screenChange(of: service.model.screen(id) ?? screen))
        } else if let index = off.firstIndex(where: { $0.name == name }) {
          let added = try model.addScreen(try change.description(from: off.remove(at: index), besides: model.screens))
          events += added.events
        }
      }
      for case (let name, .off) in wishes {
        guard let id = model.screen(named: name), let screen = model.screen(id) else { continue }
        off.append(ScreenDescription(screen))
        events += model.removeScreen(id)
      }
    } catch { return false }
    guard !isTest else { return true }
    self.off = off
    isDirty = true
    service.seat.touch.turningWindows {
      service.model = model
      service.perform(events.withoutRepeatedConfigures)
    }
    flush()
    return true
  }
}

/// What is to be another of a head that is on, or turned on; nil leaves a thing as it is.
struct HeadChange {
  var mode: ScreenMode?
  var position: Point<LayoutPoints>?
  var transform: Transform?
  var scale: Double?
  /// A variable refresh rate, which no screen here has.
  var isAdaptive = false

  /// The longest side that a picture of a screen may have, as for `--screen`.
  private static let mostPixels = 16_384

  private func check() throws(ModelError) {
    if isAdaptive { throw .denied }
    if let size = mode?.size, max(size.width, size.height) > Self.mostPixels { throw .invalidMode }
  }

  func screenChange(of screen: ModelScreen) throws(ModelError) -> ScreenChange {
    try check()
    var change = ScreenChange()
    if let mode { change.customMode = mode }
    change.scale = scale
    change.transform = transform
    // programs name the places of all heads; one that lies where it was put by itself goes on being put so
    if let position, position != screen.frame.origin { change.position = .set(position) }
    return change
  }

  /// - Parameter screens: those that are on.
  func description(from off: ScreenDescription, besides screens: [ModelScreen]) throws(ModelError) -> ScreenDescription {
    try check()
    var description = off
    if let mode { description.setMode(mode) }
    if let scale { description.scale = scale }
    if let transform { description.transform = transform }
    // a head that is off has no place, and wlr-randr then says (0, 0), where mostly another one is
    if let position, position != .zero || !screens.contains(where: { $0.frame.contains(Point<LayoutPoints>.zero) }) {
      description.position = position
    }
    return description
  }
}

extension HeadState {
  fileprivate init(_ screen: ModelScreen) {
    self.init(
      name: screen.name, modes: screen.modes, preferredMode: screen.preferredMode,
      use: Use(mode: screen.mode, position: screen.frame.origin, transform: screen.transform, scale120: screen.scale120))
  }

  fileprivate init(_ off: ScreenDescription) {
    self.init(name: off.name, modes: off.modes, preferredMode: off.preferredMode, use: nil)
  }
}

extension ScreenDescription {
  /// What makes the same screen again.
  fileprivate init(_ screen: ModelScreen) {
    self.init(name: screen.name, modes: screen.modes)
    customModes = screen.customModes
    preferredMode = screen.preferredMode
    currentMode = screen.currentMode
    scale = screen.nativeScale
    transform = screen.transform
    position = screen.position
    mirror = screen.mirrorWish
    overscanInsets = screen.overscanInsets
    overscan = screen.overscan
  }
}

extension [WindowEvent] {
  /// The same events, with each window's request to be configured only where it comes last.
  fileprivate var withoutRepeatedConfigures: [WindowEvent] {
    var seen: Set<WindowID> = []
    var kept: [WindowEvent] = []
    for event in reversed() {
      if case .configure(let id) = event, !seen.insert(id).inserted { continue }
      kept.append(event)
    }
    return kept.reversed()
  }
}
