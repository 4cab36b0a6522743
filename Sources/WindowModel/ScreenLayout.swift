package import Geometry

/// Where screens lie beside each other.
package enum ScreenLayout {
  /// One frame for each screen of `screens`, in its order: at its position where it has one; else at the top, as far left as there
  /// is room to the right of those before it and of those with positions.
  package static func frames(_ screens: [(size: Size<ScreenPoints>, position: Point<LayoutPoints>?)]) -> [Rect<LayoutPoints>] {
    var frames = screens.map { screen in
      screen.position.map { Rect(origin: $0, size: Size(width: screen.size.width, height: screen.size.height)) }
    }
    var next = 0
    for (index, screen) in screens.enumerated() where frames[index] == nil {
      var frame = Rect<LayoutPoints>(x: next, y: 0, width: screen.size.width, height: screen.size.height)
      while let obstacle = frames.lazy.compactMap({ $0 }).first(where: { $0.intersects(frame) }) { frame.origin.x = obstacle.maxX }
      frames[index] = frame
      next = frame.maxX
    }
    return frames.compactMap { $0 }
  }
}
