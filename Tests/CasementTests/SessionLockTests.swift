import CasementControl
import CasementTesting
import Geometry
import Rendering
import Scene
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// A lock and its lock surfaces, on the client's side.
private final class TestLock {
  let client: TestClient
  let lock: ExtSessionLockV1Proxy
  private(set) var isLocked = false
  private(set) var isFinished = false

  init(_ client: TestClient) {
    self.client = client
    lock = client.bind(ExtSessionLockManagerV1Proxy.self).lock()
    lock.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .locked: self.isLocked = true
      case .finished: self.isFinished = true
      }
    }
  }
}

private final class TestLockSurface {
  let client: TestClient
  let surface: WlSurfaceProxy
  let object: ExtSessionLockSurfaceV1Proxy
  private(set) var configures: [(serial: UInt32, width: Int, height: Int)] = []

  init(_ lock: TestLock, on output: WlOutputProxy) {
    client = lock.client
    surface = client.compositor.createSurface()
    object = lock.lock.getLockSurface(surface: surface, output: output)
    object.onEvent = { [weak self] event in
      if case .configure(let serial, let width, let height) = event { self?.configures.append((serial, Int(width), Int(height))) }
    }
  }

  func show(_ width: Int, _ height: Int, _ colour: UInt32 = 0xFF11_2233) {
    surface.attach(buffer: client.makeBuffer(width, height, colour), x: 0, y: 0)
    surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
    surface.commit()
  }

  /// Acknowledges the last configure and shows one colour at its size.
  func answer(_ colour: UInt32 = 0xFF11_2233) throws {
    let told = try #require(configures.last)
    object.ackConfigure(serial: told.serial)
    show(told.width, told.height, colour)
    try client.roundtrip()
  }
}

/// A service, a client with a window, and a client that locks.
private struct Scene {
  let test: TestService
  let app: TestClient
  let window: TestWindow
  let locker: TestClient
  let output: WlOutputProxy
  var service: WindowService { test.service }
  var main: ScreenID { service.model.mainScreen! }

  init() throws {
    test = try TestService()
    app = try test.connect()
    window = try app.makeWindow(1280, 720, 0xFF00_FF00)
    locker = try test.connect()
    output = locker.bind(WlOutputProxy.self)
  }

  /// The pixel in the middle of a screen's picture.
  func pixel(of screen: ScreenID) throws -> UInt32 {
    let picture = try #require(service.capture(screen: screen)).picture
    var pixel: UInt32 = 0
    let offset = (picture.size.height / 2 * picture.size.width + picture.size.width / 2) * 4
    unsafe picture.withPixels { pixel = unsafe $0.load(fromByteOffset: offset, as: UInt32.self) }
    return pixel & 0xFF_FFFF
  }

  /// Lets one frame pass.
  func tick() throws {
    service.advanceClock(to: service.clock.now + 20_000_000)
    try app.roundtrip()
    try locker.roundtrip()
  }

  @discardableResult
  func addScreen(refresh: Double) throws -> ScreenID {
    var spec = ScreenSpec(width: 800, height: 600)
    spec.refresh = refresh
    return try service.connectScreen(spec)
  }

  func lock() throws -> TestLock {
    let lock = TestLock(locker)
    try locker.roundtrip()
    try tick()
    #expect(lock.isLocked)
    return lock
  }
}

@Test func aLockBlanksAtOnceAndIsConfirmedAfterATickOfEveryScreen() throws {
  let scene = try Scene()
  try scene.addScreen(refresh: 10)
  let lock = TestLock(scene.locker)
  try scene.locker.roundtrip()
  #expect(try scene.pixel(of: scene.main) == 0)
  #expect(!lock.isLocked)
  try scene.tick()
  #expect(!lock.isLocked, "the slower screen has not passed a tick")
  scene.service.advanceClock(to: scene.service.clock.now + 100_000_000)
  try scene.locker.roundtrip()
  #expect(lock.isLocked)
  #expect(scene.service.model.isLocked)
}

@Test func aScreenThatGoesIsNotWaitedFor() throws {
  let scene = try Scene()
  let second = try scene.addScreen(refresh: 1)
  let lock = TestLock(scene.locker)
  try scene.locker.roundtrip()
  try scene.tick()
  #expect(!lock.isLocked)
  scene.service.perform(scene.service.model.removeScreen(second))
  try scene.locker.roundtrip()
  #expect(lock.isLocked)
}

@Test func lockSurfacesCoverTheirScreensAndUnlockingShowsTheSessionAgain() throws {
  let scene = try Scene()
  let lock = try scene.lock()
  let surface = TestLockSurface(lock, on: scene.output)
  try scene.locker.roundtrip()
  #expect(surface.configures.map(\.width) == [1280])
  #expect(surface.configures.map(\.height) == [720])
  #expect(!scene.window.isActivated)
  try surface.answer()
  #expect(try scene.pixel(of: scene.main) == 0x11_2233)
  #expect(scene.service.seat.keyboard.target?.resource.id == surface.surface.id)
  lock.lock.unlockAndDestroy()
  try scene.locker.roundtrip()
  try scene.app.roundtrip()
  #expect(try scene.pixel(of: scene.main) == 0x00_FF00)
  #expect(scene.window.isActivated)
  #expect(scene.service.sessionLock == nil)
  // what is left of the lock shows nothing any more
  surface.show(1280, 720)
  #expect(scene.locker.failure() == nil)
  #expect(try scene.pixel(of: scene.main) == 0x00_FF00)
}

@Test func inputGoesToLockSurfacesOnly() throws {
  let scene = try Scene()
  let pointer = scene.app.seat.getPointer()
  let keyboard = scene.app.seat.getKeyboard()
  let touch = scene.app.seat.getTouch()
  try scene.app.roundtrip()
  var events: [String] = []
  scene.service.injectPointerMotion(to: .init(x: 100, y: 100))
  scene.service.injectButton(pressed: true)
  scene.service.injectTouchDown(1, at: .init(x: 10, y: 10))
  try scene.app.roundtrip()
  pointer.onEvent = { event in
    switch event {
    case .leave: events.append("pointer left")
    case .motion, .button, .enter: events.append("pointer")
    default: break
    }
  }
  keyboard.onEvent = { event in
    if case .leave = event { events.append("keyboard left") }
    if case .key = event { events.append("key") }
  }
  touch.onEvent = { event in
    if case .cancel = event { events.append("touch cancelled") }
    if case .motion = event { events.append("touch") }
  }
  _ = (scene.locker.seat.getKeyboard(), scene.locker.seat.getPointer(), scene.locker.seat.getTouch())
  let lock = TestLock(scene.locker)
  try scene.locker.roundtrip()
  #expect(scene.service.injectKey(30, pressed: true) == nil)
  #expect(scene.service.injectPointerMotion(to: .init(x: 200, y: 200)) == nil)
  #expect(scene.service.injectButton(pressed: false) == nil)
  #expect(scene.service.injectTouchMotion(1, to: .init(x: 20, y: 20)) == nil)
  scene.service.injectTouchUp(1)
  try scene.app.roundtrip()
  #expect(events.sorted() == ["keyboard left", "pointer left", "touch cancelled"])
  let surface = TestLockSurface(lock, on: scene.output)
  try scene.locker.roundtrip()
  try surface.answer()
  let id = try scene.service.id(of: surface.surface)
  #expect(scene.service.injectKey(31, pressed: true) == id)
  #expect(scene.service.injectButton(pressed: true) == id)
  #expect(scene.service.injectTouchDown(2, at: .init(x: 20, y: 20)) == id)
}

@Test func popupsAndTheirGrabsEndAndNoneBegins() throws {
  let scene = try Scene()
  func openPopup() throws -> TestPopup {
    let popup = TestPopup(scene.app, size: (50, 50), anchor: (0, 0, 10, 10), parent: scene.window.xdgSurface)
    return popup
  }
  let pointer = scene.app.seat.getPointer()
  var serial: UInt32 = 0
  pointer.onEvent = { event in if case .button(let number, _, _, _) = event { serial = number } }
  try scene.app.roundtrip()
  scene.service.injectPointerMotion(to: .init(x: 100, y: 100))
  scene.service.injectButton(pressed: true)
  try scene.app.roundtrip()
  let grabbing = try openPopup()
  grabbing.popup.grab(seat: scene.app.seat, serial: serial)
  grabbing.surface.commit()
  try scene.app.roundtrip()
  grabbing.show(0xFF00_00FF)
  let plain = TestPopup(scene.app, size: (20, 20), anchor: (300, 0, 10, 10), parent: scene.window.xdgSurface)
  plain.surface.commit()
  try scene.app.roundtrip()
  plain.show(0xFF00_00FF)
  try scene.app.roundtrip()
  #expect(!scene.service.seat.popupGrabs.isEmpty)
  _ = try scene.lock()
  #expect(grabbing.isDone)
  #expect(plain.isDone)
  #expect(scene.service.seat.popupGrabs.isEmpty)
  let late = try openPopup()
  late.popup.grab(seat: scene.app.seat, serial: serial)
  try scene.app.roundtrip()
  #expect(late.isDone)
  #expect(scene.service.seat.popupGrabs.isEmpty)
}

@Test func aSecondLockerIsRefused() throws {
  let scene = try Scene()
  let first = try scene.lock()
  let second = TestLock(try scene.test.connect())
  try second.client.roundtrip()
  #expect(second.isFinished)
  #expect(!second.isLocked)
  let surface = TestLockSurface(second, on: second.client.bind(WlOutputProxy.self))
  try second.client.roundtrip()
  #expect(surface.configures.isEmpty)
  second.lock.destroy()
  try second.client.roundtrip()
  #expect(scene.service.model.isLocked)
  #expect(!first.isFinished)
}

@Test func theLockOutlivesItsClientAndAnotherMayTakeItOver() throws {
  let scene = try Scene()
  let lock = try scene.lock()
  let surface = TestLockSurface(lock, on: scene.output)
  try scene.locker.roundtrip()
  try surface.answer()
  scene.service.clientWindows[try scene.service.id(of: surface.surface)]?.client.disconnect()
  #expect(scene.service.model.isLocked)
  #expect(try scene.pixel(of: scene.main) == 0)
  #expect(scene.service.injectKey(30, pressed: true) == nil)
  let next = TestLock(try scene.test.connect())
  try next.client.roundtrip()
  scene.service.advanceClock(to: scene.service.clock.now + 20_000_000)
  try next.client.roundtrip()
  #expect(next.isLocked)
  next.lock.unlockAndDestroy()
  try next.client.roundtrip()
  #expect(!scene.service.model.isLocked)
  #expect(try scene.pixel(of: scene.main) == 0x00_FF00)
}

@Test func aLockGivenUpBeforeItIsConfirmedUnlocks() throws {
  let scene = try Scene()
  let lock = TestLock(scene.locker)
  try scene.locker.roundtrip()
  lock.lock.destroy()
  try scene.locker.roundtrip()
  #expect(!scene.service.model.isLocked)
  try scene.tick()
  #expect(try scene.pixel(of: scene.main) == 0x00_FF00)
}

@Test func aScreenThatComesOrChangesWhileLockedIsBlankFromItsFirstFrame() throws {
  let scene = try Scene()
  _ = try scene.lock()
  let screen = try scene.service.connectScreen(ScreenSpec(width: 800, height: 600))
  #expect(try scene.pixel(of: screen) == 0)
  scene.service.injectPointerMotion(to: .init(x: 1300, y: 10))
  #expect(scene.service.injectButton(pressed: true) == nil)
  let window = try scene.app.makeWindow(1280, 720, 0xFFFF_FFFF)
  #expect(!window.isActivated)
  #expect(try scene.pixel(of: scene.main) == 0)
  #expect(try scene.pixel(of: screen) == 0)
  var change = ScreenChange()
  change.customMode = ScreenMode(size: Size(width: 640, height: 480), refresh: 60_000)
  scene.service.perform(try scene.service.model.updateScreen(scene.main, change))
  #expect(try scene.pixel(of: scene.main) == 0)
}

@Test func aScreenThatChangesAsksItsLockSurfaceForAnotherSize() throws {
  let scene = try Scene()
  let lock = try scene.lock()
  let surface = TestLockSurface(lock, on: scene.output)
  try scene.locker.roundtrip()
  try surface.answer()
  var change = ScreenChange()
  change.customMode = ScreenMode(size: Size(width: 640, height: 480), refresh: 60_000)
  scene.service.perform(try scene.service.model.updateScreen(scene.main, change))
  try scene.locker.roundtrip()
  #expect(surface.configures.last?.width == 640)
  // the old size is right until the new one is acknowledged
  surface.show(1280, 720)
  #expect(scene.locker.failure() == nil)
  try surface.answer()
  #expect(try scene.pixel(of: scene.main) == 0x11_2233)
}

private let mistakes: [(name: String, interface: String, code: UInt32, act: @Sendable (TestLock, WlOutputProxy) throws -> Void)] = [
  // an error of a destructor: the client has no object any more that could tell the interface
  ("destroying a lock that holds", "", 0, { lock, _ in lock.lock.destroy() }),
  (
    "a surface with another role", "ext_session_lock_v1", 2,
    { lock, output in
      let surface = lock.client.compositor.createSurface()
      _ = lock.client.wmBase.getXdgSurface(surface: surface).getToplevel()
      _ = lock.lock.getLockSurface(surface: surface, output: output)
    }
  ),
  (
    "two surfaces for a screen", "ext_session_lock_v1", 3,
    { lock, output in
      _ = TestLockSurface(lock, on: output)
      _ = TestLockSurface(lock, on: output)
    }
  ),
  (
    "a surface with a buffer", "ext_session_lock_v1", 4,
    { lock, output in
      let surface = lock.client.compositor.createSurface()
      surface.attach(buffer: lock.client.makeBuffer(1, 1, 0), x: 0, y: 0)
      _ = lock.lock.getLockSurface(surface: surface, output: output)
    }
  ),
  (
    "a commit before the first acknowledgement", "ext_session_lock_surface_v1", 0,
    { lock, output in TestLockSurface(lock, on: output).show(1280, 720) }
  ),
  (
    "a commit without a buffer", "ext_session_lock_surface_v1", 1,
    { lock, output in
      let surface = TestLockSurface(lock, on: output)
      try lock.client.roundtrip()
      surface.object.ackConfigure(serial: surface.configures[0].serial)
      surface.surface.commit()
    }
  ),
  (
    "another size", "ext_session_lock_surface_v1", 2,
    { lock, output in
      let surface = TestLockSurface(lock, on: output)
      try lock.client.roundtrip()
      surface.object.ackConfigure(serial: surface.configures[0].serial)
      surface.show(1280, 719)
    }
  ),
  (
    "a serial acknowledged twice", "ext_session_lock_surface_v1", 3,
    { lock, output in
      let surface = TestLockSurface(lock, on: output)
      try lock.client.roundtrip()
      surface.object.ackConfigure(serial: surface.configures[0].serial)
      surface.object.ackConfigure(serial: surface.configures[0].serial)
    }
  ),
]

@Test(arguments: mistakes.indices)
func aLockersMistakeEndsTheConnectionAndNotTheLock(index: Int) throws {
  let scene = try Scene()
  try mistakes[index].act(try scene.lock(), scene.output)
  #expect(isError(scene.locker.failure(), mistakes[index].interface, mistakes[index].code), "\(mistakes[index].name)")
  scene.test.pump()
  #expect(scene.service.model.isLocked)
}

@Test func whatCrossesTheUnlockingIsNoOffence() throws {
  let scene = try Scene()
  let lock = try scene.lock()
  let surface = TestLockSurface(lock, on: scene.output)
  try scene.locker.roundtrip()
  try surface.answer()
  lock.lock.unlockAndDestroy()
  surface.surface.attach(buffer: nil, x: 0, y: 0)
  surface.surface.commit()
  surface.show(7, 7)
  #expect(scene.locker.failure() == nil)
  surface.object.destroy()
  surface.surface.attach(buffer: nil, x: 0, y: 0)
  surface.surface.commit()
  #expect(scene.locker.failure() == nil)
}

@Test func unlockingBeforeTheLockIsConfirmedIsAMistake() throws {
  let scene = try Scene()
  TestLock(scene.locker).lock.unlockAndDestroy()
  // the client has no object any more that could tell the interface
  #expect(isError(scene.locker.failure(), "", 1))
  scene.test.pump()
  #expect(scene.service.model.isLocked)
}
