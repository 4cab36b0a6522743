package import Geometry

/// What a window is to the service.
package enum WindowKind: Hashable, Sendable {
  /// An `xdg_toplevel`, with the extension or without.
  case toplevel
  /// A layer surface.
  case layer(LayerState)
  /// A surface of a session lock.
  case lock
  /// A surface of an input method.
  case inputPanel(InputPanelPosition)

  /// Whether it is a layer, lock or input-method surface: not in the list of windows, never chosen as the next key window.
  package var isSystem: Bool { self != .toplevel }

  /// Whether it is a layer surface.
  var isLayer: Bool { if case .layer = self { true } else { false } }
  /// Whether it is a surface of an input method.
  var isPanel: Bool { if case .inputPanel = self { true } else { false } }
}

/// Where a surface of an input method stands.
package enum InputPanelPosition: Hashable, Sendable {
  /// At the middle of the bottom edge, as a keyboard.
  case docked
  /// With its top-left corner here, moved inside the screen where it would leave it: a list of candidates beside the cursor.
  case floating(Point<ScreenPoints>)
}
