import CasementControl
import CasementTesting
import Testing
import WaylandClient
import WaylandProtocols

@testable import Casement

/// What cannot be done is said to be so.
@Suite struct ControlRefusalTests {
  let test: TestService
  let client: TestClient
  var controller: Controller { test.service.controller }

  init() throws {
    test = try TestService()
    client = try test.connect()
  }

  private func refusal(_ body: () throws -> Void) throws -> ControlError {
    try #require(#expect(throws: ControlError.self) { try body() })
  }

  @Test func aWindowWithoutAScreenIsNotPlaced() throws {
    _ = try client.makeWindow(1280, 720, 0xFFFF_FFFF, appID: "a")
    let window = test.service.windows[0]
    window.screen = nil
    let error = try refusal { _ = try controller.place(.init(window: .appID("a"), x: 1, y: 1)) }
    #expect(error.code == .refused && error.data?.reason == "it has no screen" && error.data?.window == window.id)
    window.screen = test.service.mainScreen
    #expect(try controller.place(.init(window: .appID("a"), x: 7, y: 8)).frame.x == 7)
  }

  @Test func aWindowWithoutContentIsNotShown() throws {
    let window = TestWindow(client)
    window.toplevel.setAppId(appId: "a")
    window.surface.commit()
    try client.roundtrip()
    let error = try refusal { _ = try controller.show(.init(window: .appID("a"))) }
    #expect(error.code == .refused && error.data?.reason == "it has no content")
  }

  @Test func aMinimisedWindowIsShown() throws {
    let window = try client.makeWindow(1280, 720, 0xFFFF_FFFF, appID: "a")
    window.toplevel.setMinimized()
    try client.roundtrip()
    #expect(test.service.windows[0].isVisible == false)
    #expect(try controller.show(.init(window: .appID("a"))).hidden == false)
  }

  @Test(arguments: ["300x300,mirror=nix", "300x300,name=zz,mirror=zz2"])
  func aScreenMirrorsNothingThatIsNotThere(spec: String) throws {
    let spec = try ScreenSpec(parsing: spec)
    let error = try refusal { _ = try controller.addScreen(.init(spec: spec)) }
    #expect(error.message.contains("there is no screen"))
    #expect(throws: ServiceError.self) { _ = try test.service.addScreen(spec) }
    #expect(test.service.screens.count == 1)
  }

  @Test func screensDoNotMirrorEachOther() throws {
    _ = try controller.addScreen(.init(spec: ScreenSpec(parsing: "300x300,name=b,mirror=headless-1")))
    _ = try controller.addScreen(.init(spec: ScreenSpec(parsing: "300x300,name=c,mirror=b")))
    for name in ["b", "c"] {
      var changes = ScreenChanges()
      changes.mirror = name
      let error = try refusal { _ = try controller.setScreen(.init(name: "headless-1", changes: changes)) }
      #expect(error.message.contains("cannot mirror itself"))
    }
    // one that asked for a screen that has gone would close the circle when it comes again
    _ = try controller.removeScreen(.init(name: "b"))
    let spec = try ScreenSpec(parsing: "300x300,name=b,mirror=c")
    #expect(try refusal { _ = try controller.addScreen(.init(spec: spec)) }.message.contains("cannot mirror itself"))
  }

  @Test func aScreenThatIsToMirrorNothingDoesNot() throws {
    func mirrors(_ spec: String) throws -> String? { try controller.addScreen(.init(spec: ScreenSpec(parsing: spec))).mirrors }
    #expect(try mirrors("300x300,name=a") == "headless-1" && mirrors("300x300,name=b,mirror=none") == nil)
    #expect(try mirrors("300x300,name=c,mirror=auto") == "headless-1")
    for (word, shown) in [("none", nil), ("auto", "headless-1"), ("b", "b")] as [(String, String?)] {
      var changes = ScreenChanges()
      changes.mirror = word
      #expect(try controller.setScreen(.init(name: "a", changes: changes)).mirrors == shown)
    }
    var configuration = ServiceConfiguration()
    configuration.screens = try ["10x10", "10x10,mirror=none", "10x10,mirror=auto"].map { text in try ScreenSpec(parsing: text) }
    let service = try TestService(configuration).service
    #expect(service.screens.map(\.mirroredScreen) == [nil, nil, service.mainScreen])
  }

  @Test(arguments: ["none", "auto"]) func noScreenIsCalledByAWordForNone(name: String) throws {
    #expect(throws: ControlError.self) { _ = try ScreenSpec(parsing: "300x300,name=\(name)") }
    var spec = ScreenSpec(width: 300, height: 300)
    spec.name = name
    #expect(throws: ServiceError.self) { _ = try test.service.addScreen(spec) }
  }

  @Test(arguments: [1e7, 1e8, .infinity, -.infinity, .nan]) func aLevelIsAFiniteNumberBelowTheKeyboards(level: Double) throws {
    _ = try client.makeWindow(1280, 720, 0xFFFF_FFFF, appID: "a")
    let error = try refusal { _ = try controller.setLevel(.init(window: .appID("a"), level: level)) }
    #expect(error.code == .invalidParameters && error.data?.expected == ["a finite number below 10000000"])
    #expect(test.service.windows[0].level == .normal)
    #expect(try controller.setLevel(.init(window: .appID("a"), level: -1e308)).level == -1e308)
  }

  @Test func aWindowIsNamedByANumberOrAText() throws {
    let peer = ControlPeer(test)
    for value in ["null", "true", "[]", "1.5"] {
      let answer = try peer.call("key", #"{"window":\#(value)}"#)
      #expect(answer["message"]?.text?.contains("a number or a text") == true, "\(answer)")
    }
  }

  @Test func aLockThatHasTheKeyboardIsNamedAsOne() throws {
    _ = try client.makeWindow(1280, 720, 0xFFFF_FFFF, appID: "a")
    let lock = client.bind(ExtSessionLockManagerV1Proxy.self).lock()
    let surface = client.compositor.createSurface()
    let output = client.bind(WlOutputProxy.self)
    let lockSurface = lock.getLockSurface(surface: surface, output: output)
    lockSurface.onEvent = { event in
      if case .configure(let serial, _, _) = event { lockSurface.ackConfigure(serial: serial) }
    }
    try client.roundtrip()
    surface.attach(buffer: client.makeBuffer(1280, 720, 0xFF00_0000), x: 0, y: 0)
    surface.commit()
    try client.roundtrip()
    #expect(try controller.seat().key?.kind == "lock")
  }
}
