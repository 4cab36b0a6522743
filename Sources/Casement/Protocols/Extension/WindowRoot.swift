internal import Surfaces
internal import WaylandServer
internal import WindowModel

/// The role of a surface that is a window's content (`casement_window_v1.set_root`), now or from the window's next commit on.
final class WindowRoot: SurfaceRole {
  let surface: Surface
  /// The window that it is the root of, or will be.
  private(set) weak var owner: CasementWindow?

  init(_ surface: Surface, _ owner: CasementWindow) {
    self.surface = surface
    self.owner = owner
  }

  /// Frees the surface for another window; the role stays. Touches that began in it still count for `window`.
  func release(from window: ClientWindow?) {
    owner = nil
    if surface.role === self { surface.removeRole() }
    surface.formerWindow = window
    surface.service.treeChanged(surface)
  }

  func didCommit(_ surface: Surface, _ changes: SurfaceChanges) {}

  func surfaceDestroyed(_ surface: Surface) { owner?.rootDestroyed(self) }
}
