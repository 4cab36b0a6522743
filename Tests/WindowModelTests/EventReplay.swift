@testable import WindowModel

/// What somebody knows who only ever heard the events: it must be what the model holds, at every step of the way.
struct EventReplay {
  var key: WindowID?
  var visible: Set<WindowID> = []
  var windows: Set<WindowID> = []
  var screens: Set<ScreenID> = []
  var screenOf: [WindowID: ScreenID] = [:]
  var levels: [WindowID: WindowLevel] = [:]
  var parents: [WindowID: WindowID] = [:]
  var mirrors: [ScreenID: ScreenID] = [:]
  var captured: Set<ScreenID> = []
  var main: ScreenID?
  var isLocked = false
  var faults: [String] = []

  mutating func hear(_ events: [WindowEvent], _ model: WindowModel) {
    var configured: Set<WindowID> = []
    for event in events {
      switch event {
      case .added(let id):
        check(windows.insert(id).inserted, "\(event): known")
        screenOf[id] = model.window(id)?.screen
      case .removed(let id):
        check(windows.remove(id) != nil, "\(event): unknown")
        check(key != id, "\(event): still key")
        visible.remove(id)
        screenOf[id] = nil
        levels[id] = nil
        parents[id] = nil
      case .becameVisible(let id): check(windows.contains(id) && visible.insert(id).inserted, "\(event): was")
      case .becameHidden(let id): check(windows.contains(id) && visible.remove(id) != nil, "\(event): was not")
      case .resignedKey(let id, _):
        check(key == id, "\(event): was not key")
        key = nil
      case .keyMoved(let from, let to):
        check(from != to, "\(event): stays")
        if let from, key == from { check(model.window(from) == nil, "\(event): did not resign") }
        key = nil
        if to == nil { key = nil }
      case .becameKey(let id, _):
        check(key == nil, "\(event): another one is key")
        check(windows.contains(id), "\(event): unknown")
        key = id
      case .levelChanged(let id, let level):
        check(levels[id] != level, "\(event): was")
        levels[id] = level
      case .parentChanged(let id, let parent):
        check(parents[id] != parent, "\(event): was")
        parents[id] = parent
      case .screenChanged(let id, let screen, _):
        check(windows.contains(id) && screenOf[id] != screen, "\(event): was")
        screenOf[id] = screen
      case .configure(let id): check(configured.insert(id).inserted, "\(event): twice")
      case .locked:
        check(!isLocked, "\(event): was")
        isLocked = true
      case .unlocked:
        check(isLocked, "\(event): was not")
        isLocked = false
      case .screenAdded(let id): check(screens.insert(id).inserted, "\(event): known")
      case .screenRemoved(let id):
        check(screens.remove(id) != nil, "\(event): unknown")
        mirrors[id] = nil
        captured.remove(id)
      case .mirroringChanged(let id, let source):
        check(mirrors[id] != source, "\(event): was")
        if screens.contains(id) { mirrors[id] = source }
      case .capturedChanged(let id, let isCaptured):
        check(captured.contains(id) != isCaptured, "\(event): was")
        if isCaptured { captured.insert(id) } else { captured.remove(id) }
      case .mainScreenChanged(let id):
        check(main != id, "\(event): was")
        main = id
      case .attention, .reordered, .stateChanged, .touchesCancelled, .allTouchesCancelled, .popupsDismissed, .closed, .frameChanged,
        .insetsChanged, .keyboardFrameChanged, .screenUpdated:
        break
      }
    }
  }

  private mutating func check(_ holds: Bool, _ what: String) {
    if !holds { faults.append(what) }
  }

  /// Where what was heard differs from what is.
  func violations(_ model: WindowModel) -> [String] {
    var found = faults
    func same<Value: Equatable>(_ heard: Value, _ is: Value, _ what: String) {
      if heard != `is` { found.append("\(what): heard \(heard), is \(`is`)") }
    }
    same(key, model.key, "key")
    same(isLocked, model.isLocked, "locked")
    same(main, model.mainScreen, "main screen")
    same(windows, Set(model.windows.keys), "windows")
    same(visible, Set(model.windows.values.filter(\.isVisible).map(\.id)), "visible windows")
    same(
      screenOf, Dictionary(uniqueKeysWithValues: model.windows.values.compactMap { window in window.screen.map { (window.id, $0) } }),
      "screens of windows")
    same(
      parents, Dictionary(uniqueKeysWithValues: model.windows.values.compactMap { window in window.parent.map { (window.id, $0) } }),
      "parents")
    same(screens, Set(model.screens.map(\.id)), "screens")
    same(
      mirrors, Dictionary(uniqueKeysWithValues: model.screens.compactMap { screen in screen.mirrors.map { (screen.id, $0) } }), "mirrors")
    same(captured, Set(model.screens.filter(\.isCaptured).map(\.id)), "captured")
    for (id, level) in levels { same(level, model.window(id)?.level ?? .lock, "level of \(id)") }
    return found
  }
}
