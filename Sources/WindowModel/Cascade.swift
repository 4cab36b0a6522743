import Geometry

/// Where windows that have their own size first stand, and how they stay reachable.
extension WindowModel {
  /// How far each window of the cascade is to the right of and below the one before.
  private static var step: Int { 32 }

  /// Gives a floating window that has no place one: a dialog in the middle of its parent, another window one step on in the cascade of its
  /// screen, which starts anew where the window would leave the usable area.
  mutating func placeInCascade(_ id: WindowID) {
    guard let window = windows[id], window.kind == .toplevel, window.origin == nil, let index = shelfIndex(window.screen) else { return }
    guard case .floats = sizing(of: window, on: shelves[index]) else { return }
    let usable = shelves[index].usable
    let turned = rotation(of: window, on: shelves[index].screen).apply(window.contentSize)
    var origin = usable.origin
    if let parent = parentOnScreen(of: window), parent.isMapped {
      let frame = placement(of: parent).frame
      let screen = shelves[index].screen.frame.origin
      let middle = Point<ScreenPoints>(
        x: frame.x - screen.x + (frame.width - turned.width) / 2, y: frame.y - screen.y + (frame.height - turned.height) / 2)
      origin.x = max(usable.minX, min(middle.x, usable.maxX - turned.width))
      origin.y = max(usable.minY, min(middle.y, usable.maxY - turned.height))
    } else {
      let steps = max(0, min(usable.width - turned.width, usable.height - turned.height) / Self.step)
      let step = shelves[index].cascade % (steps + 1) * Self.step
      origin += Point(x: step, y: step)
      shelves[index].cascade += 1
    }
    withWindow(id) { $0.origin = origin }
  }

  /// Moves a floating window that left its screen back until a corner of it can be seen and its top edge is inside.
  mutating func keepReachable(_ id: WindowID) {
    guard let window = windows[id], window.kind == .toplevel, !window.isPlaced, let origin = window.origin else { return }
    guard interaction?.window != id, let index = shelfIndex(window.screen) else { return }
    let usable = shelves[index].usable
    let width = rotation(of: window, on: shelves[index].screen).apply(window.contentSize).width
    let x = max(min(usable.minX, usable.minX + Self.step - width), min(origin.x, usable.maxX - Self.step))
    let y = max(usable.minY, min(origin.y, usable.maxY - Self.step))
    withWindow(id) { $0.origin = Point(x: x, y: y) }
    unsettle(id)
  }
}
