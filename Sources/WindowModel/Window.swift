package import Geometry

/// One window, as the model knows it. Read it; `WindowModel` alone writes it.
package struct Window: Sendable {
  /// Its name.
  package let id: WindowID
  /// Whose it is.
  package let client: ClientID
  /// What it is; the layer state of a layer surface is in it.
  package internal(set) var kind: WindowKind
  /// Whether it speaks the extension: new ones are hidden, they cover their screen and are told insets.
  package internal(set) var isExtended: Bool

  /// The level it reports.
  package internal(set) var level: WindowLevel
  /// Where it really stands, after parent and fullscreen were looked at.
  package internal(set) var stackKey: WindowStack.Key

  /// Whether it has content. A window without content counts as hidden.
  package internal(set) var isMapped = false
  /// Whether it ever had content.
  var wasMapped = false
  /// Whether it is told to be hidden, or nobody showed it yet.
  package internal(set) var isHidden: Bool
  /// Whether it is put away until shown again.
  package internal(set) var isMinimised = false
  /// Whether its client, or a rule, lets it be key; false for an overlay that never wants it.
  package internal(set) var allowsKey = true
  /// With whose authority it becomes key once it has content: it was shown and made key before it had any.
  var pendingKey: Authority?

  /// The window in front of which it stays.
  package internal(set) var parent: WindowID?
  /// The windows whose parent it is, in no order that matters.
  package internal(set) var children: [WindowID] = []
  /// The window whose child it becomes when that one is mapped; that was asked before this one had content.
  var awaitedParent: WindowID?
  /// The windows that wait to become its children.
  var awaiting: [WindowID] = []
  /// Whether it is a dialog that keeps its parent from being used.
  package internal(set) var isModal = false

  /// The screen it belongs to.
  package internal(set) var screen: ScreenID?
  /// The name of the lost screen to which it returns.
  package internal(set) var home: String?
  /// Whether somebody asked that it have no screen.
  var isScreenlessByRequest = false

  /// The size of its content (window geometry).
  package internal(set) var contentSize: Size<WindowPoints> = .zero
  /// The smallest size it can have; 0 on an axis without limit.
  package internal(set) var minSize: Size<WindowPoints> = .zero
  /// The largest size it can have; 0 on an axis without limit.
  package internal(set) var maxSize: Size<WindowPoints> = .zero

  /// Whether it covers its whole screen.
  package internal(set) var isFullscreen = false
  /// Whether it fills what of its screen is free.
  package internal(set) var isMaximised = false
  /// The edges at which it is tiled; two opposite ones are never both in it.
  package internal(set) var tiles: Edges = []
  /// The placement that a rule chose for it.
  package internal(set) var placement: ModelPolicy.Placement?
  /// Insets that a rule adds to those of system windows.
  package internal(set) var additionalInsets: EdgeInsets = .zero
  /// Where it stands while nothing else decides it, relative to its screen.
  package internal(set) var origin: Point<ScreenPoints>?
  /// Whether somebody placed it there, so that `fill` does not.
  package internal(set) var isPlaced = false
  /// The size it is asked to have while it floats.
  package internal(set) var requestedSize: Size<WindowPoints>?
  /// The size that it took when its own was more than there was room for.
  var fittedSize: Size<WindowPoints>?
  /// The edges that stay where they are when its size changes: the opposite ones are, or were just, being dragged.
  var anchoredEdges: Edges = []
  /// Where the right and the bottom edge stay, if they do.
  var anchor: Point<ScreenPoints> = .zero

  /// The orientations it can be laid out for.
  package internal(set) var orientations: OrientationMask = .all
  /// The orientation it is laid out for.
  package internal(set) var orientation = Orientation.portrait
  /// The scale of the screen that it was last on, in 120ths.
  var lastScale120 = 120
  /// How many capture it.
  package internal(set) var captures = 0
  /// Whether others cover it completely, as far as the service said.
  package internal(set) var isCovered = false

  /// What was last told about it.
  var announced = Announced()
  /// Whether it is among the windows that the operation going on has to settle.
  var isUnsettled = false
  /// Where the stacks have it.
  var filing = Filing()

  /// Whether it is visible in the sense of the announcements: it has content, and is neither hidden nor minimised. It may have no screen.
  package var isVisible: Bool { isMapped && !isHidden && !isMinimised }
  /// Whether it is visible on a screen.
  package var isShown: Bool { isVisible && screen != nil }

  /// Whether it may be key at all.
  package var canBecomeKey: Bool {
    switch kind {
    case .toplevel: allowsKey
    case .layer(let state): state.interactivity != .none
    case .lock: true
    case .inputPanel: false
    }
  }

  /// What a client and the service were last told, to tell only what differs.
  struct Announced: Hashable, Sendable {
    var configuration: WindowConfiguration?
    var frame: Rect<LayoutPoints> = .zero
    var insets: EdgeInsets = .zero
    var keyboardFrame: Rect<ScreenPoints>?
  }

  /// Which stacks hold the window, and under which key.
  struct Filing: Hashable, Sendable {
    var key: WindowStack.Key?
    var screen: ScreenID?
    var isCandidate = false
    var isExclusive = false
    var isLock = false
    var occupies = false
  }
}
