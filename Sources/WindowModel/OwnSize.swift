internal import Geometry

/// Windows that have their own size (dialogs, and all under `natural`), but not more of it than there is room for: their buttons must be
/// within reach.
extension WindowModel {
  /// What `window`, which chose its size itself, is asked to be where there is this `room`: nothing while it never was too large, and
  /// else what there is room for, or what it took then.
  func ownSize(of window: Window, in room: Size<WindowPoints>) -> Size<WindowPoints> {
    guard window.isMapped else { return .zero }
    let size = window.contentSize
    guard exceeds(size, room) else { return window.fittedSize ?? .zero }
    func fitted(_ length: Int, _ room: Int, _ least: Int) -> Int { max(1, min(length, max(room, least))) }
    return Size(
      width: fitted(size.width, room.width, window.minSize.width), height: fitted(size.height, room.height, window.minSize.height))
  }

  /// Whether `window` does not fit, or was asked to be smaller because it did not.
  func isFitted(_ window: Window) -> Bool {
    guard let index = shelfIndex(window.screen), choosesItsSize(window, on: shelves[index]) else { return false }
    return window.fittedSize != nil || isTooLarge(window)
  }

  /// Whether `window` is larger than it shall be.
  func isTooLarge(_ window: Window) -> Bool {
    guard window.isMapped, let index = shelfIndex(window.screen), choosesItsSize(window, on: shelves[index]) else { return false }
    return exceeds(window.contentSize, room(for: window, on: shelves[index]))
  }

  /// Whether its client decides on the size of `window`, and neither the policy, nor a controller, nor a person.
  func choosesItsSize(_ window: Window, on shelf: Shelf) -> Bool {
    guard window.kind == .toplevel, !window.isExtended else { return false }
    switch sizing(of: window, on: shelf) {
    case .fills: return false
    case .centred: return true
    case .floats: return window.requestedSize == nil && !window.isPlaced
    }
  }

  /// How large `window` may be on `shelf`, as its client sees it.
  func room(for window: Window, on shelf: Shelf) -> Size<WindowPoints> {
    let free = window.isExtended ? shelf.screen.windowBounds : shelf.usable.inset(leavingSomething: window.additionalInsets)
    let turned = rotation(of: window, on: shelf.screen).inverse.apply(free.size)
    return Size(width: turned.width, height: turned.height)
  }

  private func exceeds(_ size: Size<WindowPoints>, _ room: Size<WindowPoints>) -> Bool {
    size.width > room.width || size.height > room.height
  }
}
