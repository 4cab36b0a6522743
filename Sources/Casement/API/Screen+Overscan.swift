public import Geometry
internal import WindowModel

extension Screen {
  /// What is done about edges of a screen that nobody sees, as those of a television.
  public enum OverscanCompensation: CaseIterable, Sendable {
    /// The picture is drawn smaller, so that all of it is seen.
    case scale
    /// `bounds` are smaller: windows are placed inside of what is seen.
    case insetBounds
    /// Nothing: the picture goes to the edges, and `overscanInsets` say what is lost.
    case none
  }

  /// What is done about edges that nobody sees. Setting it changes nothing where all of the screen is seen.
  public var overscanCompensation: OverscanCompensation {
    get {
      guard let model else { return .none }
      return switch model.overscan {
      case .scale: .scale
      case .insetBounds: .insetBounds
      case .none: .none
      }
    }
    nonmutating set {
      var change = ScreenChange()
      switch newValue {
      case .scale: change.overscan = .scale
      case .insetBounds: change.overscan = .insetBounds
      case .none: change.overscan = .some(.none)
      }
      // none of them can be out of range
      try? update(change)
    }
  }

  /// How far, in points, the edges that nobody sees reach into `bounds`: nothing where `overscanCompensation` makes up for them.
  public var overscanInsets: EdgeInsets { model.map { $0.overscan == .none ? $0.overscanInsets : .zero } ?? .zero }
}
