import CasementControl
import CasementTesting
import Geometry
import Scene
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

@Suite struct RandomWireTests {
  /// The finishing step of splitmix64 over a counter: the same numbers for the same seed, everywhere.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private static let colours: [UInt32] = [0xFF_0000, 0x00_FF00, 0x00_00FF, 0xFF_FF00]

  /// The windows of one run, and what besides windows it makes.
  private final class Run {
    let world: World
    var numbers: Numbers
    var clients: [ExtensionClient]
    /// By their number; nil where it is gone for now.
    var windows: [ExtensionWindow?] = [nil, nil, nil, nil]
    var stock: (client: TestClient, window: TestWindow)?
    var roots: [Int: WlSurfaceProxy] = [:]
    var popups: [TestPopup] = []
    var bar: WindowID?
    var isLocked = false
    var fingers: Set<Int32> = []

    init(_ seed: UInt64) throws {
      numbers = Numbers(state: seed)
      world = try World(.called("S2", 160, 120))
      clients = [try world.connect(), try world.connect()]
      for index in windows.indices { try make(index) }
    }

    func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

    func make(_ index: Int) throws {
      let window = try clients[index % 2].makeShown("\(index)", RandomWireTests.colours[index])
      try world.place(window, 25 * index, 30 * (index % 3), 90, 70, RandomWireTests.colours[index])
      windows[index] = window
    }

    /// Takes a window away, and what it had.
    func destroy(_ index: Int) throws {
      guard let window = windows[index] else { return }
      // popups go before what they stand on
      try endPopups()
      windows[index] = nil
      roots.removeValue(forKey: index)?.destroy()
      window.base.toplevel.destroy()
      window.proxy.destroy()
      window.base.xdgSurface.destroy()
      window.base.surface.destroy()
      try world.sync()
    }

    func endPopups() throws {
      for popup in popups.reversed() { popup.popup.destroy() }
      popups = []
      try world.sync()
    }
  }

  /// 64 bits that are others in each run; whoever reads a failure runs it again by them.
  private static let seeds: [UInt64] = Array(1...6) + [UInt64.random(in: .min ... .max), .random(in: .min ... .max)]

  @Test(
    "87: after any sequence of these, settled is reached, and the order on the control socket is the order in the captured pixels",
    arguments: seeds)
  func anySequence(seed: UInt64) throws {
    let run = try Run(seed)
    let world = run.world
    for round in 0..<6 {
      for _ in 0..<10 { try step(run) }
      try rest(run)
      let watch = SettleWatch(world.service, quiet: 0, window: nil, screens: nil, region: nil)
      // it asks every client whether it has read all, and once more when nothing changed since
      try world.sync()
      if !watch.isSettled() { try world.sync() }
      #expect(watch.isSettled(), "seed \(seed), round \(round): \(watch.pending().reasons)")
      #expect(world.service.model.violations() == [], "seed \(seed), round \(round)")
      let told = try world.service.controller.windows().filter(\.key).map(\.title)
      #expect(try world.key() == (told.isEmpty ? nil : told[0]), "seed \(seed), round \(round)")
      for screen in world.service.screens { try compare(screen, in: world, seed) }
    }
  }

  /// Ends what hides the windows' order, and lets every client draw what it was asked for.
  private func rest(_ run: Run) throws {
    let world = run.world
    if run.isLocked { try world.unlockSession() }
    run.isLocked = false
    for finger in run.fingers.sorted() { world.touchUp(finger) }
    run.fingers = []
    try run.endPopups()
    for (index, root) in run.roots.sorted(by: { $0.key < $1.key }) {
      root.destroy()
      run.roots[index] = nil
    }
    if let bar = run.bar { try world.removeSystemWindow(bar) }
    run.bar = nil
    if let stock = run.stock {
      stock.window.toplevel.destroy()
      try stock.client.roundtrip()
    }
    run.stock = nil
    for screen in world.service.screens { try screen.setScale(1) }
    try world.sync()
    for (index, window) in run.windows.enumerated() {
      // one that is unmapped asks to be configured first
      window?.base.surface.commit()
      try world.sync()
      try window?.draw(Self.colours[index])
    }
    try world.sync()
  }

  private func step(_ run: Run) throws {
    let world = run.world
    let index = run.pick(4)
    guard let window = run.windows[index] else { return try run.make(index) }
    switch run.pick(30) {
    case 0, 1: window.setLevel([-1, 0, 0, 5, 1000, 1000.25, 2000][run.pick(7)])
    case 2: window.hide()
    case 3, 4: window.show()
    case 5: window.makeKey()
    case 6, 7: window.makeKeyAndVisible()
    case 8: window.proxy.setCanBecomeKey(canBecomeKey: UInt32(run.pick(2)))
    case 9:
      try world.sync()
      let names = world.service.screens.map(\.name)
      if !names.isEmpty { try window.proxy.setScreen(screen: window.client.screen(names[run.pick(names.count)]).proxy) }
    case 10: window.proxy.setOrientations(orientations: .init(rawValue: UInt32(1 + run.pick(15))))
    case 11: world.service.screens.first?.orientation = .allCases[run.pick(4)]
    case 12, 13:
      try world.sync()
      if let screen = world.service.screens.first(where: { $0.name == "S2" }) {
        world.service.removeScreen(screen)
      } else {
        try world.service.addScreen(.called("S2", 160, 120))
      }
    case 14, 15:
      // a root comes, or another takes its place
      let root = window.makeSurface("root")
      window.paint(root, 20 + run.pick(90), 20 + run.pick(60), 0x12_3456)
      window.proxy.setRoot(surface: root)
      if run.pick(3) > 0 { try window.draw(Self.colours[index]) }
      run.roots.updateValue(root, forKey: index)?.destroy()
    case 16: run.roots.removeValue(forKey: index)?.destroy()
    case 17:
      window.proxy.setRoot(surface: nil)
      window.base.surface.commit()
    case 18:
      window.unmap()
      if run.pick(2) == 0 {
        try world.sync()
        window.base.surface.commit()
      }
    case 19: try run.destroy(index)
    case 20:
      let popup = TestPopup(window.client.core, size: (30, 20), anchor: (0, 0, 40, 40), parent: window.base.xdgSurface)
      popup.surface.commit()
      try world.sync()
      popup.show(0xFF65_4321)
      run.popups.append(popup)
    case 21: try run.endPopups()
    case 22:
      let finger = Int32(run.pick(3))
      if run.fingers.insert(finger).inserted { world.touchDown(finger, Double(run.pick(200)), Double(run.pick(150))) }
      world.touchMove(finger, Double(run.pick(200)), Double(run.pick(150)))
    case 23: if let finger = run.fingers.popFirst() { world.touchUp(finger) }
    case 24:
      if run.isLocked { try world.unlockSession() } else { try world.lockSession() }
      run.isLocked.toggle()
    case 25:
      if let bar = run.bar { try world.removeSystemWindow(bar) }
      run.bar = run.bar == nil && !world.service.screens.isEmpty ? try world.showBar(height: 10, interactivity: .onDemand) : nil
    case 26:
      if let stock = run.stock {
        stock.window.toplevel.setMinimized()
        try stock.client.roundtrip()
      } else {
        let client = try world.test.connect()
        run.stock = (client, try client.makeWindow(60, 40, 0xFF77_7777))
      }
    case 27: try world.service.screens.first?.setScale([1, 1.5, 2][run.pick(3)])
    case 28: try world.service.screens.first?.setMode(.init(size: [Size(width: 200, height: 150), Size(width: 240, height: 180)][run.pick(2)]))
    default:
      guard run.pick(4) == 0 else { return world.point(Double(run.pick(200)), Double(run.pick(150))) }
      // a client dies with all that it has; another takes its place
      let number = index % 2
      try run.endPopups()
      for own in stride(from: number, to: 4, by: 2) {
        run.windows[own] = nil
        run.roots[own] = nil
      }
      try world.kill(run.clients[number])
      run.clients[number] = try world.connect()
    }
  }

  /// Looks at a picture in many places: each shows the front-most window of the control socket's list that is there.
  private func compare(_ screen: Casement.Screen, in world: World, _ seed: UInt64) throws {
    guard screen.mirroredScreen == nil else { return }
    let shown = try world.service.controller.windows().filter { !$0.hidden && $0.screen == screen.name }.sorted { $0.order < $1.order }
    let picture = world.picture(screen.name)
    for y in stride(from: 3, to: picture.size.height, by: 7) {
      for x in stride(from: 3, to: picture.size.width, by: 7) {
        let front = shown.last {
          (Int($0.frame.x)..<Int($0.frame.x + $0.frame.width)).contains(x)
            && (Int($0.frame.y)..<Int($0.frame.y + $0.frame.height)).contains(y)
        }
        let expected = front.flatMap { Int($0.title ?? "") }.map { Self.colours[$0] } ?? 0
        guard picture[x, y] & 0xFF_FFFF == expected else {
          Issue.record("seed \(seed), \(screen.name) at (\(x), \(y)): \(front?.title ?? "nothing") is in front, and not seen")
          return
        }
      }
    }
  }
}
