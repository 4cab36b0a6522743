package import Geometry

/// What a picture of a screen has to be like. Asking for a whole screen copies all that is known of it; captures ask several times a frame.
package struct ScreenPanel: Equatable, Sendable {
  /// The panel in pixels, whatever its orientation.
  package let size: Size<NativePixels>
  /// How the panel lies: `Screen.transform`.
  package let transform: Transform
}

extension WindowModel {
  /// The panel of the screen of this id, or nil when it is gone.
  ///
  /// That it lets go of nothing is said to the compiler: else whoever asks holds on to everything in the model for so long, at twenty times
  /// the cost.
  @_effects(releasenone)
  package func panel(of id: ScreenID) -> ScreenPanel? {
    guard let index = shelfIndex(id) else { return nil }
    return ScreenPanel(size: shelves[index].screen.mode.size, transform: shelves[index].screen.transform)
  }
}
