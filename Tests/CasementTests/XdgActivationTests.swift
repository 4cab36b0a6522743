import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// Two clients: the first one's window has key, and it has been pressed.
private final class Scene {
  let test: TestService
  let first: TestClient
  let second: TestClient
  let window: TestWindow
  let other: TestWindow
  /// The serial of a press in the first client's window.
  private(set) var serial: UInt32 = 0
  /// The serial with which it got the keyboard.
  private(set) var enter: UInt32 = 0
  private(set) var attention: [WindowID] = []
  var service: WindowService { test.service }

  init() throws {
    test = try TestService()
    second = try test.connect()
    other = try second.makeWindow(1280, 720, 0xFF00_00FF)
    first = try test.connect()
    window = try first.makeWindow(1280, 720, 0xFF00_FF00)
    let keyboard = first.seat.getKeyboard()
    keyboard.onEvent = { [unowned self] event in
      if case .key(let serial, _, _, _) = event { self.serial = serial }
      if case .enter(let serial, _, _) = event { self.enter = serial }
    }
    try first.roundtrip()
    service.injectKey(30, pressed: true)
    service.injectKey(30, pressed: false)
    try first.roundtrip()
    service.observers.append { [unowned self] event in
      if case .attention(let id) = event { self.attention.append(id) }
    }
  }

  private func id(_ window: TestWindow, of client: TestClient) throws -> WindowID {
    try #require(
      service.clientWindows.values.first { $0.role.title == "Test" && $0.surface.resource.id == window.surface.id && isOwn($0, client) }?.id
    )
  }

  // the second client connected first
  private func isOwn(_ window: ClientWindow, _ client: TestClient) -> Bool { (window.client.number == 1) == (client === second) }

  func ids() throws -> (first: WindowID, second: WindowID) { (try id(window, of: first), try id(other, of: second)) }

  /// Asks for a token as the first client.
  func token(serial: UInt32?) throws -> String {
    let request = first.bind(XdgActivationV1Proxy.self).getActivationToken()
    var token: String?
    request.onEvent = { event in if case .done(let text) = event { token = text } }
    if let serial { request.setSerial(serial: serial, seat: first.seat) }
    request.setAppId(appId: "next")
    request.setSurface(surface: window.surface)
    request.commit()
    try first.roundtrip()
    request.destroy()
    return try #require(token)
  }

  func activate(_ token: String) throws {
    second.bind(XdgActivationV1Proxy.self).activate(token: token, surface: other.surface)
    try second.roundtrip()
  }
}

@Test func aValidTokenMovesKeyAndRaisesOnce() throws {
  let scene = try Scene()
  let (first, second) = try scene.ids()
  let token = try scene.token(serial: scene.serial)
  #expect(token.count == 32)
  try scene.activate(token)
  #expect(scene.service.model.key == second)
  #expect(scene.service.model.windowList.last == second)
  scene.service.perform(scene.service.model.makeKeyAndVisible(first, authority: .controller))
  try scene.activate(token)
  #expect(scene.service.model.key == first, "it is used up")
  #expect(scene.service.model.windowList.last == first)
  #expect(scene.attention == [second])
}

@Test func aTokenIsValidFor30Seconds() throws {
  for (milliseconds, works) in [(30_000, true), (30_001, false)] as [(UInt64, Bool)] {
    let scene = try Scene()
    let (first, second) = try scene.ids()
    let token = try scene.token(serial: scene.serial)
    scene.service.advanceClock(to: scene.service.clock.now + milliseconds * 1_000_000)
    try scene.activate(token)
    #expect(scene.service.model.key == (works ? second : first))
  }
}

@Test func aTokenWithoutAnInputEventOrWithoutKeyIsWorthNothing() throws {
  let scene = try Scene()
  let (first, second) = try scene.ids()
  for serial in [nil, 0, scene.serial &+ 1000] {
    try scene.activate(try scene.token(serial: serial))
    #expect(scene.service.model.key == first)
  }
  #expect(scene.attention == [second, second, second])
  scene.service.perform(scene.service.model.setCanBecomeKey(first, false))
  #expect(scene.service.model.key == second)
  let token = try scene.token(serial: scene.serial)
  scene.service.perform(scene.service.model.setCanBecomeKey(first, true))
  scene.service.perform(scene.service.model.makeKey(first, authority: .controller))
  try scene.activate(token)
  #expect(scene.service.model.key == first)
}

@Test func aTokenOfNobodyDrawsAttention() throws {
  let scene = try Scene()
  let (first, second) = try scene.ids()
  try scene.activate("00000000000000000000000000000000")
  #expect(scene.service.model.key == first)
  #expect(scene.service.model.windowList.last == first)
  #expect(scene.attention == [second])
}

@Test func theServiceMintsTokensItself() throws {
  let scene = try Scene()
  try scene.activate(scene.service.mintActivationToken())
  #expect(scene.service.model.key == (try scene.ids().second))
}

@Test func aTokenOutlivesTheClientThatGotIt() throws {
  let scene = try Scene()
  let (first, second) = try scene.ids()
  let third = try scene.test.connect()
  let top = try third.makeWindow(1280, 720, 0xFFFF_FFFF, title: "Third")
  scene.service.perform(scene.service.model.makeKey(first, authority: .controller))
  let token = try scene.token(serial: scene.serial)
  scene.service.clientWindows[first]?.client.disconnect()
  #expect(scene.service.clientWindows[first] == nil)
  try third.roundtrip()
  #expect(top.isActivated)
  try scene.activate(token)
  #expect(scene.service.model.key == second)
}

@Test func aTokenPresentedBeforeTheFirstMapIsKeptForIt() throws {
  let scene = try Scene()
  let window = TestWindow(scene.second)
  window.surface.commit()
  let token = try scene.token(serial: scene.serial)
  scene.second.bind(XdgActivationV1Proxy.self).activate(token: token, surface: window.surface)
  try scene.second.roundtrip()
  #expect(scene.service.model.key == (try scene.ids().first))
  window.show(1280, 720, 0xFFFF_0000)
  try scene.second.roundtrip()
  #expect(window.isActivated)
  #expect(!scene.service.redeemActivationToken(token), "it is used up")
}

@Test func aMinimisedWindowComesBack() throws {
  let scene = try Scene()
  let (_, second) = try scene.ids()
  scene.service.perform(scene.service.model.setMinimised(second, true))
  try scene.activate(try scene.token(serial: scene.serial))
  #expect(scene.service.model.key == second)
  #expect(scene.service.model.window(second)?.isShown == true)
}

@Test func aSurfaceWithoutAWindowUsesNoTokenUp() throws {
  let scene = try Scene()
  let token = try scene.token(serial: scene.serial)
  scene.second.bind(XdgActivationV1Proxy.self).activate(token: token, surface: scene.second.compositor.createSurface())
  try scene.second.roundtrip()
  try scene.activate(token)
  #expect(scene.service.model.key == (try scene.ids().second))
}

private let afterCommit: [@Sendable (XdgActivationTokenV1Proxy, TestWindow) -> Void] = [
  { token, _ in token.commit() }, { token, window in token.setSerial(serial: 1, seat: window.client.seat) },
  { token, _ in token.setAppId(appId: "late") }, { token, window in token.setSurface(surface: window.surface) },
]

@Test(arguments: afterCommit.indices)
func aTokenIsCommittedOnce(index: Int) throws {
  let scene = try Scene()
  let token = scene.first.bind(XdgActivationV1Proxy.self).getActivationToken()
  token.commit()
  #expect(scene.first.failure() == nil)
  afterCommit[index](token, scene.window)
  #expect(isError(scene.first.failure(), "xdg_activation_token_v1", 0))
}

@Test func theSerialOfGettingTheKeyboardIsGoodForATokenWhileTheClientHasIt() throws {
  let scene = try Scene()
  let (first, second) = try scene.ids()
  try scene.activate(scene.token(serial: scene.enter))
  #expect(scene.service.model.key == second)
  // it has key no longer
  try scene.activate(scene.token(serial: scene.enter))
  scene.service.perform(scene.service.model.makeKey(first, authority: .controller))
  let stale = scene.enter
  try scene.first.roundtrip()
  try scene.activate(scene.token(serial: stale))
  #expect(scene.service.model.key == first, "it got the keyboard with another serial since")
}

@Test func aStockWindowThatIsMappedAgainTakesNoKeyFromAnotherClient() throws {
  let scene = try Scene()
  let (first, second) = try scene.ids()
  #expect(scene.service.model.key == first)
  scene.other.surface.attach(buffer: nil, x: 0, y: 0)
  scene.other.surface.commit()
  try scene.second.roundtrip()
  scene.other.surface.commit()
  try scene.second.roundtrip()
  scene.other.show(1280, 720, 0xFF00_00FF)
  try scene.second.roundtrip()
  #expect(scene.service.model.window(second)?.isShown == true && scene.service.model.key == first)
  #expect(scene.service.model.windowList.last == second)
}
