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

  @Test func screensMoveToAnotherSessionWithoutAPause() throws {
    let stage = try NestedStage()
    _ = try stage.makeWindow(0xFFFF_0000)
    stage.step()
    var configuration = ServiceConfiguration.manual
    configuration.placement = .natural
    let other = try TestService(configuration)
    var answers: [NestedError?] = []
    let arriving = try stage.move(to: other) { answers.append($0) }
    for _ in 0..<6 {
      other.pump()
      stage.settle()
    }
    #expect(answers == [nil])
    #expect(stage.hostWindows.isEmpty)
    #expect(other.service.model.windowList.count == 1)
    #expect(arriving.isReady)
    #expect(stage.ends == [])
  }

  @Test func screensStayWhereTheyAreWhenAnotherSessionCannotShowThem() throws {
    let stage = try NestedStage()
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step()
    #expect(throws: NestedError.self) {
      try NestedBackend(stage.service, at: .path("/nowhere/wayland-9"), insteadOf: stage.backend)
    }
    var pair: [Int32] = [0, 0]
    precondition(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    let poor = PoorHost(pair[0])
    var answer: NestedError?
    let arriving = try NestedBackend(stage.service, at: .descriptor(pair[1]), insteadOf: stage.backend) { answer = $0 }
    for _ in 0..<6 {
      poor.pump()
      stage.settle()
    }
    #expect(answer == .lacks("wl_compositor"))
    #expect(!arriving.isReady)
    #expect(stage.hostWindows.count == 1)
    #expect(stage.ends == [])
    window.show(320, 200, 0xFF00_FF00)
    try window.client.roundtrip()
    stage.step(2)
    #expect(stage.pixel(3, 3) == 0xFF00_FF00)
  }

  @Test func whoHadAWindowIsThereUntilItsConnectionEnds() throws {
    let service = try TestService()
    let window = try service.connect().makeWindow(100, 100, 0xFF00_0000)
    _ = try service.connect()
    let isAnybodyThere = service.service.askWindowsToClose()
    try window.client.roundtrip()
    #expect(window.events.contains { if case .close = $0 { true } else { false } })
    window.toplevel.destroy()
    window.xdgSurface.destroy()
    window.surface.destroy()
    try window.client.roundtrip()
    #expect(service.service.model.windowList.isEmpty)
    #expect(isAnybodyThere())
    shutdown(window.client.connection.fileDescriptor, Int32(SHUT_RDWR))
    service.pump()
    service.pump()
    #expect(!isAnybodyThere())
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

  /// What a service says of a host that says `words`, and hangs up where it `ends`.
  private func answer(to words: [UInt8], ends: Bool) throws -> String? {
    let service = try TestService()
    var pair: [Int32] = [0, 0]
    precondition(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    var answer: NestedError?
    try NestedBackend(service.service, at: .descriptor(pair[1])) { answer = $0 }
    _ = unsafe words.withUnsafeBytes { unsafe write(pair[0], $0.baseAddress, $0.count) }
    if ends { close(pair[0]) }
    for _ in 0..<3 { service.pump() }
    if !ends { close(pair[0]) }
    return answer?.description
  }

  @Test(arguments: ["SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n", "\0\0\0\0\0\0\0\0", "\u{2}\0\0\0\0\0\u{4}\0"])
  func whatDoesNotSpeakWaylandIsSaidSo(words: String) throws {
    #expect(try answer(to: Array(words.utf8), ends: false)?.hasSuffix("what listens there does not speak Wayland") == true)
  }

  @Test func whatBeginsLikeAHostAndIsNoneIsSaidSo() throws {
    // an event of the registry that is too short for what it is to say
    let words: [UInt32] = [2, 12 << 16, 1]
    let bytes = unsafe words.withUnsafeBytes { unsafe Array($0) }
    #expect(try answer(to: bytes, ends: false)?.hasSuffix("what listens there does not speak Wayland") == true)
  }

  @Test func whatHangsUpAtOnceIsSaidSo() throws {
    #expect(try answer(to: [], ends: true)?.contains("what listens there hung up") == true)
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
