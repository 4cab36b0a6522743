import CasementControl
import CasementTesting
import Geometry
import Glibc
import Nested
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

@Suite struct EndTests {
  @Test func aHostThatGoesAwayIsSaidSo() throws {
    let stage = try NestedStage()
    stage.host.service.shutDown()
    stage.inner.pump()
    stage.inner.pump()
    #expect(stage.ends == [.lost(.gone)])
    #expect(NestedError.gone.description == "the host session is gone: its connection was closed")
  }

  @Test func withoutItsHostAServiceIsHeadlessAndGoesOn() throws {
    let stage = try NestedStage()
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step()
    var isDone = false
    window.surface.frame().onEvent = { _ in isDone = true }
    window.show(320, 200, 0xFF00_FF00)
    try window.client.roundtrip()
    stage.host.service.shutDown()
    let start = time(nil)
    while !isDone, time(nil) - start < 20 {
      stage.inner.service.dispatch(timeoutMilliseconds: 50)
      try window.client.roundtrip()
    }
    #expect(isDone)
    #expect(stage.service.model.screens.count == 1)
    #expect(stage.service.capture(screen: stage.screen.id)!.picture[3, 3] == 0xFF00_FF00)
  }

  @Test func screensCanBeShownAgain() throws {
    let stage = try NestedStage()
    _ = try stage.makeWindow(0xFFFF_0000)
    stage.step()
    stage.backend.stop()
    stage.settle()
    #expect(stage.hostWindows.isEmpty)
    try stage.attach()
    stage.step()
    #expect(stage.hostWindows.count == 1)
    #expect(stage.pixel(3, 3) == 0xFFFF_0000)
    #expect(stage.ends == [])
  }

  @Test func nobodyAtAPathIsSaidSo() throws {
    let service = try TestService()
    let error = #expect(throws: NestedError.self) { try NestedBackend(service.service, at: .path("/nowhere/wayland-9")) }
    #expect(error?.description.contains("/nowhere/wayland-9") == true)
    #expect(error?.description.contains("No such file") == true)
  }

  @Test func aHostWithoutWindowsIsSaidSo() throws {
    // a socket whose other end answers the registry with nothing
    let service = try TestService()
    var pair: [Int32] = [0, 0]
    precondition(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    let poor = PoorHost(pair[0])
    var answer: NestedError?
    try NestedBackend(service.service, at: .descriptor(pair[1])) { answer = $0 }
    for _ in 0..<6 {
      poor.pump()
      service.pump()
    }
    #expect(answer == .lacks("wl_compositor"))
  }

  @Test func anAddressComesFromTheEnvironment() {
    func address(_ values: [String: String]) -> HostAddress? { HostAddress { values[$0] } }
    #expect(address([:]) == nil)
    #expect(address(["WAYLAND_DISPLAY": "wayland-1"]) == nil)
    #expect(address(["WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": "/run/user/7"]) == .path("/run/user/7/wayland-1"))
    #expect(address(["WAYLAND_DISPLAY": "/a/b"]) == .path("/a/b"))
    #expect(address(["WAYLAND_SOCKET": "9999", "WAYLAND_DISPLAY": "/a/b"]) == .path("/a/b"))
  }
}
