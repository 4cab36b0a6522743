/// The shapes of a pointer's cursor. Raw values are those of `wp_cursor_shape_device_v1.shape`.
package enum CursorShape: UInt32, CaseIterable, Hashable, Sendable {
  case `default` = 1
  case contextMenu = 2
  case help = 3
  case pointer = 4
  case progress = 5
  case wait = 6
  case cell = 7
  case crosshair = 8
  case text = 9
  case verticalText = 10
  case alias = 11
  case copy = 12
  case move = 13
  case noDrop = 14
  case notAllowed = 15
  case grab = 16
  case grabbing = 17
  case eResize = 18
  case nResize = 19
  case neResize = 20
  case nwResize = 21
  case sResize = 22
  case seResize = 23
  case swResize = 24
  case wResize = 25
  case ewResize = 26
  case nsResize = 27
  case neswResize = 28
  case nwseResize = 29
  case colResize = 30
  case rowResize = 31
  case allScroll = 32
  case zoomIn = 33
  case zoomOut = 34
  /// Since version 2.
  case dndAsk = 35
  /// Since version 2.
  case allResize = 36

  /// The name in CSS, which newer cursor themes use.
  package var name: String { names[0] }

  /// The names under which themes have the shape: CSS's first, then those of X11 that themes used before.
  package var names: [String] {
    switch self {
    case .default: ["default", "left_ptr", "arrow", "top_left_arrow"]
    case .contextMenu: ["context-menu"]
    case .help: ["help", "question_arrow", "whats_this", "left_ptr_help"]
    case .pointer: ["pointer", "hand2", "hand1", "pointing_hand", "hand"]
    case .progress: ["progress", "left_ptr_watch", "half-busy"]
    case .wait: ["wait", "watch"]
    case .cell: ["cell", "plus"]
    case .crosshair: ["crosshair", "cross", "tcross"]
    case .text: ["text", "xterm", "ibeam"]
    case .verticalText: ["vertical-text"]
    case .alias: ["alias", "dnd-link", "link"]
    case .copy: ["copy", "dnd-copy"]
    case .move: ["move", "dnd-move", "fleur"]
    case .noDrop: ["no-drop", "dnd-no-drop", "dnd-none"]
    case .notAllowed: ["not-allowed", "crossed_circle", "forbidden", "circle"]
    case .grab: ["grab", "openhand"]
    case .grabbing: ["grabbing", "closedhand"]
    case .eResize: ["e-resize", "right_side"]
    case .nResize: ["n-resize", "top_side"]
    case .neResize: ["ne-resize", "top_right_corner"]
    case .nwResize: ["nw-resize", "top_left_corner"]
    case .sResize: ["s-resize", "bottom_side"]
    case .seResize: ["se-resize", "bottom_right_corner"]
    case .swResize: ["sw-resize", "bottom_left_corner"]
    case .wResize: ["w-resize", "left_side"]
    case .ewResize: ["ew-resize", "sb_h_double_arrow", "h_double_arrow", "size_hor"]
    case .nsResize: ["ns-resize", "sb_v_double_arrow", "v_double_arrow", "size_ver"]
    case .neswResize: ["nesw-resize", "fd_double_arrow", "size_bdiag"]
    case .nwseResize: ["nwse-resize", "bd_double_arrow", "size_fdiag"]
    case .colResize: ["col-resize", "split_h", "sb_h_double_arrow"]
    case .rowResize: ["row-resize", "split_v", "sb_v_double_arrow"]
    case .allScroll: ["all-scroll", "fleur", "size_all"]
    case .zoomIn: ["zoom-in"]
    case .zoomOut: ["zoom-out"]
    case .dndAsk: ["dnd-ask"]
    case .allResize: ["all-resize", "fleur", "size_all"]
    }
  }

  /// The shape with one of these names, nil where there is none.
  package init?(named name: String) {
    guard let shape = CursorShape.allCases.first(where: { $0.names.contains(name) }) else { return nil }
    self = shape
  }
}
