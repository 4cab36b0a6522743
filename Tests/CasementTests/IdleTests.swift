import CasementTesting
import Geometry
import Input
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

/// A service and a client that waits for the seat to become idle.
private final class Scene {
  let test: TestService
  let client: TestClient
  let notifier: ExtIdleNotifierV1Proxy
  var service: WindowService { test.service }
  private(set) var events: [String] = []

  init() throws {
    test = try TestService()
    client = try test.connect()
    notifier = client.bind(ExtIdleNotifierV1Proxy.self)
  }

  func notify(after milliseconds: UInt32, inputOnly: Bool = false) -> ExtIdleNotificationV1Proxy {
    let made =
      inputOnly
      ? notifier.getInputIdleNotification(timeout: milliseconds, seat: client.seat)
      : notifier.getIdleNotification(timeout: milliseconds, seat: client.seat)
    let prefix = inputOnly ? "input " : ""
    made.onEvent = { [unowned self] event in
      switch event {
      case .idled: self.events.append(prefix + "idled")
      case .resumed: self.events.append(prefix + "resumed")
      }
    }
    return made
  }

  /// Lets time pass. - Returns: what the client was told since the last call.
  func pass(_ milliseconds: UInt64) throws -> [String] {
    try client.roundtrip()
    service.advanceClock(to: service.clock.now + milliseconds * 1_000_000)
    try client.roundtrip()
    defer { events = [] }
    return events
  }

  func inhibit(_ surface: WlSurfaceProxy) -> ZwpIdleInhibitorV1Proxy {
    client.bind(ZwpIdleInhibitManagerV1Proxy.self).createInhibitor(surface: surface)
  }
}

@Test func theSeatIsIdleAfterTheTimeAndInUseWithInput() throws {
  let scene = try Scene()
  _ = scene.notify(after: 1000)
  #expect(try scene.pass(999) == [])
  #expect(try scene.pass(1) == ["idled"])
  #expect(try scene.pass(5000) == [])
  scene.service.injectPointerMotion(to: .init(x: 1, y: 1))
  #expect(try scene.pass(999) == ["resumed"])
  #expect(try scene.pass(1) == ["idled"])
}

@Test func everyKindOfInputCounts() throws {
  let scene = try Scene()
  let service = scene.service
  _ = scene.notify(after: 1000)
  let inputs: [() -> Void] = [
    { service.injectPointerMotion(by: .init(x: 1, y: 0)) },
    { service.injectButton(pressed: true) },
    { service.injectButton(pressed: false) },
    { service.injectScroll(.init(source: .wheel, vertical: .init(value: 10))) },
    { service.injectKey(30, pressed: true) },
    { service.injectKey(30, pressed: false) },
    { service.injectTouchDown(0, at: .init(x: 5, y: 5)) },
    { service.injectTouchMotion(0, to: .init(x: 6, y: 5)) },
    { service.injectTouchUp(0) },
  ]
  for input in inputs {
    #expect(try scene.pass(600) == [])
    input()
  }
  #expect(try scene.pass(600) == [])
  #expect(try scene.pass(400) == ["idled"])
}

@Test func aTimeOfZeroIsOverAtOnce() throws {
  let scene = try Scene()
  _ = scene.notify(after: 0)
  #expect(try scene.pass(0) == ["idled"])
  scene.service.injectKey(30, pressed: true)
  #expect(try scene.pass(0) == ["resumed", "idled"])
}

@Test func aNotificationThatIsDestroyedIsSilent() throws {
  let scene = try Scene()
  let notification = scene.notify(after: 1000)
  notification.destroy()
  #expect(try scene.pass(2000) == [])
  #expect(scene.service.nextDue == nil)
}

@Test func onlyAnInhibitorThatCanBeSeenCounts() throws {
  let scene = try Scene()
  _ = scene.notify(after: 1000)
  let window = TestWindow(scene.client)
  _ = scene.inhibit(window.surface)
  #expect(try scene.pass(1000) == ["idled"], "it was never committed")
  window.surface.commit()
  try scene.client.roundtrip()
  window.show(1280, 720, 0xFF00_FF00)
  #expect(try scene.pass(0) == [], "it is shown, but what is idle already stays so until somebody uses the seat")
  scene.service.injectPointerMotion(to: PrecisePoint(x: 5, y: 5))
  #expect(try scene.pass(5000) == ["resumed"])
  let id = try scene.service.id(of: window.surface)
  _ = try scene.client.makeWindow(1280, 720, 0xFFFF_FFFF)
  #expect(try scene.pass(5000) == [], "what covers it is not known to be opaque")
  let cover = TestWindow(scene.client)
  cover.surface.commit()
  try scene.client.roundtrip()
  let region = scene.client.compositor.createRegion()
  region.add(x: 0, y: 0, width: 1280, height: 720)
  cover.surface.setOpaqueRegion(region: region)
  cover.show(1280, 720, 0xFFFF_FFFF)
  try scene.client.roundtrip()
  #expect(try scene.pass(999) == [], "it is covered now: the time begins anew")
  #expect(try scene.pass(1) == ["idled"])
  scene.service.perform(scene.service.model.raise(id))
  scene.service.injectPointerMotion(to: PrecisePoint(x: 6, y: 6))
  #expect(try scene.pass(5000) == ["resumed"], "seen again, though another window has the keyboard")
  window.surface.attach(buffer: nil, x: 0, y: 0)
  window.surface.commit()
  #expect(try scene.pass(999) == [], "unmapped")
  #expect(try scene.pass(1) == ["idled"])
}

@Test func inputNotificationsDoNotHeedInhibitors() throws {
  let scene = try Scene()
  let window = try scene.client.makeWindow(1280, 720, 0xFF00_FF00)
  let inhibitor = scene.inhibit(window.surface)
  _ = scene.notify(after: 1000)
  _ = scene.notify(after: 1000, inputOnly: true)
  #expect(try scene.pass(2000) == ["input idled"])
  inhibitor.destroy()
  #expect(try scene.pass(999) == [])
  #expect(try scene.pass(1) == ["idled"])
}

@Test func anInhibitorEndsWithItsSurface() throws {
  let scene = try Scene()
  let window = try scene.client.makeWindow(1280, 720, 0xFF00_FF00)
  let inhibitor = scene.inhibit(window.surface)
  try scene.client.roundtrip()
  #expect(scene.service.idle.isInhibited)
  window.toplevel.destroy()
  window.xdgSurface.destroy()
  window.surface.destroy()
  try scene.client.roundtrip()
  #expect(!scene.service.idle.isInhibited)
  inhibitor.destroy()
  #expect(scene.client.failure() == nil)
}
