/// What `KEY=VALUE` words ask of a screen; each member is nil where nothing was said.
package struct ScreenChanges: Hashable, Sendable {
  /// A new name.
  package var name: String?
  /// A new mode.
  package var mode: ScreenModeSpec?
  /// Pixels a point.
  package var scale: Double?
  /// How the picture is turned.
  package var transform: ScreenTransform?
  /// Left edge in points of the layout.
  package var x: Int?
  /// Top edge in points of the layout.
  package var y: Int?
  /// The screen to show while it has no windows; `none`: no other one, `auto`: as the placement has it.
  package var mirror: String?
  /// What of its edges nobody sees.
  package var overscan: ScreenOverscan?
  /// What is done about that.
  package var compensation: ScreenOverscan.Compensation?

  /// Nothing asked.
  package init() {}

  /// Adds what `word`, a `KEY=VALUE`, asks; `allowed` are the keys that may stand here.
  ///
  /// - Throws: a parameter error that names what is wrong and what would be right.
  package mutating func set(_ word: String, allowed: [String]) throws(ControlError) {
    let forms = allowed.map { $0 + "=" }
    guard let (key, value) = word.cut(at: "=") else {
      throw .badParameter("“\(word)” is not KEY=VALUE", given: word, expected: forms)
    }
    guard allowed.contains(key) else {
      throw .badParameter("a screen has no “\(key)”", parameter: key, given: word, expected: forms)
    }
    switch key {
    case "name": try replace(&name, with: Self.newName(value, key: key), key)
    case "mode": try replace(&mode, with: ScreenModeSpec(parsing: value), key)
    case "scale": try replace(&scale, with: Self.scale(value), key)
    case "transform": try replace(&transform, with: ScreenTransform(word: value), key)
    case "x": try replace(&x, with: Self.position(value, key: key), key)
    case "y": try replace(&y, with: Self.position(value, key: key), key)
    case "mirror": try replace(&mirror, with: Self.name(value, key: key), key)
    case "overscan": try replace(&overscan, with: ScreenOverscan(parsing: value), key)
    case "compensation": try replace(&compensation, with: ScreenOverscan.Compensation(word: value), key)
    default: preconditionFailure("the screen key \(key) is allowed but unknown")
    }
  }

  private func replace<Value>(_ member: inout Value?, with value: Value, _ key: String) throws(ControlError) {
    guard member == nil else { throw .badParameter("“\(key)=” is given twice", parameter: key) }
    member = value
  }

  private static func scale(_ text: String) throws(ControlError) -> Double {
    let bounds = "\(ScreenSpec.scales.lowerBound.short) to \(ScreenSpec.scales.upperBound.short)"
    guard let scale = decimalNumber(text) else {
      throw .badParameter("the scale “\(text)” is not a number", parameter: "scale", given: text, expected: [bounds])
    }
    guard ScreenSpec.scales.contains(scale) else {
      throw .badParameter("a scale of \(text) is out of bounds", parameter: "scale", given: text, expected: [bounds])
    }
    return scale
  }

  private static func position(_ text: String, key: String) throws(ControlError) -> Int {
    guard let position = wholeNumber(text), ScreenSpec.positions.contains(position) else {
      throw .badParameter(
        "“\(key)=\(text)” is not a position", parameter: key, given: text,
        expected: ["a whole number of points, \(ScreenSpec.positions.lowerBound) to \(ScreenSpec.positions.upperBound)"])
    }
    return position
  }

  /// The name `text`, which a new screen can have.
  ///
  /// - Throws: a parameter error that says what would be right.
  package static func newName(_ text: String, key: String) throws(ControlError) -> String {
    guard !ScreenSpec.isReserved(text) else {
      throw .badParameter("“\(text)” cannot be a screen's name: it stands for no screen", parameter: key, given: text)
    }
    return try name(text, key: key)
  }

  /// The name `text`, which a screen can have.
  ///
  /// - Throws: a parameter error that says what would be right.
  package static func name(_ text: String, key: String) throws(ControlError) -> String {
    let isSound = text.utf8.allSatisfy {
      ("a"..."z").holds($0) || ("A"..."Z").holds($0) || ("0"..."9").holds($0) || "-_.".utf8.contains($0)
    }
    guard isSound, !text.isEmpty, text.utf8.count <= 64 else {
      throw .badParameter(
        "“\(text)” cannot be a screen's name", parameter: key, given: text, expected: ["1 to 64 letters, digits, “-”, “_” or “.”"])
    }
    return text
  }
}

extension ClosedRange<Unicode.Scalar> {
  fileprivate func holds(_ byte: UInt8) -> Bool { contains(Unicode.Scalar(byte)) }
}
