public import Geometry
internal import WindowModel

extension Screen {
  /// A size and a rate that a screen can have.
  public struct Mode: Hashable, Sendable {
    /// The panel's size in pixels, which no orientation turns.
    public var size: Size<NativePixels>
    /// Frames a second.
    public var refreshRate: Double

    /// The mode of `size` at `refreshRate` frames a second.
    public init(size: Size<NativePixels>, refreshRate: Double = 60) {
      self.size = size
      self.refreshRate = refreshRate
    }

    init(_ mode: ScreenMode) { self.init(size: mode.size, refreshRate: Double(mode.refresh) / 1000) }

    var model: ScreenMode { ScreenMode(size: size, refresh: Int((refreshRate * 1000).rounded())) }
  }

  /// What it can do. Empty when it is gone.
  public var availableModes: [Mode] { model?.modes.map(Mode.init) ?? [] }

  /// The mode it likes best.
  public var preferredMode: Mode? { model.map { Mode($0.modes[$0.preferredMode]) } }

  /// The mode it has.
  public var currentMode: Mode? { model.map { Mode($0.mode) } }

  /// Changes the mode; every window on the screen is configured anew. One that is not among the available modes is added to them.
  ///
  /// - Throws: `ServiceError.screen` for a size or a rate that no screen has.
  public func setMode(_ mode: Mode) throws(ServiceError) {
    guard mode.refreshRate.isFinite, abs(mode.refreshRate) < 1_000_000 else { throw .screen("a rate is a number of frames a second") }
    var change = ScreenChange()
    change.customMode = mode.model
    try update(change)
  }
}
