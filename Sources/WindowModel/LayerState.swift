package import Geometry

/// One of the four layers of the layer shell, back to front. Raw values are those of `zwlr_layer_shell_v1.layer`.
package enum Layer: UInt32, CaseIterable, Sendable {
  /// Wallpapers.
  case background = 0
  /// Behind ordinary windows.
  case bottom = 1
  /// Bars and panels.
  case top = 2
  /// In front of fullscreen windows.
  case overlay = 3

  /// The level that windows of this layer have.
  package var level: WindowLevel {
    switch self {
    case .background: .background
    case .bottom: .bottom
    case .top: .statusBar
    case .overlay: .overlay
    }
  }
}

/// Edges of a rectangle. Raw values are those of `zwlr_layer_surface_v1.anchor` and, for the four edges and the four corners, of
/// `xdg_toplevel.resize_edge`.
package struct Edges: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt32
  /// The set with these bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The upper edge.
  package static let top = Edges(rawValue: 1)
  /// The lower edge.
  package static let bottom = Edges(rawValue: 2)
  /// The left edge.
  package static let left = Edges(rawValue: 4)
  /// The right edge.
  package static let right = Edges(rawValue: 8)
  /// All four.
  package static let all: Edges = [.top, .bottom, .left, .right]
}

/// How a layer surface takes part in who is key.
package enum KeyboardInteractivity: Sendable {
  /// Never key.
  case none
  /// Key by being pressed.
  case onDemand
  /// On `top` and `overlay`: key while mapped, and nothing takes it. On the lower layers as `onDemand`.
  case exclusive
}

/// What a layer surface asked for, as of its last commit.
package struct LayerState: Hashable, Sendable {
  /// Which layer it is in.
  package var layer: Layer
  /// The edges of the screen it clings to.
  package var anchor: Edges = []
  /// What it wants to measure, in points; 0 on an axis where it wants to span from anchor to anchor.
  package var size: Size<WindowPoints> = .zero
  /// Points from the anchored edge that others shall leave free; 0: it lets itself be moved; below 0: it ignores other zones.
  package var exclusiveZone = 0
  /// The edge that the zone is taken from, where a corner anchor leaves it open (`set_exclusive_edge`).
  package var exclusiveEdge: Edges = []
  /// Distance from each anchored edge, in points; may be negative.
  package var margin: EdgeInsets = .zero
  /// How it takes part in who is key.
  package var interactivity: KeyboardInteractivity = .none

  /// The state of a new surface in `layer`.
  package init(layer: Layer) { self.layer = layer }

  /// Whether it takes key at map and keeps it.
  var isExclusive: Bool { interactivity == .exclusive && (layer == .top || layer == .overlay) }
}
