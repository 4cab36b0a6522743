package import Geometry

/// What a screen is to be when it is connected.
package struct ScreenDescription: Hashable, Sendable {
  /// Its identity: windows that waited for this name come back.
  package var name: String
  /// What it can do; not empty.
  package var modes: [ScreenMode]
  /// How many of them, at the end, were added to those that it came with first.
  package var customModes = 0
  /// The index of the mode it likes best.
  package var preferredMode = 0
  /// The index of the mode it has.
  package var currentMode = 0
  /// Pixels per point; kept in 120ths.
  package var scale = 1.0
  /// How the panel lies.
  package var transform: Transform = .normal
  /// The place of its top-left corner in the layout; nil: beside the others.
  package var position: Point<LayoutPoints>?
  /// What it shows while it has no windows.
  package var mirror: MirrorWish = .byPolicy
  /// What of its edges nobody sees, in points.
  package var overscanInsets: EdgeInsets = .zero
  /// What is done about that.
  package var overscan: OverscanCompensation = .scale

  /// A screen called `name` with these modes, in the first of them.
  package init(name: String, modes: [ScreenMode]) {
    self.name = name
    self.modes = modes
  }

  /// Gives the screen a mode, which need not be among those that it has.
  package mutating func setMode(_ mode: ScreenMode) {
    currentMode = modes.add(mode, custom: &customModes, preferred: &preferredMode)
  }

  /// Throws where a screen cannot be so.
  func validate() throws(ModelError) {
    guard !modes.isEmpty, modes.allSatisfy(\.isValid), modes.indices.contains(preferredMode), modes.indices.contains(currentMode)
    else { throw .invalidMode }
    precondition((0..<modes.count).contains(customModes), "a screen has a mode of its own")
    try Screen.validate(scale: scale)
    try Screen.validate(position: position)
    try Screen.validate(overscanInsets)
  }
}
