import Geometry
import Testing

@testable import WindowModel

@Suite struct OrientationTests {
  @Test("71: a panel that is wider than high is landscape as it is; a flip makes no difference", arguments: Transform.allCases)
  func orientationOfAScreen(transform: Transform) throws {
    var f = try Fixture()
    var change = ScreenChange()
    change.transform = transform
    _ = try f.model.updateScreen(f.main, change)
    let wide: [Orientation] = [.landscapeRight, .portrait, .landscapeLeft, .portraitUpsideDown]
    #expect(f.model.screen(f.main)?.orientation == wide[Int(transform.turns)])
    change.customMode = ScreenMode(size: Size(width: 720, height: 1280))
    _ = try f.model.updateScreen(f.main, change)
    #expect(f.model.screen(f.main)?.orientation == Orientation(rawValue: Int(transform.turns)))
  }

  @Test("73: with the screen, else as before, else the opposite, else the next, else the one before", arguments: Orientation.allCases)
  func theChoice(screen: Orientation) {
    let (next, opposite, previous) = (screen.turned(by: 1), screen.turned(by: 2), screen.turned(by: 3))
    func choice(_ allowed: [Orientation], after old: Orientation) -> Orientation {
      OrientationMask(allowed.map { OrientationMask($0) }).orientation(on: screen, after: old)
    }
    #expect(choice(Orientation.allCases, after: next) == screen)
    #expect(choice([next, opposite, previous], after: previous) == previous)
    #expect(choice([next, opposite, previous], after: screen) == opposite)
    #expect(choice([next, previous], after: screen) == next)
    #expect(choice([previous], after: screen) == previous)
  }

  @Test("a window without a screen keeps the scale and the orientation that it had last") func screenless() throws {
    var f = try Fixture()
    var change = ScreenChange()
    change.scale = 1.5
    change.transform = .rotated90
    _ = try f.model.updateScreen(f.main, change)
    let a = try f.window()
    _ = f.model.setScreen(a, nil)
    let asked = try #require(f.model.configuration(of: a))
    #expect(asked.size == .zero && asked.scale120 == 180 && asked.orientation == .portrait)
    var empty = WindowModel()
    let b = empty.addWindow(client: Fixture.client, isExtended: true).id
    #expect(empty.configuration(of: b)?.scale120 == 120 && empty.configuration(of: b)?.orientation == .portrait)
  }
}
