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

  @Test(
    "87: after any sequence of these, settled is reached, and the order on the control socket is the order in the captured pixels",
    arguments: UInt64(1)...6)
  func anySequence(seed: UInt64) throws {
    var numbers = Numbers(state: seed)
    let world = try World(.called("S2", 160, 120))
    let clients = [try world.connect(), try world.connect()]
    var windows: [ExtensionWindow] = []
    for index in 0..<4 {
      let window = try clients[index % 2].makeShown("\(index)", Self.colours[index])
      try world.place(window, 25 * index, 30 * (index % 3), 90, 70, Self.colours[index])
      windows.append(window)
    }
    for _ in 0..<6 {
      for _ in 0..<8 { try step(windows.randomElement(using: &numbers)!, in: world, &numbers) }
      try world.sync()
      for (index, window) in windows.enumerated() { try window.draw(Self.colours[index]) }
      try world.sync()
      let watch = SettleWatch(world.service, quiet: 0, window: nil, screens: nil, region: nil)
      // it asks every client whether it has read all, and once more when nothing changed since
      try world.sync()
      if !watch.isSettled() { try world.sync() }
      #expect(watch.isSettled(), "\(watch.pending().reasons)")
      #expect(world.service.model.violations() == [])
      let told = try world.service.controller.windows().filter(\.key).map(\.title)
      #expect(try world.key() == (told.isEmpty ? nil : told[0]))
      for screen in world.service.screens { try compare(screen, in: world) }
    }
  }

  private func step(_ window: ExtensionWindow, in world: World, _ numbers: inout Numbers) throws {
    switch Int.random(in: 0..<14, using: &numbers) {
    case 0...2: window.setLevel([-1, 0, 0, 5, 1000, 1000.25, 2000].randomElement(using: &numbers)!)
    case 3: window.hide()
    case 4, 5: window.show()
    case 6: window.makeKey()
    case 7, 8: window.makeKeyAndVisible()
    case 9: window.proxy.setCanBecomeKey(canBecomeKey: .random(in: 0...1, using: &numbers))
    case 10:
      try world.sync()
      let names = window.client.world.service.screens.map(\.name)
      try window.proxy.setScreen(screen: names.randomElement(using: &numbers).map { try window.client.screen($0).proxy })
    case 11: window.proxy.setOrientations(orientations: .init(rawValue: .random(in: 1...15, using: &numbers)))
    case 12: world.service.screens.randomElement(using: &numbers)?.orientation = .allCases.randomElement(using: &numbers)!
    default:
      try world.sync()
      if let screen = world.service.screens.first(where: { $0.name == "S2" }) {
        world.service.removeScreen(screen)
      } else {
        try world.service.addScreen(.called("S2", 160, 120))
      }
    }
  }

  /// Looks at a picture in many places: each shows the front-most window of the control socket's list that is there.
  private func compare(_ screen: Casement.Screen, in world: World) throws {
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
          Issue.record("\(screen.name) at (\(x), \(y)): \(front?.title ?? "nothing") is in front, and not seen")
          return
        }
      }
    }
  }
}
