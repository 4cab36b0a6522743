import CasementControl
import CasementTesting
import Geometry
import Scene
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

@Suite struct ScreenTests {
  @Test("60: screens present at bind come before the first round trip ends, main first") func present() throws {
    let world = try World(.called("S2", 160, 120))
    let client = try world.connect()
    #expect(client.core.globals.filter { $0.interface == "wl_output" }.count == 2)
    var names: [String] = []
    for index in 0..<2 {
      client.core.bind(WlOutputProxy.self, index: index).onEvent = { if case .name(let name) = $0 { names.append(name) } }
    }
    try world.sync()
    #expect(names == ["main", "S2"])
    let main = try client.screen("main")
    #expect(
      try main.take() == [
        "identity main", "main 1", "bounds 200x150", "native bounds 200x150", "scale 120", "native scale 120", "orientation 8",
        "mode 0 200x150@60000 current preferred", "mirrored - none", "captured 0", "brightness 1", "overscan 0,0,0,0", "max_fps 60", "done",
      ])
  }

  @Test("61: S2 connects: one done, one connect; no window moves") func connects() throws {
    let world = try World()
    let client = try world.connect()
    let main = try client.screen("main")
    _ = try client.makeShown("A")
    try world.forget()
    _ = try main.take()
    try world.service.addScreen(.called("S2", 160, 120))
    #expect(try world.everything() == [])
    #expect(client.core.globals.filter { $0.interface == "wl_output" }.count == 2)
    let second = try client.screen("S2")
    #expect(second.log.filter { $0 == "done" }.count == 1 && second.log.prefix(2) == ["identity S2", "main 0"])
    #expect(world.window("A").screen?.name == "main")
  }

  @Test("62, 63, 64: S2 without a window mirrors main; a window on it ends that; the last one gone, it mirrors again") func mirroring()
    throws
  {
    let world = try World(.called("S2", 200, 150))
    let client = try world.connect()
    let a = try client.makeShown("A", 0xFF_0000)
    // something that is not the same everywhere
    try world.place(a, 20, 30, 100, 50, 0xFF_0000)
    _ = try client.screen("main")
    let second = try client.screen("S2")
    #expect(second.log.contains("mirrored main main"))
    #expect(world.picture("S2").isSame(as: world.picture()))
    let b = try client.makeHidden("B", 0x00_FF00)
    b.proxy.setScreen(screen: second.proxy)
    _ = try second.take()
    b.show()
    #expect(try second.take() == ["mirrored - none", "done"])
    #expect(world.pixel(100, 75, on: "S2") == 0x00_FF00 && world.pixel(100, 75) == 0xFF_0000)
    #expect(!world.picture("S2").isSame(as: world.picture()))
    b.hide()
    #expect(try second.take() == ["mirrored main main", "done"])
    #expect(world.picture("S2").isSame(as: world.picture()))
  }

  @Test("64: where mirroring is off, a screen without windows is black") func notMirroring() throws {
    let world = try World(.called("S2", 200, 150), placement: .natural)
    let client = try world.connect()
    _ = try client.makeShown("A", 0xFF_0000)
    #expect(try client.screen("S2").log.contains("mirrored - none"))
    #expect(world.pixel(0, 0, on: "S2") == 0 && client.capabilities.last?.contains(.mirroring) == false)
  }

  @Test("65: key A moves to S2: screen_changed, configure; still key, no visibility event") func moves() throws {
    let world = try World(.called("S2", 160, 120))
    let client = try world.connect()
    let second = try client.screen("S2")
    let a = try client.makeShown("A")
    a.makeKey()
    try world.forget()
    a.proxy.setScreen(screen: second.proxy)
    let told = try world.everything().filter { !$0.hasPrefix("S2") }
    #expect(
      told == ["A screen S2 S2 requested", "A frame 0,0,200,150", "A configure 160x120 120 8", "A xdg configure"])
    #expect(try world.key() == "A")
  }

  @Test("66, 67: S2 is unplugged with the key window on it, and comes back") func unplugged() throws {
    let world = try World(.called("S2", 160, 120), keyPolicy: .explicit)
    let client = try world.connect()
    let second = try client.screen("S2")
    _ = try client.makeShown("B")
    let a = try client.makeShown("A", 0xFF_0000)
    let peer = try client.makeShown("peer")
    for window in [a, peer] {
      window.proxy.setScreen(screen: second.proxy)
      window.setLevel(3)
      try world.sync()
      try window.draw(window === a ? 0xFF_0000 : 0x00_00FF)
    }
    // A is in front of its peer
    a.makeKeyAndVisible()
    try world.sync()
    let edge = Double(world.screen("S2").layoutFrame.x)
    world.touchDown(0, edge + 10, 10)
    try world.forget()
    world.remove("S2")
    let told = try world.everything().filter { !$0.contains("peer") }
    #expect(
      told
        == [
          "A cancelled [0]", "up 0", "touch frame", "A resigned screen_lost", "leave A", "enter B", "modifiers 0", "B key fallback",
          "A screen - none screen_lost", "A configure 0x0 120 8", "A xdg configure", "B configure 200x150 120 8", "B xdg configure",
          "S2: removed",
        ])
    #expect(!world.window("A").isHidden && world.window("A").screen == nil)
    // the finger is nobody's until it is lifted
    world.touchMove(0, 50, 50)
    world.touchUp()
    #expect(try world.decisions() == [])

    let third = try client.makeShown("third", 0x00_FF00)
    third.setLevel(3)
    try world.forget()
    try world.service.addScreen(.called("S2", 160, 120))
    #expect(try world.decisions() == ["peer screen - S2 fallback", "A screen - S2 fallback"])
    #expect(try world.key() == "B")
    #expect(world.window("A").level == 3.0 && world.window("A").screen?.name == "S2")
    // a third one came to the level meanwhile: both are in front of it, and stand as they did
    #expect(world.order.suffix(3) == ["third", "peer", "A"])
    for window in [a, peer] { try window.draw(window === a ? 0xFF_0000 : 0x00_00FF) }
    #expect(world.pixel(0, 0, on: "S2") == 0xFF_0000)
    a.hide()
    try world.sync()
    #expect(world.pixel(0, 0, on: "S2") == 0x00_00FF)
  }

  @Test("68: A was given another screen meanwhile, or another identity connects: A stays") func reassigned() throws {
    let world = try World(.called("S2", 160, 120))
    let client = try world.connect()
    let second = try client.screen("S2")
    let main = try client.screen("main")
    let (a, b) = (try client.makeShown("A"), try client.makeShown("B"))
    for window in [a, b] { window.proxy.setScreen(screen: second.proxy) }
    try world.sync()
    world.remove("S2")
    try world.service.addScreen(.called("S3", 160, 120))
    #expect(world.window("A").screen == nil && world.window("B").screen == nil)
    a.proxy.setScreen(screen: main.proxy)
    // a screen that is gone is ignored
    b.proxy.setScreen(screen: second.proxy)
    try world.sync()
    try world.service.addScreen(.called("S2", 160, 120))
    #expect(world.window("A").screen?.name == "main" && world.window("B").screen?.name == "S2")
  }

  @Test("69: main is lost: the next one is main; with no screen no window is key, and every window survives") func mainIsLost() throws {
    let world = try World(.called("S2", 160, 120))
    let client = try world.connect()
    let second = try client.screen("S2")
    let a = try client.makeShown("A")
    a.makeKey()
    _ = try client.makeStock("stock", 200, 150)
    _ = try second.take()
    world.remove("main")
    #expect(try second.take().contains("main 1"))
    #expect(world.window("stock").screen?.name == "S2" && world.window("A").screen == nil)
    world.remove("S2")
    #expect(try world.key() == nil)
    #expect(world.order.sorted() == ["A", "stock"])
    try world.service.addScreen(.called("main", 200, 150))
    #expect(world.window("stock").screen?.name == "main" && world.window("A").screen?.name == "main")
  }

  @Test("70: a listed mode: bounds, done, and every window there is configured") func modes() throws {
    let world = try World()
    let client = try world.connect()
    let main = try client.screen("main")
    try world.screen("main").setMode(.init(size: Size(width: 320, height: 240), refreshRate: 30))
    let a = try client.makeShown("A")
    #expect(a.size == (320, 240))
    _ = try main.take()
    main.proxy.setMode(index: 0)
    #expect(
      try main.take() == [
        "bounds 200x150", "native bounds 200x150", "mode 0 200x150@60000 current preferred", "mode 1 320x240@30000", "max_fps 60", "done",
      ])
    #expect(a.size == (200, 150))
  }

  @Test("70: an unlisted mode is invalid_mode") func unlistedMode() throws {
    let world = try World()
    let client = try world.connect()
    try client.screen("main").proxy.setMode(index: 1)
    expectError(client, "casement_screen_v1", CasementScreenV1.Error.invalidMode.rawValue)
  }

  @Test("74: main 2×, S2 1.5×, A moves to S2: configure says 180, and S2's size in points") func scales() throws {
    let world = try World(.called("S2", 300, 225, scale: 1.5), main: .called("main", 400, 300, scale: 2))
    let client = try world.connect()
    let second = try client.screen("S2")
    #expect(second.log.contains("scale 180") && second.log.contains("bounds 200x150") && second.log.contains("native bounds 300x225"))
    let a = try client.makeShown("A")
    #expect(a.configured?.scale120 == 240)
    a.proxy.setScreen(screen: second.proxy)
    try world.sync()
    #expect(a.configured?.scale120 == 180 && a.size == (200, 150))
  }

  @Test("75: a point of A to nil is one of the screen; A to B to A is exact to 1e-6") func conversion() throws {
    let world = try World(.called("S2", 160, 120))
    let client = try world.connect()
    let (a, b) = (try client.makeShown("A"), try client.makeShown("B"))
    try world.place(a, 30, 40, 100, 50)
    try world.place(b, 7, 9, 60, 60)
    #expect(try a.convert(10, 10, to: nil)! == (40, 50))
    #expect(try a.convert(40, 50, from: nil)! == (10, 10))
    let inB = try #require(try a.convert(10.1, 10.7, to: b))
    #expect(abs(inB.x - 33.1) < 1e-6 && abs(inB.y - 41.7) < 1e-6)
    let back = try #require(try b.convert(inB.x, inB.y, to: a))
    #expect(abs(back.x - 10.1) < 1e-6 && abs(back.y - 10.7) < 1e-6)
    let from = try #require(try b.convert(10.1, 10.7, from: a))
    #expect(from == inB)
    b.proxy.setScreen(screen: try client.screen("S2").proxy)
    #expect(try a.convert(1, 1, to: b) == nil && a.convert(1, 1, from: b) == nil)
    b.proxy.setScreen(screen: nil)
    #expect(try b.convert(1, 1, to: nil) == nil)
    b.base.toplevel.destroy()
    #expect(try a.convert(1, 1, to: b) == nil)
  }

  @Test("78: the status bar comes and goes: insets.top changes, bounds do not") func statusBar() throws {
    let world = try World()
    let client = try world.connect()
    let main = try client.screen("main")
    let a = try client.makeShown("A")
    let stock = try client.makeStock("stock", 200, 150)
    try world.forget()
    _ = try main.take()
    let bar = try world.showBar(height: 20)
    #expect(try world.everything().filter { !$0.contains("stock") } == ["A insets 20,0,0,0"])
    #expect(stock.configures.last?.height == 130 && a.size == (200, 150))
    try world.removeSystemWindow(bar)
    #expect(try world.everything().contains("A insets 0,0,0,0"))
    #expect(try main.take() == [])
  }

  @Test("79: A screenless: all insets are 0") func screenlessInsets() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A")
    _ = try world.showBar(height: 20)
    try world.sync()
    #expect(a.insets == [20, 0, 0, 0])
    a.proxy.setScreen(screen: nil)
    try world.sync()
    #expect(a.insets == [0, 0, 0, 0] && a.size == (0, 0))
  }

  // by real clients that capture: `ImageCopyTests`, `ScreencopyTests`
  @Test("80: capture starts twice: captured(1) once; captured(0) when the last stops") func captured() throws {
    let world = try World()
    let client = try world.connect()
    let main = try client.screen("main")
    let id = world.screen("main").screenID
    _ = try main.take()
    world.service.perform(world.service.model.beginCapture(of: id))
    world.service.perform(world.service.model.beginCapture(of: id))
    #expect(try main.take() == ["captured 1", "done"])
    world.service.perform(world.service.model.endCapture(of: id))
    #expect(try main.take() == [])
    world.service.perform(world.service.model.endCapture(of: id))
    #expect(try main.take() == ["captured 0", "done"])
  }

  @Test("81: brightness 1.4 is 1.0; on a screen other than main it is denied") func brightness() throws {
    let world = try World(.called("S2", 160, 120))
    let client = try world.connect()
    let (main, second) = (try client.screen("main"), try client.screen("S2"))
    _ = try main.take() + second.take()
    main.proxy.setBrightness(brightness: 0.5)
    #expect(try main.take() == ["brightness 0.5", "done"])
    main.proxy.setBrightness(brightness: 1.4)
    #expect(try main.take() == ["brightness 1", "done"])
    second.proxy.setBrightness(brightness: 0.5)
    second.proxy.setBrightness(brightness: 0.5)
    #expect(try second.take() == ["denied 3", "denied 3"])
  }

  @Test("82: screens of 30 and 60 Hz: at most 30 and 60 callbacks a second; hidden windows get none") func callbacks() throws {
    let world = try World(.called("S2", 160, 120, refresh: 30))
    let client = try world.connect()
    #expect(try client.screen("S2").log.contains("max_fps 30"))
    var counts: [String: Int] = [:]
    let windows = try ["A", "B", "hidden"].map { try client.makeShown($0) }
    windows[1].proxy.setScreen(screen: try client.screen("S2").proxy)
    windows[2].hide()
    func request(_ window: ExtensionWindow) {
      window.base.surface.frame().onEvent = { _ in
        counts[window.name, default: 0] += 1
        request(window)
      }
      window.base.surface.commit()
    }
    for window in windows { request(window) }
    try world.sync()
    try world.pass(milliseconds: 1000)
    #expect((59...60).contains(counts["A"] ?? 0) && (29...30).contains(counts["B"] ?? 0) && counts["hidden"] == nil, "\(counts)")
  }

  @Test("overscan: lost edges are told, or the picture is made smaller, or the bounds are") func overscan() throws {
    let world = try World()
    var description = ScreenDescription(name: "tv", modes: [ScreenMode(size: Size(width: 200, height: 100))])
    description.overscanInsets = EdgeInsets(top: 10, left: 20, bottom: 10, right: 20)
    world.service.perform(try world.service.model.addScreen(description).events)
    let client = try world.connect()
    let screen = try client.screen("tv")
    #expect(screen.log.contains("native scale 96") && screen.log.contains("overscan 0,0,0,0"))
    let a = try client.makeShown("A", 0xFF_0000)
    a.proxy.setScreen(screen: screen.proxy)
    try world.sync()
    try a.draw(0xFF_0000)
    let small = world.picture("tv")
    #expect(small[19, 50] & 0xFF_FFFF == 0 && small[20, 50] & 0xFF_FFFF == 0xFF_0000 && small[100, 9] & 0xFF_FFFF == 0)
    _ = try screen.take()
    screen.proxy.setOverscan(compensation: .none)
    #expect(try screen.take() == ["native scale 120", "overscan 10,20,10,20", "done"])
    #expect(world.pixel(0, 0, on: "tv") == 0xFF_0000)
    screen.proxy.setOverscan(compensation: .insetBounds)
    #expect(try screen.take().contains("bounds 160x80"))
    #expect(a.size == (160, 80))
  }
}
