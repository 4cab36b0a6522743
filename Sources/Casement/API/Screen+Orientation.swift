internal import Geometry
internal import WindowModel

extension Screen {
  /// How a screen, or a window, lies; each is a quarter turn, anticlockwise, from the one before it.
  public enum Orientation: Int, CaseIterable, Sendable {
    /// Higher than wide.
    case portrait
    /// Wider than high.
    case landscapeLeft
    /// Higher than wide, the other way up.
    case portraitUpsideDown
    /// Wider than high, the other way up.
    case landscapeRight

    init(_ orientation: ModelOrientation) { self.init(rawValue: orientation.rawValue)! }
  }

  /// How it lies. Setting it turns the picture; windows are laid out anew, as far as they allow that orientation.
  public var orientation: Orientation {
    get { Orientation(model?.orientation ?? .portrait) }
    nonmutating set {
      guard let model else { return }
      let turns = Int32(newValue.rawValue - model.orientation.rawValue) + model.transform.turns
      var change = ScreenChange()
      change.transform = Transform(rawValue: (turns & 3) | (model.transform.isFlipped ? 4 : 0))
      // a transform cannot be out of range
      try? update(change)
    }
  }
}
