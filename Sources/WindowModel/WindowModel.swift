package import Geometry

/// Which windows and screens there are, which is in front, visible, key and where: every decision of the service that needs no wire.
///
/// Every `mutating` function returns what happened, in the order in which it must be told; an empty array means that nothing
/// changed. Functions that take the id of a window or screen that is gone do nothing: objects of clients outlive what they
/// stand for. Ids are never reused.
package struct WindowModel: Sendable {
  /// What the command line and the configuration chose.
  package let policy: ModelPolicy

  var windows = WindowTable()
  /// The windows of each client, oldest first.
  var windowsOfClients: [ClientID: [WindowID]] = [:]
  /// The screens, oldest first: the first is main.
  var shelves: [Shelf] = []
  /// All windows, visible or not, on any screen or none.
  var order = WindowStack()
  /// Shown layer surfaces that want key for themselves, over all screens; the front one has it.
  var exclusives = WindowStack()
  /// Shown lock windows, over all screens.
  var locks = WindowStack()

  /// The key window: who gets keyboard input, unless a popup grabs it.
  package internal(set) var key: WindowID?
  /// Whether the key window is so because nobody else was, and nobody asked for it: whoever asks takes key from it.
  var isKeyByDefault = false
  /// The screen that the key window was last on.
  var keyScreen: ScreenID?
  /// What `keyScreen` was when the session was locked.
  var keyScreenBeforeLock: ScreenID?
  /// Whether key was lost, or not given, only because there is no screen at all: it is given when one comes.
  var keyAwaitsScreen = false
  /// Whether the session is locked.
  package internal(set) var isLocked = false
  /// The interactive move or resize that is going on.
  package internal(set) var interaction: Interaction?

  var lastWindow = 0
  var lastScreen = 0
  var lastSequence: UInt64 = 0
  /// Windows whose frame, insets or configuration may be others than announced.
  var unsettled: [WindowID] = []
  /// Whether a screen may have to start or stop mirroring.
  var mirroringIsUnsettled = false

  /// How many places of layer surfaces were worked out.
  package internal(set) var layerPlaces = 0
  /// Whether the place of the other layer surfaces is worked out by `arrange()`, once for all that changed, and not at each change. It is
  /// at once before anything else happens that it matters for.
  package var arrangesLate = false
  /// Whether there is anything for `arrange()` to do.
  package internal(set) var isUnarranged = false

  /// What one layer surface takes from the usable area.
  struct Reservation: Sendable {
    let id: WindowID
    let layer: Layer
    let insets: EdgeInsets
  }

  /// What belongs to one screen.
  struct Shelf: Sendable {
    var screen: Screen
    /// The windows shown on it.
    var shown = WindowStack()
    /// Those of them that could be the next key window.
    var candidates = WindowStack()
    /// How many of them keep it from mirroring.
    var occupants = 0
    /// Its layer surfaces, mapped or not, oldest first.
    var layers: [WindowID] = []
    /// Where each of them has its place.
    var layerAreas: [WindowID: Rect<ScreenPoints>] = [:]
    /// What those with content reserve, in the order in which they take it.
    var reservations: [Reservation] = []
    /// What system windows leave free.
    var usable: Rect<ScreenPoints>
    /// Whether one of its layer surfaces changed, and where the others stand is to be worked out.
    var isUnarranged = false
    /// How many windows were placed in the cascade.
    var cascade = 0
  }

  /// A model with no window and no screen.
  package init(policy: ModelPolicy = ModelPolicy()) { self.policy = policy }

  /// The window of this id, or nil when it is gone.
  package func window(_ id: WindowID) -> Window? { windows[id] }

  /// How many windows there are, system windows included.
  package var windowCount: Int { windows.count }

  /// The ordinary windows, visible and hidden, on all screens, back to front.
  package var windowList: [WindowID] { order.backToFront.filter { windows.isToplevel($0) } }

  /// The windows of one client, oldest first.
  package func windows(of client: ClientID) -> [WindowID] { windowsOfClients[client] ?? [] }

  /// The screens, main first.
  package var screens: [Screen] { shelves.map(\.screen) }

  /// The first of the screens.
  package var mainScreen: ScreenID? { shelves.first?.screen.id }

  /// The screen of this id, or nil when it is gone.
  package func screen(_ id: ScreenID) -> Screen? { shelfIndex(id).map { shelves[$0].screen } }

  /// The screen of this name.
  package func screen(named name: String) -> ScreenID? { shelves.first { $0.screen.name == name }?.screen.id }

  /// The screen that holds `point`, mirroring or not.
  package func screen(at point: PrecisePoint<LayoutPoints>) -> ScreenID? {
    shelves.first { $0.screen.frame.contains(point) }?.screen.id
  }

  /// The screen that holds `point`; nil where it mirrors another, and nothing is on it itself.
  package func ownScreen(at point: PrecisePoint<LayoutPoints>) -> ScreenID? {
    guard let index = shelves.firstIndex(where: { $0.screen.frame.contains(point) }), shelves[index].screen.mirrors == nil else {
      return nil
    }
    return shelves[index].screen.id
  }

  /// The smallest rectangle that holds all screens that mirror no other.
  package var extent: Rect<LayoutPoints> {
    var extent = Rect<LayoutPoints>.zero
    for index in shelves.indices where shelves[index].screen.mirrors == nil { extent = extent.union(shelves[index].screen.frame) }
    return extent
  }

  /// What of the screen system windows leave free; its bounds less their exclusive zones and overscan.
  package func usableArea(of id: ScreenID) -> Rect<ScreenPoints>? { shelfIndex(id).map { shelves[$0].usable } }

  /// The windows to draw on a screen and to look for under a pointer, front first, system windows included. While the session is locked
  /// only lock windows are among them.
  package func frontToBack(on id: ScreenID) -> WindowStack.Walk { drawn(on: id).frontToBack }

  /// The same of the screen that holds `point`; nil where none does, or it mirrors another and nothing is on it itself.
  package func frontToBack(at point: PrecisePoint<LayoutPoints>) -> WindowStack.Walk? {
    ownScreen(at: point).map { drawn(on: $0).frontToBack }
  }

  /// The front window of the screen that holds `point`, and that screen's area; nil also where screens overlap.
  package func front(at point: PrecisePoint<LayoutPoints>) -> (window: WindowID, screen: Rect<LayoutPoints>)? {
    guard let id = ownScreen(at: point), let index = shelfIndex(id), let front = drawn(on: id).frontToBack.first(where: { _ in true })
    else { return nil }
    let area = shelves[index].screen.frame
    let isAlone = shelves.allSatisfy { $0.screen.id == id || $0.screen.frame.intersection(area).isEmpty }
    return isAlone ? (front, area) : nil
  }

  /// The same, back first.
  package func backToFront(on id: ScreenID) -> WindowStack.Walk { drawn(on: id).backToFront }

  private func drawn(on id: ScreenID) -> WindowStack {
    guard let index = shelfIndex(id) else { return WindowStack() }
    guard isLocked else { return shelves[index].shown }
    var stack = WindowStack()
    for lock in locks.backToFront {
      if let window = windows[lock], window.screen == id { stack.insert(lock, at: window.stackKey) }
    }
    return stack
  }

  func shelfIndex(_ id: ScreenID?) -> Int? {
    guard let id else { return nil }
    return shelves.firstIndex { $0.screen.id == id }
  }

  /// Changes a window that is known to exist.
  mutating func withWindow<Result>(_ id: WindowID, _ body: (inout Window) -> Result) -> Result { windows.update(id, body) }

  mutating func nextSequence() -> UInt64 {
    lastSequence += 1
    return lastSequence
  }
}
