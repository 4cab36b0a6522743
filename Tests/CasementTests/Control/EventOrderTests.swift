import CasementControl
import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

/// What happens because something is told is told after it, to everybody.
@Suite struct EventOrderTests {
  private func host(_ change: (inout ServiceConfiguration) -> Void = { _ in }) throws -> (TestService, ControlPeer) {
    var configuration = ServiceConfiguration.manual
    change(&configuration)
    let host = try TestService(configuration)
    let peer = ControlPeer(host)
    _ = try peer.call("events.subscribe")
    return (host, peer)
  }

  @Test func aScreenIsToldBeforeTheWindowsThatARuleBringsToIt() throws {
    let (host, peer) = try host { configuration in
      var rule = WindowRule(appID: "late")
      rule.screen = "zz"
      configuration.rules = [rule]
    }
    let client = try host.connect()
    for _ in 0..<2 { _ = try client.makeWindow(1280, 720, 0xFF00_FF00, appID: "late") }
    var notified: [String] = []
    let observation = host.service.observe { notification in
      switch notification {
      case .screenDidConnect: notified.append("connect")
      case .screenDidChangeMirroring: notified.append("mirroring")
      case .windowDidChangeScreen: notified.append("window")
      default: break
      }
    }
    _ = try peer.events()
    _ = try peer.call("screen.add", #"{"spec":"300x300,name=zz"}"#)
    let events = try peer.events().filter { [.screenConnected, .screenMirrors, .windowScreen].contains($0.kind) }
    #expect(events.map(\.kind) == [.screenConnected, .screenMirrors, .windowScreen, .screenMirrors, .windowScreen])
    #expect(events.allSatisfy { $0.screen == "zz" })
    #expect(events[1].mirrors == "headless-1" && events[3].mirrors == nil)
    #expect(notified == ["connect", "mirroring", "window", "mirroring", "window"])
    observation.cancel()
  }

  @Test func whatAnObserverOfTheModelCausesIsToldAfterWhatItHeard() throws {
    let test = try TestService()
    let client = try test.connect()
    let window = try client.makeWindow(1280, 720, 0xFF00_FF00)
    let id = try test.service.id(of: window.surface)
    // the first observer acts on what the second one hears
    test.service.observers.append { [unowned test] event in
      if event == .becameHidden(id) { test.service.perform((try? test.service.model.setLevel(id, 7)) ?? []) }
    }
    var heard: [String] = []
    test.service.observers.append { event in
      if case .levelChanged(_, _) = event { heard.append("level") }
      if event == .becameHidden(id) { heard.append("hidden") }
    }
    test.service.perform(test.service.model.setHidden(id, true))
    #expect(heard == ["hidden", "level"])
  }

  @Test func surfacesAreToldInTheOrderInWhichTheyWereMade() throws {
    let test = try TestService()
    let client = try test.connect()
    var told: [Int] = []
    for index in 0..<40 {
      let window = try client.makeWindow(1280, 720, 0xFF00_FF00)
      window.surface.onEvent = { event in if case .preferredBufferScale = event { told.append(index) } }
    }
    try #require(test.service.mainScreen).setScale(3)
    try client.roundtrip()
    #expect(told == Array(0..<40))
  }
}
