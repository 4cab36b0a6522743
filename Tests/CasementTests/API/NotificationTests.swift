import Casement
import CasementControl
import CasementTesting
import Testing
import WaylandClient

@Suite struct NotificationTests {
  @Test func whatHappensIsToldInOrder() throws {
    let test = try TestService()
    let client = try test.connect()
    var told: [WindowService.Notification] = []
    let observation = test.service.observe { told.append($0) }
    let window = try client.makeWindow(1280, 720, 0xFFFF_FFFF)
    let first = test.service.windows[0]
    #expect(
      told == [
        .windowAdded(first), .windowDidChangeName(first), .windowDidChangeName(first), .windowDidBecomeVisible(first),
        .windowDidBecomeKey(first, .requested),
      ])
    told = []
    first.level = .alert
    first.isHidden = true
    #expect(
      told == [.windowDidChangeLevel(first), .windowDidResignKey(first, .windowHidden), .windowDidBecomeHidden(first)])
    told = []
    let second = try test.service.addScreen(ScreenSpec(width: 640, height: 480))
    test.service.removeScreen(second)
    #expect(
      told.filter { if case .screenDidChangeMirroring = $0 { false } else { true } } == [
        .screenDidConnect(second), .screenDidDisconnect(second),
      ])
    try client.roundtrip()
    told = []
    window.toplevel.destroy()
    try client.roundtrip()
    #expect(told == [.windowRemoved(first)] && !first.exists)
    told = []
    observation.cancel()
    _ = try client.makeWindow(10, 10, 0xFFFF_FFFF)
    #expect(told == [])
  }

  @Test func whatAnObserverCausesComesAfterWhatHappenedBefore() throws {
    let test = try TestService()
    let client = try test.connect()
    var told: [String] = []
    let first = test.service.observe { notification in
      if case .windowDidBecomeVisible(let window) = notification { window.level = .alert }
    }
    let second = test.service.observe { notification in
      switch notification {
      case .windowDidBecomeVisible: told.append("visible")
      case .windowDidBecomeKey: told.append("key")
      case .windowDidChangeLevel: told.append("level")
      default: break
      }
    }
    _ = try client.makeWindow(1280, 720, 0xFFFF_FFFF)
    #expect(told == ["visible", "key", "level"])
    first.cancel()
    second.cancel()
  }

  @Test func anObservationThatIsReleasedEnds() throws {
    let test = try TestService()
    var count = 0
    var observation: Observation? = test.service.observe { _ in count += 1 }
    try test.service.addScreen(ScreenSpec(width: 640, height: 480))
    let before = count
    #expect(before > 0 && observation != nil)
    observation = nil
    try test.service.addScreen(ScreenSpec(width: 640, height: 480))
    #expect(count == before)
  }
}
