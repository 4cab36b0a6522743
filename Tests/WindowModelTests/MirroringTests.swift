import Geometry
import Testing

@testable import WindowModel

@Suite struct MirroringTests {
  private func mirrors(_ f: Fixture, _ screen: ScreenID) -> ScreenID? { f.model.screen(screen)?.mirrors }

  @Test("62: a screen with no visible window mirrors main; main mirrors nobody") func anEmptyScreenMirrorsMain() throws {
    var f = try Fixture()
    #expect(mirrors(f, f.other) == f.main && mirrors(f, f.main) == nil)
    _ = try f.window(screen: f.other, isHidden: true)
    #expect(mirrors(f, f.other) == f.main)
  }

  @Test("63: a window shown on it ends that; 64: the last one gone, it mirrors again") func aWindowEndsMirroring() throws {
    var f = try Fixture()
    let a = try f.window(screen: f.other, isHidden: true)
    #expect(f.model.setHidden(a, false).contains(.mirroringChanged(f.other, mirrors: nil)))
    let b = try f.window(screen: f.other)
    #expect(mirrors(f, f.other) == nil)
    #expect(!f.model.setHidden(a, true).contains(.mirroringChanged(f.other, mirrors: f.main)))
    #expect(f.model.setScreen(b, f.main).contains(.mirroringChanged(f.other, mirrors: f.main)))
  }

  @Test("D14: any mapped surface ends it but a background layer", arguments: Layer.allCases) func layersEndMirroring(layer: Layer) throws {
    var f = try Fixture()
    _ = f.layer(layer, screen: f.other)
    #expect(mirrors(f, f.other) == (layer == .background ? f.main : nil))
  }

  @Test("D14: a lock surface ends it") func lockSurfacesEndMirroring() throws {
    var f = try Fixture()
    _ = f.model.setLocked(true)
    #expect(mirrors(f, f.other) == f.main)
    let lock = f.model.addWindow(client: Fixture.client, kind: .lock, screen: f.other).id
    _ = f.model.setContent(lock, isMapped: true, size: Size(width: 800, height: 600))
    #expect(mirrors(f, f.other) == nil)
  }

  @Test("D14: off by itself under natural, and where two positions are given") func mirroringByItselfCanBeOff() throws {
    let natural = try Fixture(ModelPolicy(placement: .natural))
    #expect(mirrors(natural, natural.other) == nil)
    var f = try Fixture()
    var change = ScreenChange()
    change.position = .set(Point(x: 0, y: 0))
    _ = try f.model.updateScreen(f.main, change)
    #expect(mirrors(f, f.other) == f.main)
    change.position = .set(Point(x: 1280, y: 0))
    #expect(try f.model.updateScreen(f.other, change).contains(.mirroringChanged(f.other, mirrors: nil)))
  }

  @Test("D14: mirror= asks for it always; a mirror of a mirror shows what that shows; a ring shows its own")
  func mirroringOnRequest() throws {
    var f = try Fixture(ModelPolicy(placement: .natural))
    var third = Fixture.screen("S3", 640, 480)
    third.mirror = .screen("S2")
    let last = try f.model.addScreen(third).id
    #expect(mirrors(f, last) == f.other)
    var change = ScreenChange()
    change.mirror = .screen("main")
    let events = try f.model.updateScreen(f.other, change)
    #expect(
      Set(events) == [.screenUpdated(f.other), .mirroringChanged(f.other, mirrors: f.main), .mirroringChanged(last, mirrors: f.main)])
    change.mirror = .screen("S3")
    _ = try f.model.updateScreen(f.other, change)
    #expect(mirrors(f, f.other) == nil && mirrors(f, last) == nil)
  }

  @Test("a screen that is to mirror nothing shows its own picture, also while it is empty; by policy it mirrors again")
  func mirroringIsEndedOnRequest() throws {
    var f = try Fixture()
    var change = ScreenChange()
    change.mirror = .itself
    #expect(try f.model.updateScreen(f.other, change) == [.screenUpdated(f.other), .mirroringChanged(f.other, mirrors: nil)])
    var third = Fixture.screen("S3", 640, 480)
    third.mirror = .itself
    let last = try f.model.addScreen(third)
    #expect(last.events == [.screenAdded(last.id)] && mirrors(f, last.id) == nil)
    // who asks for it sees its own picture, whatever that is
    change.mirror = .screen("S2")
    _ = try f.model.updateScreen(last.id, change)
    #expect(mirrors(f, last.id) == f.other)
    change.mirror = .byPolicy
    #expect(try f.model.updateScreen(f.other, change).contains(.mirroringChanged(f.other, mirrors: f.main)))
    #expect(mirrors(f, last.id) == f.main)
  }

  @Test("the mirrored screen goes: the mirror shows its own") func aMirrorOutlivesItsSource() throws {
    var f = try Fixture()
    #expect(f.model.removeScreen(f.main).contains(.mirroringChanged(f.other, mirrors: nil)))
    #expect(f.model.mainScreen == f.other)
  }
}
