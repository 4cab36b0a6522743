import CasementControl
import CasementTesting
import Geometry
import Nested
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WindowModel

@testable import Casement

@Suite struct ResizeStormTests {
  /// Of a window that has the size that it was last told, and animates.
  private final class Animation {
    let window: TestWindow
    private var count: UInt32 = 0
    private var isDrawing = false

    init(_ window: TestWindow) { self.window = window }

    /// A colour of its own for each size, so that a torn frame would show.
    static func colour(_ width: Int, _ height: Int) -> UInt32 { 0xFF00_0000 | UInt32(width & 0xFFF) << 12 | UInt32(height & 0xFFF) }

    func draw() {
      guard !isDrawing, let size = window.configures.last, size.width > 0 else { return }
      isDrawing = true
      window.surface.frame().onEvent = { [unowned self] _ in self.isDrawing = false }
      window.show(size.width, size.height, Self.colour(size.width, size.height))
    }
  }

  @Test func aHundredSizesInAnyOrderAreBorne() throws {
    let stage = try NestedStage()
    let animation = Animation(try stage.makeWindow(0xFF11_2233))
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      let size = Size<WindowPoints>(width: .random(in: 1...400, using: &numbers), height: .random(in: 1...300, using: &numbers))
      stage.host.service.perform(stage.host.service.model.place(stage.hostWindows[0], at: .zero, size: size))
      for _ in 0..<Int.random(in: 0...3, using: &numbers) {
        animation.draw()
        if Bool.random(using: &numbers) { stage.host.pump() }
        try animation.window.client.roundtrip()
        if Bool.random(using: &numbers) { stage.step() }
        // what the host shows is one size's picture, on black where its client was too slow
        if let shown = stage.host.service.capture(window: stage.hostWindows[0])?.picture {
          let (right, bottom) = (shown.size.width - 1, shown.size.height - 1)
          let places = [(0, 0), (right, 0), (0, bottom), (right, bottom), (right / 2, bottom / 2), (right / 3, bottom / 3)]
          #expect(Set(places.map { shown[$0, $1] }).subtracting([0xFF00_0000]).count <= 1)
        }
      }
    }
    for _ in 0..<8 {
      stage.step()
      try animation.window.client.roundtrip()
      animation.draw()
      try animation.window.client.roundtrip()
    }
    stage.step(2)
    #expect(stage.ends == [])
    #expect(animation.window.client.connection.error == nil)
    let size = stage.screen.mode.size
    #expect(stage.hostWindow.surface.state.size == Size(width: size.width, height: size.height))
    #expect(stage.pixel(size.width - 1, size.height - 1) == Animation.colour(size.width, size.height))
    #expect(stage.isShownTruly)
  }
}
