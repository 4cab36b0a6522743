internal import CasementControl
internal import Geometry
internal import Input
internal import Surfaces
internal import WaylandProtocols
package import WaylandServer
package import WindowModel

/// A Wayland window server: clients' surfaces become windows with levels, one of which is key; each output is a screen.
///
/// A service is confined to the thread that made it, and several can live in one process. It runs while `dispatch` is called.
public final class WindowService {
  /// How the service was asked to be.
  public let configuration: ServiceConfiguration
  let display: Display
  /// The loop that everything of the service runs in.
  package let eventLoop: EventLoop
  /// The source of all time that clients see.
  package let clock: Clock
  /// Every decision that needs no wire. It is lent, and never copied: it is large.
  package internal(set) var model: WindowModel {
    @inline(__always) _read { yield ownModel }
    @inline(__always) _modify {
      modelVersion &+= 1
      yield &ownModel
    }
  }
  /// Grows with every change of the model.
  private(set) var modelVersion: UInt64 = 0
  /// What the last look under a pointer or a finger found to be in front.
  var front: FrontWindow?
  private var ownModel: WindowModel
  private(set) var frameLoop: FrameLoop!
  /// Commits that wait for a time or a tick.
  private(set) var heldCommits: HeldCommits!
  /// Deadlines on the clock.
  let clockTimers: ClockTimers
  private(set) var seat: Seat!
  /// Who speaks `casement_window_v1`.
  private(set) var windowExtension: CasementExtension!
  /// Who tells programs that embed the service.
  private(set) var notifier: Notifier!
  /// Whether clients read what they are sent.
  let answers: ClientAnswers
  /// App ids of the windows of programs that give them none, by process.
  package var appIDs: [Int32: String] = [:]
  /// Told before the last visible window goes.
  private(set) var lastWindow: LastWindowWatch!
  /// Which windows others cover, where that matters.
  private var covers = CoverWatch()
  /// What happened and is being told, in order.
  var undelivered: [WindowEvent] = []
  /// Whether `undelivered` is being told.
  var isDelivering = false
  /// Screens that have come and were not given yet what rules bring to them.
  var newScreens: [ScreenID] = []
  /// Answers the control socket.
  package private(set) var controller: Controller!
  /// What is behind the windows of each screen.
  let backgrounds: BackgroundStore
  /// The pictures of pointers.
  let cursors = CursorStore()
  /// How long nobody has used the seat.
  private(set) var idle: IdleWatch!
  /// The lock that holds the session; nil also where its client died and nobody took over.
  var sessionLock: SessionLock?
  /// Activation tokens that can still be used.
  var activationTokens = ActivationTokens()
  /// What is told late to clients that do not read.
  private(set) var lateNews: LateNews!
  /// On which screens surfaces are, and how they are best drawn, as their clients know.
  private(set) var surfaceNews: SurfaceNews!
  /// What task bars are told of toplevels.
  private(set) var toplevels: ToplevelWatch!
  /// Toplevels that clients handed to others.
  private(set) var foreignExports: ForeignExports!
  /// Captures of clients.
  private(set) var captures: CaptureQueue!
  /// What programs that set up screens are told.
  private(set) var outputHeads: OutputHeads!
  /// What programs that show workspaces are told.
  private(set) var workspaces: Workspaces!
  /// Which screens are dark, and how colours are bent.
  private(set) var displayControls: DisplayControls!
  /// What colours clients speak of.
  let colours = ColourRecords()
  /// Security contexts, and who is in one.
  private(set) var securityContexts: SecurityContexts!
  /// Surfaces that want every key.
  var shortcutsInhibitors = ObjectBag<ShortcutsInhibitor>()
  /// Who shows the screens to somebody; nil: they are headless.
  var backend: (any Backend)?
  private var globals: [Global] = []
  /// Globals of screens that are gone.
  private(set) var retiredGlobals: RetiredGlobals!
  /// Who tells clients that do not read of screens.
  private var registryNews: [ClientID: RegistryNews] = [:]
  private var sockets: [UnixListener] = []

  /// The wire's side of each window.
  var clientWindows: [WindowID: ClientWindow] = [:]
  /// The wire's side of each screen.
  var outputs: [ScreenID: OutputGlobal] = [:]
  /// What each screen was asked to be.
  var screenSpecs: [ScreenID: ScreenSpec] = [:]
  /// Every surface there is.
  private(set) var surfaces: [SurfaceID: Surface] = [:]
  private var lastSurface: UInt64 = 0
  private var commitDepth = 0
  private var isSceneChanged = false
  /// How many surfaces were looked at for the screen that they are on.
  private(set) var placements: UInt64 = 0

  /// Called with everything that happens in the model, in order.
  var observers: [(WindowEvent) -> Void] = []
  /// Called with what happens besides, in order.
  var incidentObservers: [(Incident) -> Void] = []
  /// Whether any of them wants to hear what devices do.
  var isInputTold = false
  /// When a visible pixel last may have changed, and what changed it, in real nanoseconds.
  private(set) var lastVisibleChange: (time: UInt64, surface: SurfaceID)?
  /// Grows with everything that may change what a screen shows.
  private(set) var sceneSequence: UInt64 = 0 {
    didSet { captures.sceneTouched() }
  }
  /// Called after each turn of the loop.
  var onTurnEnded: [() -> Void] = []
  /// Whether buffers may come before the first configure was acknowledged: for a test suite that does so.
  package var allowsUnconfiguredBuffers = false
  /// Whether `set_selection` with serial 0 is obeyed, from any client: for a test suite that does so.
  package var allowsSelectionsWithoutSerial = false
  /// Whether selections are told to all clients while none has the keyboard: for a test suite that waits for that.
  package var tellsSelectionsWithoutFocus: Bool {
    get { seat.selections.clipboard.isOpenWithoutFocus }
    set { for selection in [seat.selections.clipboard, seat.selections.primary] { selection.isOpenWithoutFocus = newValue } }
  }

  /// Starts a service with the screens of `configuration`, reachable by nobody yet.
  ///
  /// - Throws: `ServiceError` where the configuration cannot be had.
  public init(_ configuration: ServiceConfiguration = ServiceConfiguration()) throws(ServiceError) {
    self.configuration = configuration
    backgrounds = try BackgroundStore(configuration)
    display = Display()
    eventLoop = display.eventLoop
    clock = Clock(configuration.clock == .manual ? .manual : .real)
    clockTimers = ClockTimers(clock, eventLoop)
    answers = ClientAnswers(eventLoop)
    ownModel = WindowModel(policy: configuration.modelPolicy)
    frameLoop = FrameLoop(self)
    heldCommits = HeldCommits(self)
    idle = IdleWatch(self)
    lastWindow = LastWindowWatch(self)
    lateNews = LateNews(self)
    surfaceNews = SurfaceNews(self)
    retiredGlobals = RetiredGlobals(self)
    toplevels = ToplevelWatch(self)
    foreignExports = ForeignExports(self)
    captures = CaptureQueue(self)
    outputHeads = OutputHeads(self)
    workspaces = Workspaces(self)
    displayControls = DisplayControls(self)
    securityContexts = SecurityContexts(self)
    seat = try Seat(self)
    windowExtension = CasementExtension(self)
    notifier = Notifier(self)
    controller = Controller(self)
    model.arrangesLate = true
    display.willAnswerSync = { [unowned self] in self.arrangeLayers() }
    display.onRegistryLate = { [unowned self] in self.registryIsLate($0) }
    display.onConnect = { [unowned self] client in self.clientConnected(client) }
    globals = GlobalTable.advertise(on: self)
    if let mistake = configuration.mirrorMistakes.first { throw .screen(mistake.message) }
    for screen in configuration.screens { _ = try connectScreen(screen) }
  }

  deinit { display.abandon() }

  // MARK: Running

  /// Waits until something happens, at most `timeoutMilliseconds` (−1: for ever), and handles it.
  public func dispatch(timeoutMilliseconds: Int32 = -1) {
    backend?.turnEnded()
    display.flush()
    eventLoop.dispatch(timeoutMilliseconds: timeoutMilliseconds)
    arrangeLayers()
    covers.turnEnded(self)
    idle.settle()
    controller.turnEnded()
    backend?.turnEnded()
    for body in onTurnEnded { body() }
    display.flush()
  }

  /// Tells layer surfaces their new places, and windows what these leave free: once for all that a turn changed, as one change may move
  /// all of them.
  func arrangeLayers() { if model.isUnarranged { perform(model.arrange()) } }

  /// A descriptor that is readable when there is something to dispatch, for programs with a loop of their own.
  public var fileDescriptor: Int32 { eventLoop.fileDescriptor }

  /// Accepts clients on a Unix socket at `path`.
  ///
  /// - Throws: `ServiceError.socket` where the socket cannot be made.
  public func listen(at path: String) throws(ServiceError) {
    do {
      sockets.append(
        try UnixListener(path: path, eventLoop: eventLoop, isForSameUserOnly: false) { [unowned self] descriptor in
          self.display.connect(descriptor)
        })
    } catch {
      throw .socket(path: path, reason: error.description)
    }
  }

  /// Takes over a connected socket, which the service closes, as a client.
  ///
  /// - Returns: nil where the system cannot have another client.
  @discardableResult
  package func connect(fileDescriptor: Int32) -> Client? { display.connect(OwnedFileDescriptor(fileDescriptor)) }

  /// Disconnects every client and stops to accept new ones.
  public func shutDown() {
    sockets.removeAll()
    securityContexts.stop()
    seat.selections.transfers.stop()
    display.disconnectAll()
    display.flush()
  }

  /// A serial, growing; never 0. One counter serves events of all kinds.
  func nextSerial() -> UInt32 { seat.ledger.next() }

  // MARK: Manual time

  /// When the next thing is due on a manual clock, a screen's tick or another deadline; nil: nothing is.
  var nextDue: UInt64? { [frameLoop.nextTick, clockTimers.next].compactMap { $0 }.min() }

  /// Runs what is due at `time`: deadlines, then ticks. - Returns: the clients that were told to draw.
  func runDue(at time: UInt64) -> [Client] {
    clockTimers.run(dueAt: time)
    return frameLoop.runTicks(dueAt: time)
  }

  /// A window's title or app id is another.
  func nameChanged(of window: WindowID) {
    toplevels.changed(window)
    notifier.nameChanged(of: window)
    backend?.namesChanged()
  }
  /// A window has another root, or none any more.
  func rootChanged(of window: WindowID) { notifier.rootChanged(of: window) }
  /// A window has content for the first time, or again.
  func windowMapped(_ window: ClientWindow) { toplevels.windowMapped(window) }
  /// A window lost its content.
  func windowUnmapped(_ window: ClientWindow) {
    toplevels.windowUnmapped(window.id)
    captures.windowGone(window.id)
  }
  /// Another surface has the keyboard.
  func keyboardTargetChanged() {
    for inhibitor in shortcutsInhibitors { inhibitor.refresh() }
    seat.pointer.constraints.refresh()
    seat.textInputs.keyboardMoved()
  }

  private func clientConnected(_ client: Client) {
    tell(.clientConnected(client))
    let old = client.onDisconnect
    client.onDisconnect = { [unowned self] in
      self.clientGone(client)
      old?()
    }
  }

  /// Has a client that does not read told of screens that came and went when it does.
  private func registryIsLate(_ client: Client) {
    let news = registryNews[client.id] ?? RegistryNews(client, self)
    registryNews[client.id] = news
    lateNews.wait(news)
  }

  private func clientGone(_ client: Client) {
    if let news = registryNews.removeValue(forKey: client.id) { lateNews.forget(news) }
    retiredGlobals.forget(client)
    lastWindow.willTakeAway(client)
    beginCommit()
    answers.forget(client)
    securityContexts.clientGone(client)
    controller.stepper.clientGone(client)
    controller.player.clientGone(client)
    seat.selections.clientGone(client)
    perform(model.removeClient(client.id))
    seat.clientGone(client)
    endCommit()
    tell(.clientGone(client))
  }

  // MARK: Surfaces

  func makeSurfaceID() -> SurfaceID {
    lastSurface += 1
    return SurfaceID(rawValue: lastSurface)
  }

  func surfaceCreated(_ surface: Surface) { surfaces[surface.node.id] = surface }

  /// The surfaces that are on `output`, the oldest first: whatever is told of several is told in this order.
  func surfaces(on output: OutputGlobal) -> [Surface] {
    surfaces.values.filter { $0.enteredScreen === output }.sorted { $0.node.id < $1.node.id }
  }

  /// The surfaces whose clients know them to be on `output`, the oldest first.
  func surfaces(toldOf output: OutputGlobal) -> [Surface] {
    surfaces.values.filter { surfaceNews.screenTold(of: $0) === output }.sorted { $0.node.id < $1.node.id }
  }

  /// Everything between this and `endCommit` is one change: who is under the pointer is looked up once, at its end.
  func beginCommit() { commitDepth += 1 }

  func endCommit() {
    commitDepth -= 1
    guard commitDepth == 0 else { return }
    if heldCommits.isStale { return heldCommits.look() }
    if isSceneChanged { settleScene() }
  }

  private func settleScene() {
    isSceneChanged = false
    seat.sceneChanged()
    idle.refresh()
    captures.sceneSettled()
  }

  /// What lies where may have changed.
  func sceneChanged() {
    sceneSequence += 1
    isSceneChanged = true
    if commitDepth == 0 { settleScene() }
  }

  /// A client committed something.
  func committed(_ surface: Surface) {
    // what was transparent may be opaque now, or the other way round
    idle.refresh()
    if clock.kind == .manual { controller.stepper.committed(surface.client) }
  }

  /// A commit changed `surface`, which `screen` shows.
  func surfaceChanged(_ surface: Surface, _ changes: SurfaceChanges, shownOn screen: ScreenID?) {
    if changes.isMapped || changes.isUnmapped { updateScreens(of: surface) }
    if changes.isMapped || changes.isUnmapped || changes.isResized || changes.isInputChanged || changes.isTreeChanged {
      sceneChanged()
      if changes.isTreeChanged { updateNewcomers(on: surface) }
    }
    if changes.isContentChanged || changes.isTreeChanged {
      sceneSequence += 1
      if screen != nil { lastVisibleChange = (Clock.monotonic, surface.node.id) }
    }
  }

  /// A surface that is in no window is drawn somewhere else, or not any more.
  func surfaceMoved(_ surface: Surface) {
    sceneSequence += 1
    if surface.hasContent { lastVisibleChange = (Clock.monotonic, surface.node.id) }
  }

  /// The surface was put into another tree, or taken out of one.
  func treeChanged(_ surface: Surface) {
    updateScreens(of: surface)
    sceneChanged()
  }

  func surfaceDestroyed(_ surface: Surface) {
    surfaces[surface.node.id] = nil
    frameLoop.forget(surface)
    heldCommits.forget(surface)
    surfaceNews.forget(surface)
    seat.surfaceDestroyed(surface)
    sceneChanged()
  }

  /// The screen that shows `surface`, as far as its window, its ancestors and its content let it be seen.
  func screenShowing(_ surface: Surface) -> ScreenID? {
    guard surface.hasContent else { return nil }
    if surface.node.isRoot { return surface.role?.shownScreen }
    var node = surface.node
    while let parent = node.parent {
      guard parent.hasContent else { return nil }
      node = parent
    }
    return Surface.of(node)?.role?.shownScreen
  }

  /// The window that `surface` is part of.
  func window(of surface: Surface) -> ClientWindow? { surface.root.role?.window ?? surface.root.formerWindow }

  /// Tells the client which screen a surface and those on it are on, and at which scale to draw.
  func updateScreens(of surface: Surface) {
    let screen = screenShowing(surface)
    place(surface, on: screen, screen.flatMap { outputs[$0] }, screen.flatMap { scalePreference(of: $0, for: surface) })
  }

  /// A commit changed which surfaces lie on `surface`, or where: those that came are told.
  private func updateNewcomers(on surface: Surface) {
    for node in surface.node.takeNewcomers() where node.parent === surface.node {
      if let child = Surface.of(node) { updateScreens(of: child) }
    }
  }

  private func place(_ surface: Surface, on screen: ScreenID?, _ output: OutputGlobal?, _ preference: ScalePreference?) {
    placements += 1
    if surface.enteredScreen !== output {
      surfaceNews.move(surface, to: output)
      if output != nil { frameLoop.wasShown(surface) }
    }
    if let preference { tell(preference, to: surface) }
    for node in surface.node.children {
      guard let child = Surface.of(node) else { continue }
      // what is on a surface is seen where that is, if it has content
      if screen != nil, child.hasContent {
        place(child, on: screen, output, preference)
      } else {
        place(child, on: nil, nil, nil)
      }
    }
  }

  /// Tells the client at which scale to draw a surface that is not shown yet, for the screen where it will be.
  func tellLikelyScale(to surface: Surface) {
    if let screen = likelyScreen(of: surface) { tellScale(of: screen, to: surface) }
  }

  /// Tells the client at which scale to draw for `screen`.
  func tellScale(of screen: ScreenID, to surface: Surface) {
    if let preference = scalePreference(of: screen, for: surface) { tell(preference, to: surface) }
  }

  /// How surfaces of the window of `surface` are best drawn for `screen`.
  private func scalePreference(of screen: ScreenID, for surface: Surface) -> ScalePreference? {
    guard let screen = model.screen(screen) else { return nil }
    let rotation = window(of: surface).flatMap { model.placement(of: $0.id)?.rotation } ?? .normal
    return ScalePreference(scale: screen.scale, scale120: screen.scale120, transform: rotation.then(screen.transform))
  }

  func tell(_ preference: ScalePreference, to surface: Surface) {
    guard surface.toldScale != preference else { return surfaceNews.scaleIsTold(surface) }
    guard surfaceNews.mayTell(preference, to: surface) else { return }
    // Both begin as 1 and normal. Only changes are told: alacritty 0.11 and weston-simple-damage 10 bind whatever version of
    // wl_compositor there is, do not know these events, and die of them.
    let (scale, transform) = (surface.toldScale?.scale ?? 1, surface.toldScale?.transform ?? .normal)
    surface.toldScale = preference
    if preference.scale != scale { surface.resource.sendPreferredBufferScale(factor: Int32(preference.scale)) }
    if preference.transform != transform {
      surface.resource.sendPreferredBufferTransform(transform: .init(rawValue: UInt32(preference.transform.rawValue)))
    }
    surface.extensions.fractionalScale?.send(preference.scale120)
  }
}

/// The last scale that a client was told for one surface.
struct ScalePreference: Equatable {
  var scale: Int
  var scale120: Int
  var transform: Transform
}

extension Client {
  /// The client's name in the model.
  var id: ClientID { ClientID(rawValue: Int(number)) }
}

/// Why a service cannot do what its owner asked.
public enum ServiceError: Error, CustomStringConvertible {
  /// A screen cannot be had: why.
  case screen(String)
  /// The keymap cannot be had: why.
  case keymap(String)
  /// A picture cannot be read: its path and why.
  case picture(path: String, reason: String)
  /// A socket cannot be made: its path and why.
  case socket(path: String, reason: String)
  /// A report cannot be written: its path and why.
  case report(path: String, reason: String)

  /// A sentence for people.
  public var description: String {
    switch self {
    case .screen(let reason): "screen: \(reason)"
    case .keymap(let reason): "keymap: \(reason)"
    case .picture(let path, let reason): "picture \(path): \(reason)"
    case .socket(_, let reason): reason
    case .report(let path, let reason): "cannot write the report \(path): \(reason)"
    }
  }
}
