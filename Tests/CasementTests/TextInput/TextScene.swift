import CasementTesting
import Geometry
import Glibc
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// A client with a window that has key and a text input, and another client that may become the input method.
final class TextScene {
  let test: TestService
  let app: TestClient
  let method: TestClient
  let window: TestWindow
  let manager: ZwpTextInputManagerV3Proxy
  let input: ZwpTextInputV3Proxy
  /// What each side was told.
  let appLog = EventLog()
  let methodLog = EventLog()
  private(set) var im: ZwpInputMethodV2Proxy!
  /// How often the input method was told that a state is complete.
  private(set) var doneCount: UInt32 = 0
  private(set) var grabKeymap = ""
  private var kept: [AnyObject] = []
  var service: WindowService { test.service }

  init(hasMethod: Bool = true, placement: ServiceConfiguration.Placement = .fill) throws {
    var configuration = ServiceConfiguration.manual
    configuration.placement = placement
    test = try TestService(configuration)
    app = try test.connect()
    method = try test.connect()
    window = try app.makeWindow(200, 150, 0xFFFF_0000)
    manager = app.bind(ZwpTextInputManagerV3Proxy.self)
    input = manager.getTextInput(seat: app.seat)
    input.onEvent = { [weak self] in if let self { self.appLog.add(self.words($0)) } }
    if hasMethod { im = become(method, methodLog) }
    _ = try told()
  }

  /// Makes a client ask to be the input method.
  func become(_ client: TestClient, _ log: EventLog) -> ZwpInputMethodV2Proxy {
    let made = client.bind(ZwpInputMethodManagerV2Proxy.self).getInputMethod(seat: client.seat)
    made.onEvent = { [weak self] event in
      guard let self else { return }
      if case .done = event, log === self.methodLog { self.doneCount += 1 }
      log.add(self.words(event))
    }
    return made
  }

  /// A second text input of the app, which writes to `log`.
  func another(_ log: EventLog) -> ZwpTextInputV3Proxy {
    let made = manager.getTextInput(seat: app.seat)
    made.onEvent = { [weak self] in if let self { log.add(self.words($0)) } }
    return made
  }

  func words(_ event: ZwpTextInputV3Event) -> String {
    switch event {
    case .enter(let surface): "enter \(surface === window.surface ? "window" : surface == nil ? "nothing" : "another")"
    case .leave(let surface): "leave \(surface === window.surface ? "window" : surface == nil ? "nothing" : "another")"
    case .preeditString(let text, let begin, let end): "preedit \(text ?? "nil") \(begin) \(end)"
    case .commitString(let text): "commit \(text ?? "nil")"
    case .deleteSurroundingText(let before, let after): "delete \(before) \(after)"
    case .done(let serial): "done \(serial)"
    }
  }

  func words(_ event: ZwpInputMethodV2Event) -> String {
    switch event {
    case .activate: "activate"
    case .deactivate: "deactivate"
    case .surroundingText(let text, let cursor, let anchor): "text \(text) \(cursor) \(anchor)"
    case .textChangeCause(let cause): "cause \(cause.rawValue)"
    case .contentType(let hint, let purpose): "type \(hint.rawValue) \(purpose.rawValue)"
    case .done: "done"
    case .unavailable: "unavailable"
    }
  }

  /// What the app was told, and what the input method, since the last time.
  func told() throws -> (app: [String], method: [String]) {
    for _ in 0..<2 {
      try app.roundtrip()
      try method.roundtrip()
    }
    return (appLog.taken, methodLog.taken)
  }

  /// The app's text input is the active field.
  func enable() throws {
    input.enable()
    input.commit()
    _ = try told()
  }

  /// Takes the keyboard for the input method; it hears of it in `methodLog`.
  func grab() -> ZwpInputMethodKeyboardGrabV2Proxy {
    let made = im.grabKeyboard()
    made.onEvent = { [weak self] event in
      switch event {
      case .keymap(let format, let file, let size):
        self?.methodLog.add("keymap \(format.rawValue) \(size > 1000 ? "large" : "small")")
        close(file)
      case .key(_, _, let key, let state): self?.methodLog.add("key \(key) \(state.rawValue)")
      case .modifiers(_, let depressed, let latched, let locked, let group):
        self?.methodLog.add("modifiers \(depressed) \(latched) \(locked) \(group)")
      case .repeatInfo(let rate, let delay): self?.methodLog.add("repeat \(rate) \(delay)")
      }
    }
    kept.append(made)
    return made
  }

  /// Presses a key and lets it go.
  func type(_ key: UInt32) {
    service.seat.keyboard.key(key, pressed: true)
    service.seat.keyboard.key(key, pressed: false)
  }

  /// A popup of the input method, of one colour. - Returns: it, its surface, and what it is told.
  func popup(_ width: Int, _ height: Int) -> (popup: ZwpInputPopupSurfaceV2Proxy, surface: WlSurfaceProxy, log: EventLog) {
    let surface = method.compositor.createSurface()
    let popup = im.getInputPopupSurface(surface: surface)
    let log = EventLog()
    popup.onEvent = { event in
      if case .textInputRectangle(let x, let y, let width, let height) = event { log.add("\(x),\(y) \(width)x\(height)") }
    }
    surface.attach(buffer: method.makeBuffer(width, height, 0xFF00_FF00), x: 0, y: 0)
    surface.commit()
    return (popup, surface, log)
  }

  /// Where a surface of the input method is shown in the layout; nil where it is not.
  func frame(of surface: WlSurfaceProxy) -> Rect<LayoutPoints>? {
    let client = service.display.connectedClients.first { $0.number == 2 }
    let found = service.clientWindows.values.first { $0.surface.resource.id == surface.id && $0.client === client }
    return found.flatMap { $0.shownScreen == nil ? nil : service.model.frame(of: $0.id) }
  }
}
