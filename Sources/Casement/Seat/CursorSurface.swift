internal import Geometry
internal import Surfaces
internal import WindowModel

/// A surface that is the picture of the pointer, or of a tablet's tool, while its client has it.
final class CursorSurface: SurfaceRole {
  let surface: Surface
  private unowned let service: WindowService
  /// The tool that it is the picture of; nil: the pointer.
  let tool: TabletTool?
  /// The point of the surface that is at the pointer's position.
  var hotspot: Point<SurfacePoints> = .zero

  init(_ surface: Surface, _ service: WindowService, tool: TabletTool? = nil) {
    self.surface = surface
    self.service = service
    self.tool = tool
  }

  private var isShown: Bool {
    let cursor = tool?.cursor ?? service.seat.pointer.cursor
    return if case .surface(let shown) = cursor { shown === self } else { false }
  }

  var shownScreen: ScreenID? {
    isShown ? service.model.screen(at: tool?.position ?? service.seat.pointer.position) : nil
  }

  func didCommit(_ surface: Surface, _ changes: SurfaceChanges) {
    hotspot -= changes.offset
    guard isShown else { return }
    service.updateScreens(of: surface)
    service.captures.cursorTouched()
  }

  /// The surface became the pointer's picture.
  func shown() {
    service.updateScreens(of: surface)
    service.frameLoop.visibilityChanged()
  }

  func surfaceDestroyed(_ surface: Surface) {}
}
