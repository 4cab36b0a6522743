internal import Surfaces
internal import WaylandServer
internal import WindowModel

/// What a surface may be for. It is chosen once and stays, even when the role's object is gone (`wl_surface`).
enum RoleKind: String {
  case toplevel = "xdg_toplevel"
  case popup = "xdg_popup"
  case root = "casement_window_v1 root"
  case subsurface = "wl_subsurface"
  case cursor = "wl_pointer cursor"
  case toolCursor = "zwp_tablet_tool_v2 cursor"
  case dragIcon = "wl_data_device drag icon"
  case layer = "zwlr_layer_surface_v1"
  case lock = "ext_session_lock_surface_v1"
  case inputPanel = "input panel"
  case inputPopup = "zwp_input_popup_surface_v2"
}

/// The object that makes a surface what it is for.
protocol SurfaceRole: AnyObject {
  /// Judges a commit before anything of it is applied. `update` is what the client asked since the last one.
  func willCommit(_ surface: Surface) throws(ProtocolError)
  /// The surface's state has changed by a commit.
  func didCommit(_ surface: Surface, _ changes: SurfaceChanges)
  /// Hands out what was asked of the role since the last commit, for a commit that has to wait: called again, the closure makes it asked
  /// once more. Nil where a commit carries nothing of the role's own.
  func takePending() -> (() -> Void)?
  /// The client destroyed the surface, or is gone.
  func surfaceDestroyed(_ surface: Surface)
  /// The window that the surface is, or is part of.
  var window: ClientWindow? { get }
  /// The screen that the surface is shown on now, where it has content; nil while it is hidden.
  var shownScreen: ScreenID? { get }
}

extension SurfaceRole {
  var window: ClientWindow? { nil }
  var shownScreen: ScreenID? { window?.shownScreen }
  func willCommit(_ surface: Surface) throws(ProtocolError) {}
  func takePending() -> (() -> Void)? { nil }
}

/// What was asked of a surface's role along with a commit that waits.
final class HeldRole {
  let role: any SurfaceRole
  let restore: () -> Void

  init?(_ role: (any SurfaceRole)?) {
    guard let role else { return nil }
    self.role = role
    restore = role.takePending() ?? {}
  }
}
