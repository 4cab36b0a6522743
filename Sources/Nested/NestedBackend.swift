package import Casement
internal import Geometry
internal import WaylandClient
internal import WaylandServer
package import WindowModel

/// Shows the screens of a service as windows of another Wayland session, and brings what a person does there.
///
/// It never waits for the host: a host that starves a window, or does not read, stops neither the service nor its other screens.
package final class NestedBackend: Backend {
  /// Why there is nothing to show any more.
  package enum End: Equatable {
    /// The host closed the last window.
    case closed
    /// The host is gone, for this reason.
    case lost(NestedError)
  }

  unowned let service: WindowService
  let options: NestedOptions
  private var host: Host?
  /// What shows the screens until the host has answered.
  private var former: NestedBackend?
  /// Whether the screens are shown here.
  private var isAttached = false
  private var windows: [ScreenID: HostWindow] = [:]
  /// Called when the service is to end.
  package var onEnd: ((End) -> Void)?
  /// Called with a sentence for people.
  package var onMessage: ((String) -> Void)?
  private var alarm: TimerSource?
  private var patience: TimerSource?
  private var areNamesStale = false
  /// Whether a screen came while the host did not read.
  private var areWindowsDue = false
  /// Windows to be closed as soon as the host reads.
  private var leaving: [HostWindow] = []
  private var lastMessage = ""

  /// Begins to show the screens of `service` at `address`. `onReady` is called when the host has answered: with what is wrong where it
  /// cannot be used.
  ///
  /// The service keeps the backend, unless it is shown elsewhere by now.
  /// - Parameter former: what shows the screens until this host has answered, and goes on where it cannot be used; nil: nobody does.
  /// - Throws: `NestedError.unreachable` where nobody listens there.
  @discardableResult
  package init(
    _ service: WindowService, at address: HostAddress, options: NestedOptions = NestedOptions(), insteadOf former: NestedBackend? = nil,
    onReady: @escaping (NestedError?) -> Void = { _ in }
  ) throws(NestedError) {
    self.service = service
    self.options = options
    self.former = former
    let connection = try address.connect()
    if former == nil { attach() }
    var waiting: ((NestedError?) -> Void)? = onReady
    let answered = { [unowned self] (error: NestedError?) in
      self.patience = nil
      let error = waiting == nil ? error : error?.whileGreeting("\(address)")
      if let error { self.lost(error) } else { self.takeOver() }
      let body = waiting
      waiting = nil
      body?(error)
    }
    host = Host(connection, self, ready: answered)
    host!.link.onEnd = { answered($0) }
    patience = service.eventLoop.makeTimer { [unowned self] in answered(.silent(seconds: self.options.patience / 1000)) }
    patience?.arm(afterMilliseconds: options.patience)
    host!.link.onRoom = { [unowned self] in self.showAll() }
  }

  private func attach() {
    isAttached = true
    service.attach(self)
  }

  /// The host has answered: the screens are windows of it from now on.
  private func takeOver() {
    former?.stop()
    former = nil
    if !isAttached { attach() }
    host?.bindSeats()
    openWindows()
  }

  /// Whether the host has answered, and its windows are shown.
  package var isReady: Bool { host?.isReady ?? false }

  var now: UInt64 { Clock.monotonic }

  /// Tells a person, once where the same is to be said again.
  func tell(_ message: String) {
    guard message != lastMessage else { return }
    lastMessage = message
    onMessage?(message)
  }

  // MARK: Windows

  private func openWindows() {
    for screen in service.model.screens { open(screen.id) }
  }

  private func open(_ screen: ScreenID) {
    guard let host, host.isReady, windows[screen] == nil else { return }
    guard host.link.canSend else { return areWindowsDue = true }
    windows[screen] = HostWindow(screen, on: host, self)
  }

  private func closeWindow(of screen: ScreenID) {
    guard let window = windows.removeValue(forKey: screen), let host else { return }
    for seat in host.seats { seat.windowClosed(window) }
    window.painter.stop()
    if host.link.canSend { window.close() } else { leaving.append(window) }
  }

  /// What had to wait until the host reads.
  private func catchUp() {
    while let window = leaving.popLast() {
      window.close()
      guard host?.link.canSend == true else { return }
    }
    guard areWindowsDue else { return }
    areWindowsDue = false
    openWindows()
  }

  /// The window that `surface` is.
  func window(of surface: WlSurfaceProxy) -> HostWindow? { windows.values.first { $0.surface === surface } }

  /// The person closed a window: its screen is gone, and with the last one the service ends.
  func closed(_ window: HostWindow) {
    guard windows[window.screen] === window else { return }
    service.disconnectScreen(window.screen)
    if windows.isEmpty, !options.keepsRunning { onEnd?(.closed) }
  }

  /// Makes a screen what its window is.
  func change(_ screen: ScreenID, _ change: ScreenChange) {
    do { try service.changeScreen(screen, change) } catch { tell("the host asks for a screen that cannot be: \(error)") }
  }

  func outputsChanged() {
    for screen in windows.keys.sorted() { windows[screen]?.followHost() }
  }

  func outputGone(_ output: HostOutput) {
    for screen in windows.keys.sorted() { windows[screen]?.outputGone(output) }
  }

  /// A MIME type of no data: what is offered with it is our own.
  let selectionMark = "application/x-casement-\(UInt64.random(in: 0...UInt64.max))"

  // MARK: The service

  package func paces(_ screen: ScreenID) -> Bool { windows[screen]?.painter.paces ?? false }

  package func tickWanted(on screen: ScreenID) { windows[screen]?.painter.wantTick() }

  package func hear(_ event: WindowEvent) {
    switch event {
    case .screenAdded(let screen): open(screen)
    case .screenRemoved(let screen): closeWindow(of: screen)
    case .screenUpdated(let screen): windows[screen]?.screenUpdated()
    case .keyMoved, .becameVisible, .becameHidden, .screenChanged, .removed: areNamesStale = true
    default: break
    }
  }

  package func namesChanged() { areNamesStale = true }

  package func selectionChanged(_ kind: SelectionKind) {
    for seat in host?.seats ?? [] { seat.selectionChanged(kind) }
  }

  package func dragBegan() {
    for seat in host?.seats ?? [] { seat.data?.dragBegan() }
  }

  package func turnEnded() { showAll() }

  // MARK: Showing

  private func showAll() {
    guard let host else { return }
    guard host.link.canSend else { return windows.values.forEach { $0.painter.waitForRoom() } }
    catchUp()
    if areNamesStale {
      areNamesStale = false
      for screen in windows.keys.sorted() { windows[screen]?.nameChanged() }
    }
    for screen in windows.keys.sorted() { windows[screen]?.show() }
    for seat in host.seats {
      seat.pointer?.update()
      seat.keyboard?.updateInhibitor()
      seat.tablets?.update()
      seat.data?.check()
    }
    host.link.flush()
  }

  /// Shows what changed on one screen.
  func show(_ screen: ScreenID) { windows[screen]?.show() }

  /// Looks again whether there is something to show when `time` has come, in real nanoseconds.
  func lookAgain(at time: UInt64) {
    let timer = alarm ?? service.eventLoop.makeTimer { [unowned self] in self.showAll() }
    alarm = timer
    if !timer.isArmed { timer.arm(at: time) }
  }

  /// The pointer, where a screen's picture has to show it: the host's own is elsewhere.
  func drawnPointer(on screen: ScreenID) -> DrawnPointer? {
    guard let position = service.pointerPosition, service.model.screen(at: position) == screen else { return nil }
    let isHosts = host?.seats.contains { $0.pointer?.position == position || $0.tablets?.isAt(position) == true } ?? false
    return isHosts ? nil : DrawnPointer(position: position, picture: service.pointerPicture)
  }

  // MARK: The end

  private func lost(_ error: NestedError) {
    guard let host else { return }
    self.host = nil
    host.end()
    for window in windows.values { window.painter.stop() }
    (windows, leaving) = ([:], [])
    detach()
    onEnd?(.lost(error))
  }

  private func detach() {
    former = nil
    guard isAttached else { return }
    isAttached = false
    service.detachBackend()
  }

  /// Closes the windows, because the service ends.
  package func stop() {
    guard let host else { return }
    for screen in windows.keys.sorted() { closeWindow(of: screen) }
    leaving = []
    self.host = nil
    (alarm, patience) = (nil, nil)
    host.end()
    detach()
  }
}
