import CasementControl
import CasementTesting
import Testing
import WaylandClient
import WaylandProtocols

@testable import Casement

/// Events of the control socket that are not the model's.
@Suite struct ControlEventTests {
  let host: TestService
  let peer: ControlPeer

  init() throws {
    host = try TestService()
    peer = ControlPeer(host)
    _ = try peer.call("events.subscribe")
  }

  @Test func clientsThatComeAndGoAreTold() throws {
    let client = RawClient(host.service)
    let connected = try #require(try peer.events().first { $0.kind == .clientConnected })
    #expect(connected.client != nil)
    client.hangUp()
    host.pump()
    let gone = try peer.events().filter { $0.kind == .clientGone }
    #expect(gone.map(\.client) == [connected.client])
  }

  @Test func titlesAndAppIDsAreTold() throws {
    let client = try host.connect()
    let window = try client.makeWindow(100, 80, 0xff00_ff00, appID: "one", title: "First")
    _ = try peer.events()
    window.toplevel.setTitle(title: "Second")
    window.toplevel.setAppId(appId: "two")
    try client.roundtrip()
    let events = try peer.events()
    let first = try #require(events.first { $0.kind == .windowTitle })
    #expect(first.title == "Second")
    #expect(first.appID == "one")
    let second = try #require(events.first { $0.kind == .windowAppID })
    #expect(second.appID == "two")
    #expect(second.window == first.window)
  }

  @Test func deliveredInputIsTold() throws {
    let client = try host.connect()
    let window = try client.makeWindow(1280, 720, 0xff00_ff00, appID: "one")
    _ = (client.seat.getKeyboard(), client.seat.getPointer(), client.seat.getTouch())
    try client.roundtrip()
    _ = try peer.events()
    _ = try peer.call("pointer.click", #"{"at":"30,20"}"#) { try client.roundtrip() }
    _ = try peer.call("type", #"{"text":"a"}"#)
    _ = try peer.call("pointer.scroll", #"{"dy":2}"#)
    _ = try peer.call("tap", #"{"at":"5,6"}"#) { try client.roundtrip() }
    let events = try peer.events().filter { $0.kind == .input }
    #expect(events.allSatisfy { $0.appID == "one" })
    let inputs = events.compactMap(\.input)
    #expect(inputs.map(\.action) == [.motion, .press, .release, .press, .release, .scroll, .down, .up])
    #expect(inputs[1].x == 30 && inputs[1].y == 20 && inputs[1].code == 0x110)
    #expect(inputs[3].key == "a" && inputs[3].code == 30)
    #expect(inputs[5].dy == 30)
    #expect(inputs[6].x == 5 && inputs[6].finger == 0)
    _ = window
  }

  @Test func inputThatNobodyGetsSaysSo() throws {
    _ = try peer.call("pointer.move", #"{"to":"30,20"}"#)
    let event = try #require(try peer.events().first { $0.kind == .input })
    #expect(event.window == nil)
    #expect(event.input?.action == .motion)
  }

  @Test func aProtocolErrorIsToldWithTheRequestsBeforeIt() throws {
    let client = try host.connect()
    let surface = client.compositor.createSurface()
    surface.setBufferScale(scale: 2)
    surface.setBufferScale(scale: 0)
    #expect(throws: ConnectionError.self) { try client.roundtrip() }
    let events = try peer.events()
    let error = try #require(events.first { $0.kind == .protocolError }?.error)
    #expect(error.interface == "wl_surface")
    #expect(error.code == 0)
    #expect(error.object == Int(surface.id))
    #expect(error.message.contains("0"))
    #expect(error.requests.last == "wl_surface@\(surface.id).set_buffer_scale(0)")
    #expect(error.requests.dropLast().last == "wl_surface@\(surface.id).set_buffer_scale(2)")
    #expect(error.requests.contains { $0.hasPrefix("wl_compositor@") && $0.hasSuffix(".create_surface(new wl_surface@\(surface.id))") })
    #expect(events.last { $0.kind == .clientGone }?.client == events.first { $0.kind == .protocolError }?.client)
  }

  @Test func whatLibwaylandItselfFindsWrongIsToldAsWell() throws {
    let raw = RawClient(host.service)
    // wl_display has no request 9
    raw.send([1, 0, 0, 0, 9, 0, 8, 0])
    host.pump()
    host.pump()
    let error = try #require(try peer.events().first { $0.kind == .protocolError }?.error)
    #expect(error.interface == "wl_display")
    #expect(error.code == 1)
  }

  @Test func onlyTheKindsThatAreWantedCome() throws {
    _ = try peer.call("events.subscribe", #"{"kinds":["windowTitle"]}"#)
    let client = try host.connect()
    _ = try client.makeWindow(100, 80, 0xff00_ff00)
    let window = try client.makeWindow(100, 80, 0xff00_ff00)
    window.toplevel.setTitle(title: "x")
    try client.roundtrip()
    #expect(Set(try peer.events().map(\.kind)) == [.windowTitle])
  }
}
