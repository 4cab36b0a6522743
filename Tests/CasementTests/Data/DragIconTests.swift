import Casement
import CasementTesting
import Geometry
import Rendering
import Scene
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@Suite struct DragIconTests {
  /// The colour of a point of the main screen.
  private func colour(at point: PrecisePoint<LayoutPoints>, _ stage: DataStage) throws -> UInt32 {
    let screen = try #require(stage.service.model.mainScreen)
    let picture = try #require(stage.service.capture(screen: screen)).picture
    var colour: UInt32 = 0
    unsafe picture.withPixels {
      colour = unsafe $0.load(fromByteOffset: (Int(point.y) * picture.size.width + Int(point.x)) * 4, as: UInt32.self)
    }
    return colour & 0xFF_FFFF
  }

  private func makeIcon(_ stage: DataStage) -> WlSurfaceProxy { stage.one.client.compositor.createSurface() }

  private func show(_ icon: WlSurfaceProxy, _ stage: DataStage, offset: (Int32, Int32) = (0, 0)) throws {
    icon.attach(buffer: stage.one.client.makeBuffer(30, 30, 0xFF00_00FF), x: 0, y: 0)
    if offset != (0, 0) { icon.offset(x: offset.0, y: offset.1) }
    icon.damageBuffer(x: 0, y: 0, width: 30, height: 30)
    icon.commit()
    try stage.settle()
  }

  private func near(_ point: PrecisePoint<LayoutPoints>, _ x: Double, _ y: Double) -> PrecisePoint<LayoutPoints> {
    point + PrecisePoint(x: x, y: y)
  }

  @Test("case 55: the icon follows the pointer and goes with the drag") func theIconFollowsThePointerInFrontOfAllAndGoesWithTheDrag() throws
  {
    let stage = try DataStage()
    let icon = makeIcon(stage)
    _ = try stage.drag(icon: icon)
    try show(icon, stage)
    #expect(try colour(at: near(stage.onOne, 29, 29), stage) == 0x0000FF)
    #expect(try colour(at: near(stage.onOne, 30, 30), stage) != 0x0000FF)
    stage.service.injectPointerMotion(to: stage.onTwo)
    #expect(try colour(at: stage.onTwo, stage) == 0x0000FF)
    #expect(try colour(at: near(stage.onOne, 29, 29), stage) != 0x0000FF)
    try stage.release()
    #expect(try colour(at: stage.onTwo, stage) == 0x00FF00)
  }

  @Test("case 55: offsets of the icon accumulate") func offsetsOfTheIconAccumulate() throws {
    let stage = try DataStage()
    let icon = makeIcon(stage)
    _ = try stage.drag(icon: icon)
    stage.service.injectPointerMotion(to: stage.onTwo)
    try show(icon, stage, offset: (-20, -10))
    try show(icon, stage)
    #expect(try colour(at: near(stage.onTwo, -20, -10), stage) == 0x0000FF)
    #expect(try colour(at: near(stage.onTwo, 9, 19), stage) == 0x0000FF)
    #expect(try colour(at: near(stage.onTwo, 10, 0), stage) != 0x0000FF)
    try show(icon, stage, offset: (20, 0))
    #expect(try colour(at: near(stage.onTwo, 0, -10), stage) == 0x0000FF)
    #expect(try colour(at: near(stage.onTwo, -1, -10), stage) != 0x0000FF)
  }

  @Test func theIconFollowsTheFinger() throws {
    let stage = try DataStage()
    stage.service.injectTouchDown(3, at: stage.onOne)
    try stage.settle()
    let icon = makeIcon(stage)
    let source = stage.one.makeSource()
    stage.one.device.startDrag(source: source.proxy, origin: stage.oneWindow.surface, icon: icon, serial: stage.one.finger)
    try show(icon, stage)
    stage.service.injectTouchMotion(3, to: stage.onTwo)
    #expect(try colour(at: stage.onTwo, stage) == 0x0000FF)
  }

  @Test func theDragGoesThroughItsIcon() throws {
    let stage = try DataStage()
    let icon = makeIcon(stage)
    _ = try stage.drag(icon: icon)
    try show(icon, stage, offset: (-15, -15))
    stage.service.injectPointerMotion(to: stage.onTwo)
    try stage.settle()
    #expect(stage.two.take() == ["enter 395,295 text/plain"])
  }

  @Test func anIconThatIsDestroyedIsGoneAndTheDragGoesOn() throws {
    let stage = try DataStage()
    let icon = makeIcon(stage)
    let source = try stage.drag(icon: icon)
    try show(icon, stage)
    icon.destroy()
    try stage.dragToTwo()
    #expect(try colour(at: stage.onTwo, stage) == 0x00FF00)
    try stage.release()
    #expect(source.take().last == "dropped")
  }

  @Test func anIconServesAgain() throws {
    let stage = try DataStage()
    let icon = makeIcon(stage)
    for _ in 0..<2 {
      _ = try stage.drag(icon: icon)
      try show(icon, stage)
      #expect(try colour(at: near(stage.onOne, 29, 29), stage) == 0x0000FF)
      try stage.release()
      #expect(try colour(at: near(stage.onOne, 29, 29), stage) != 0x0000FF)
    }
  }

  @Test func theIconIsOnTheScreenWhileItIsDragged() throws {
    let stage = try DataStage()
    _ = stage.one.client.bind(WlOutputProxy.self)
    let icon = makeIcon(stage)
    var entered = 0
    icon.onEvent = { event in
      switch event {
      case .enter: entered += 1
      case .leave: entered -= 1
      default: break
      }
    }
    _ = try stage.drag(icon: icon)
    try show(icon, stage)
    #expect(entered == 1)
    try stage.release()
    #expect(entered == 0)
  }
}
