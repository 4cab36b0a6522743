/// What a screen shall be: `WxH[@HZ]`, then `name=`, `scale=`, `transform=`, `x=`, `y=`, `mirror=`, `overscan=`,
/// `compensation=`, separated by commas.
public struct ScreenSpec: Hashable, Sendable {
  /// Pixels across, before the transform.
  public var width: Int
  /// Pixels down, before the transform.
  public var height: Int
  /// Frames a second.
  public var refresh: Double = 60
  /// The screen's name, which is its identity; nil takes the backend's next.
  public var name: String?
  /// Pixels a point.
  public var scale: Double = 1 { didSet { isScaleGiven = true } }
  /// How the picture is turned.
  public var transform: ScreenTransform = .normal { didSet { isTransformGiven = true } }
  /// Left edge in points of the layout; nil is to the right of the screens before it.
  public var x: Int?
  /// Top edge in points of the layout; nil is 0.
  public var y: Int?
  /// The name of the screen that it shows while it has no windows; `none`: no other one, `auto` and nil: as the placement has it.
  public var mirror: String?
  /// Whether somebody chose the scale; else whoever shows the screen may.
  package private(set) var isScaleGiven = false
  /// Whether somebody chose the transform; else whoever shows the screen may.
  package private(set) var isTransformGiven = false
  /// What of its edges nobody sees.
  public var overscan = ScreenOverscan()
  /// What is done about that.
  public var compensation: ScreenOverscan.Compensation = .scale

  /// A screen of `width` × `height` pixels, at 60 frames a second and one pixel a point.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Frames in a thousand seconds, as `wl_output.mode` counts them.
  public var refreshMillihertz: Int { Int(exactly: (refresh * 1000).rounded()) ?? 0 }

  /// What stands for no screen where one is named, so that none can be called so.
  package static let noName = "none"
  /// What stands for the screen that is mirrored unasked, so that none can be called so.
  package static let unaskedName = "auto"
  /// Whether no screen can be called `name`, because it stands for something else.
  package static func isReserved(_ name: String) -> Bool { name == noName || name == unaskedName }
  /// What a width or a height in pixels may be.
  package static let sizes = 1...16384
  /// What a rate in frames a second may be.
  package static let rates = 1.0...1000.0
  /// What a scale may be.
  package static let scales = 0.25...8.0
  /// What a position in the layout may be, in points.
  package static let positions = -1_000_000...1_000_000
}

extension ScreenSpec {
  /// The name of the screen that it shows while it has no windows; nil where `mirror` names none.
  package var mirroredName: String? { mirror.flatMap { Self.isReserved($0) ? nil : $0 } }
}

extension ScreenSpec: CustomStringConvertible {
  /// The form that a spec has.
  package static var form: String {
    "WxH[@HZ][,name=NAME][,scale=S][,transform=T][,x=X][,y=Y][,mirror=NAME][,overscan=N|T:L:B:R][,compensation=C]"
  }

  /// The screen that `text` describes.
  ///
  /// - Throws: a parameter error that names what is wrong and what would be right.
  package init(parsing text: String) throws(ControlError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let mode = try ScreenModeSpec(parsing: parts[0])
    self.init(width: mode.width, height: mode.height)
    if let rate = mode.refresh { refresh = rate }
    var changes = ScreenChanges()
    let keys = ["name", "scale", "transform", "x", "y", "mirror", "overscan", "compensation"]
    for part in parts.dropFirst() { try changes.set(part, allowed: keys) }
    name = changes.name
    if let value = changes.scale { (scale, isScaleGiven) = (value, true) }
    if let value = changes.transform { (transform, isTransformGiven) = (value, true) }
    (x, y) = (changes.x, changes.y)
    mirror = changes.mirror
    overscan = changes.overscan ?? ScreenOverscan()
    compensation = changes.compensation ?? .scale
    if let mirror, mirror == name { throw .badParameter("the screen “\(mirror)” cannot mirror itself", parameter: "mirror", given: mirror) }
  }

  /// The spec as text that parses to it again.
  public var description: String {
    var text = "\(width)x\(height)"
    if refresh != 60 { text += "@\(refresh.short)" }
    if let name { text += ",name=\(name)" }
    if scale != 1 || isScaleGiven { text += ",scale=\(scale.short)" }
    if transform != .normal || isTransformGiven { text += ",transform=\(transform.rawValue)" }
    if let x { text += ",x=\(x)" }
    if let y { text += ",y=\(y)" }
    if let mirror { text += ",mirror=\(mirror)" }
    if overscan != ScreenOverscan() { text += ",overscan=\(overscan)" }
    if compensation != .scale { text += ",compensation=\(compensation.rawValue)" }
    return text
  }
}

extension ScreenSpec: Codable {
  /// Decodes the text of a spec.
  ///
  /// - Throws: a parameter error that names what is wrong and what would be right.
  public init(from decoder: any Decoder) throws {
    self = try Self(parsing: String(from: decoder))
  }

  /// Encodes the text of the spec.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try description.encode(to: encoder)
  }
}
