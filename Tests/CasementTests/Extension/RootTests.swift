import CasementTesting
import Geometry
import Scene
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer

@testable import Casement

@Suite struct RootTests {
  /// A shown window, grey, that is key, with a red root of its size.
  private func windowWithRoot() throws -> (World, ExtensionClient, ExtensionWindow, WlSurfaceProxy) {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A", 0x80_8080)
    a.makeKey()
    let root = a.makeSurface("root")
    a.paint(root, 200, 150, 0xFF_0000)
    a.proxy.setRoot(surface: root)
    try a.draw(0x80_8080)
    try world.forget()
    return (world, client, a, root)
  }

  @Test("77: a resize is never shown half: no frame has window and root of different sizes") func resize() throws {
    let (world, _, a, root) = try windowWithRoot()
    try world.screen("main").setMode(.init(size: Size(width: 300, height: 250)))
    try world.sync()
    #expect(a.size == (300, 250))
    func isWhole(_ width: Int, _ height: Int, _ colour: UInt32) -> Bool {
      // what is centred on the screen, corner to corner
      let picture = world.picture()
      let (x, y) = ((300 - width) / 2, (250 - height) / 2)
      let inside = [(x, y), (x + width - 1, y + height - 1), (150, 125)].allSatisfy { picture[$0.0, $0.1] & 0xFF_FFFF == colour }
      return inside && (x == 0 || picture[x - 1, 125] & 0xFF_FFFF == 0)
    }
    #expect(isWhole(200, 150, 0xFF_0000))
    a.paint(root, 300, 250, 0x00_FF00)
    try world.sync()
    #expect(isWhole(200, 150, 0xFF_0000))
    try a.draw(0x80_8080)
    #expect(isWhole(300, 250, 0x00_FF00))
  }

  @Test("77: the window is committed first, at the new size, with the root of the old one: root and window change together")
  func windowFirst() throws {
    let (world, _, a, root) = try windowWithRoot()
    try world.screen("main").setMode(.init(size: Size(width: 300, height: 250)))
    try world.sync()
    // all that a frame may show: the old root in the old window, or the new one in the new
    func frame() -> String {
      let picture = world.picture()
      var seen: [UInt32: Int] = [:]
      for y in 0..<250 { for x in 0..<300 { seen[picture[x, y] & 0xFF_FFFF, default: 0] += 1 } }
      if seen == [0xFF_0000: 200 * 150, 0: 300 * 250 - 200 * 150] { return "old" }
      return seen == [0x00_FF00: 300 * 250] ? "new" : "\(seen)"
    }
    #expect(frame() == "old")
    // the root's content of the new size comes in the same commit of the window, in either order of the requests
    a.base.surface.attach(buffer: a.client.core.makeBuffer(300, 250, 0xFF80_8080), x: 0, y: 0)
    a.base.surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
    try world.sync()
    #expect(frame() == "old")
    a.paint(root, 300, 250, 0x00_FF00)
    try world.sync()
    #expect(frame() == "old")
    a.base.surface.commit()
    try world.sync()
    #expect(frame() == "new")
  }

  @Test("77: a client that commits its window at the new size with the root of the old size shows what it has, clipped to the window")
  func lateRoot() throws {
    let (world, _, a, root) = try windowWithRoot()
    try world.screen("main").setMode(.init(size: Size(width: 300, height: 250)))
    try world.sync()
    try a.draw(0x80_8080)
    // the protocol has it so: where the root is smaller, the window's own surface shows
    #expect(world.pixel(199, 149) == 0xFF_0000 && world.pixel(200, 149) == 0x80_8080 && world.pixel(299, 249) == 0x80_8080)
    a.paint(root, 300, 250, 0x00_FF00)
    try world.sync()
    // a commit of the root alone is kept for the window's
    #expect(world.pixel(0, 0) == 0xFF_0000 && world.pixel(299, 249) == 0x80_8080)
    a.base.surface.commit()
    try world.sync()
    #expect(world.pixel(0, 0) == 0x00_FF00 && world.pixel(299, 249) == 0x00_FF00)
  }

  @Test("83: the root of the key window is replaced: no key event, and no frame with both roots or neither") func replaced() throws {
    let (world, _, a, root) = try windowWithRoot()
    let next = a.makeSurface("next")
    a.paint(next, 200, 150, 0x00_FF00)
    a.proxy.setRoot(surface: next)
    try world.sync()
    #expect(world.pixel(0, 0) == 0xFF_0000 && world.pixel(199, 149) == 0xFF_0000)
    try a.draw(0x80_8080)
    #expect(world.pixel(0, 0) == 0x00_FF00 && world.pixel(199, 149) == 0x00_FF00)
    #expect(try world.decisions() == [])
    #expect(try world.key() == "A")
    // the old one is free for another window
    let b = try a.client.makeHidden("B")
    b.proxy.setRoot(surface: root)
    try b.draw(0x80_8080)
    b.show()
    try world.sync()
    #expect(world.pixel(0, 0) == 0xFF_0000)
  }

  @Test("a program that embeds the service sees the root, and is told when it is replaced") func described() throws {
    let (world, client, a, root) = try windowWithRoot()
    let stock = try client.makeStock("stock", 200, 150)
    #expect(world.window("stock").root == nil)
    let first = try #require(world.window("A").root)
    #expect(first.size == Size(width: 200, height: 150))
    var told: [Window.Root?] = []
    let observation = world.service.observe { if case .windowDidChangeRoot(let window) = $0 { told.append(window.root) } }
    let next = a.makeSurface("next")
    a.paint(next, 100, 80, 0x00_FF00)
    a.proxy.setRoot(surface: next)
    try world.sync()
    #expect(told.isEmpty && world.window("A").root == first)
    try a.draw(0x80_8080)
    let second = try #require(world.window("A").root)
    #expect(told == [second] && second.id != first.id && second.size == Size(width: 100, height: 80))
    next.destroy()
    try world.sync()
    #expect(told.count == 2 && told[1] == nil && world.window("A").root == nil)
    a.proxy.setRoot(surface: root)
    try a.draw(0x80_8080)
    a.base.toplevel.destroy()
    try world.sync()
    #expect(told.count == 3 && told[2] == first)
    observation.cancel()
    _ = stock
  }

  @Test("84: the root's surface is destroyed: the window stays visible and key") func destroyed() throws {
    let (world, _, _, root) = try windowWithRoot()
    root.destroy()
    #expect(try world.decisions() == [])
    #expect(try world.key() == "A" && world.window("A").isVisible && world.pixel(0, 0) == 0x80_8080)
  }

  @Test("84: a root that waits for its commit is destroyed: the window has none then") func destroyedWhilePending() throws {
    let (world, _, a, _) = try windowWithRoot()
    let next = a.makeSurface("next")
    a.paint(next, 200, 150, 0x00_FF00)
    a.proxy.setRoot(surface: next)
    next.destroy()
    try a.draw(0x80_8080)
    #expect(world.pixel(0, 0) == 0x80_8080)
  }

  @Test("the root is clipped to the window's geometry, and lies behind the window's subsurfaces and in front of its own surface")
  func stacking() throws {
    let (world, client, a, root) = try windowWithRoot()
    let compositor = client.core.bind(WlSubcompositorProxy.self)
    let (above, below) = (a.makeSurface("above"), a.makeSurface("below"))
    let front = compositor.getSubsurface(surface: above, parent: a.base.surface)
    front.setPosition(x: 150, y: 0)
    let back = compositor.getSubsurface(surface: below, parent: a.base.surface)
    back.placeBelow(sibling: a.base.surface)
    a.paint(above, 50, 50, 0x00_FF00)
    a.paint(below, 200, 150, 0x00_00FF)
    a.paint(root, 400, 400, 0xFF_0000)
    // a shadow of ten points all around
    a.base.xdgSurface.setWindowGeometry(x: 10, y: 10, width: 180, height: 130)
    a.base.show(200, 150, 0x8080_8080)
    try world.sync()
    let picture = world.picture()
    // the geometry is centred on the screen, so that the surface is where it was
    #expect(picture[10, 10] & 0xFF_FFFF == 0xFF_0000 && picture[189, 139] & 0xFF_FFFF == 0xFF_0000)
    #expect(picture[9, 75] & 0xFF_FFFF != 0xFF_0000 && picture[190, 139] & 0xFF_FFFF != 0xFF_0000)
    #expect(picture[160, 20] & 0xFF_FFFF == 0x00_FF00)
    world.touchDown(0, 20, 30)
    world.touchDown(1, 195, 100)
    #expect(try world.decisions() == ["down 0 root 10,20", "down 1 A 195,100"])
  }

  @Test("a root takes input in its input region; the keyboard stays with the window's own surface") func input() throws {
    let (world, _, a, root) = try windowWithRoot()
    a.setInput(root, 0, 0, 100, 150)
    root.commit()
    try a.draw(0x80_8080)
    try world.forget()
    world.touchDown(0, 50, 50)
    world.touchDown(1, 150, 50)
    #expect(try world.decisions() == ["down 0 root 50,50", "down 1 A 150,50"])
    #expect(try world.key() == "A")
  }

  @Test("a root gets its frame callbacks, and the screen that it is on, like the window") func frames() throws {
    let (world, _, a, root) = try windowWithRoot()
    var frames = 0
    let next = a.makeSurface("next")
    var screens = 0
    next.onEvent = { if case .enter = $0 { screens += 1 } else if case .leave = $0 { screens -= 1 } }
    next.frame().onEvent = { _ in frames += 1 }
    a.paint(next, 200, 150, 0x00_FF00)
    try world.pass(milliseconds: 100)
    #expect(frames == 0 && screens == 0)
    a.proxy.setRoot(surface: next)
    try a.draw(0x80_8080)
    _ = try client(of: a).screen("main")
    try world.pass(milliseconds: 100)
    #expect(frames == 1)
    next.frame().onEvent = { _ in frames += 1 }
    next.commit()
    a.proxy.setRoot(surface: nil)
    a.base.surface.commit()
    try world.sync()
    #expect(world.pixel(0, 0) == 0x80_8080)
    try world.pass(milliseconds: 100)
    #expect(frames == 1)
    _ = root
  }

  private func client(of window: ExtensionWindow) -> ExtensionClient { window.client }

  @Test("85: casement_window_v1 destroyed, toplevel alive: level 0, visible; screen and key kept") func windowDestroyed() throws {
    let world = try World(.called("S2", 160, 120))
    let client = try world.connect()
    let a = try client.makeShown("A", 0xFF_0000)
    let b = try client.makeHidden("B", 0x00_FF00)
    let root = a.makeSurface("root")
    a.paint(root, 160, 120, 0x00_00FF)
    for window in [a, b] {
      window.proxy.setScreen(screen: try client.screen("S2").proxy)
      window.setLevel(50)
    }
    a.proxy.setRoot(surface: root)
    try world.sync()
    try a.draw(0xFF_0000)
    a.makeKey()
    try world.sync()
    #expect(world.pixel(0, 0, on: "S2") == 0x00_00FF)
    a.proxy.destroy()
    #expect(try world.key() == "A")
    #expect(world.window("A").level == .normal && world.window("A").screen?.name == "S2" && world.window("A").isVisible)
    #expect(world.pixel(0, 0, on: "S2") == 0xFF_0000)
    b.proxy.destroy()
    #expect(try world.key() == "A")
    #expect(world.window("B").isVisible && world.pixel(0, 0, on: "S2") == 0x00_FF00)
    // it may have a window again when it is not mapped
    b.unmap()
    _ = client.manager.getWindow(toplevel: b.base.toplevel)
    try world.sync()
  }

  @Test("86: a popup of A opens: key is A; hiding A dismisses it") func popup() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A", 0xFF_0000)
    a.makeKey()
    let positioner = client.core.wmBase.createPositioner()
    positioner.setSize(width: 50, height: 50)
    positioner.setAnchorRect(x: 0, y: 0, width: 100, height: 50)
    let surface = a.makeSurface("popup")
    let xdg = client.core.wmBase.getXdgSurface(surface: surface)
    let popup = xdg.getPopup(parent: a.base.xdgSurface, positioner: positioner)
    xdg.onEvent = { if case .configure(let serial) = $0 { xdg.ackConfigure(serial: serial) } }
    popup.onEvent = { if case .popupDone = $0 { world.note("popup done") } }
    surface.commit()
    try world.sync()
    a.paint(surface, 50, 50, 0x00_FF00)
    try world.forget()
    #expect(try world.key() == "A" && world.pixel(50, 25) == 0x00_FF00)
    a.hide()
    #expect(try world.decisions() == ["popup done", "A resigned window_hidden", "leave A", "A hidden"])
    #expect(world.pixel(50, 25) == 0)
  }

  @Test("a service that goes while a window has a root leaves nothing behind") func abandoned() throws {
    weak var surface: Surface?
    weak var window: CasementWindow?
    do {
      let (world, _, a, root) = try windowWithRoot()
      let next = a.makeSurface("next")
      a.proxy.setRoot(surface: next)
      try world.sync()
      surface = world.service.surfaces.values.first { $0.resource.id == root.id }
      window = world.service.clientWindows.values.first?.observer as? CasementWindow
      #expect(surface != nil && window != nil)
    }
    #expect(surface == nil && window == nil)
  }

  @Test("the toplevel goes first: its window sends nothing more, and a root is free") func toplevelGoesFirst() throws {
    let (world, client, a, root) = try windowWithRoot()
    a.base.toplevel.destroy()
    try world.sync()
    try world.forget()
    let b = try client.makeHidden("B")
    b.proxy.setRoot(surface: root)
    try b.draw(0)
    b.makeKeyAndVisible()
    #expect(try !world.everything().contains { $0.hasPrefix("A ") })
    #expect(world.pixel(0, 0) == 0xFF_0000)
    a.proxy.destroy()
    try world.sync()
    #expect(world.pixel(0, 0) == 0xFF_0000)
  }
}
