/// Where a command points: in the layout of all screens, on one screen, or in one window.
///
/// As text: `X,Y`, `SCREEN:X,Y` or `WINDOW@X,Y`. As JSON: that text, or an object `{x, y}` with `screen` or `window`.
package struct PointSpec: Hashable, Sendable {
  /// What a point is measured from.
  package enum Origin: Hashable, Sendable {
    /// The origin of the layout.
    case layout
    /// The top-left corner of the screen of this name.
    case screen(String)
    /// The top-left corner of a window's geometry.
    case window(WindowSelector)
  }

  /// What the point is measured from.
  package var origin: Origin
  /// Points to the right of the origin.
  package var x: Double
  /// Points below the origin.
  package var y: Double

  /// The point (x, y) from `origin`.
  package init(_ origin: Origin = .layout, x: Double, y: Double) {
    self.origin = origin
    self.x = x
    self.y = y
  }

  /// The forms that a point has.
  package static var forms: [String] { ["X,Y", "SCREEN:X,Y", "WINDOW@X,Y"] }

  /// The point that `text` names. A window's title may hold any character: the last `@` or `:` counts.
  ///
  /// - Throws: a parameter error that names what is wrong and the forms that would be right.
  package init(parsing text: String) throws(ControlError) {
    let numbers: String
    if let (window, rest) = text.cutAtLast("@") {
      origin = .window(try WindowSelector(parsing: window))
      numbers = rest
    } else if let (screen, rest) = text.cutAtLast(":") {
      guard !screen.isEmpty else { throw .badParameter("“\(text)” has no screen before the colon", given: text, expected: Self.forms) }
      origin = .screen(screen)
      numbers = rest
    } else {
      origin = .layout
      numbers = text
    }
    guard let (first, second) = numbers.cut(at: ",") else {
      throw .badParameter("“\(text)” is not a point", given: text, expected: Self.forms)
    }
    guard let x = decimalNumber(first), let y = decimalNumber(second) else {
      let wrong = decimalNumber(first) == nil ? first : second
      throw .badParameter("“\(wrong)” in “\(text)” is not a number", given: text, expected: Self.forms)
    }
    (self.x, self.y) = (x, y)
  }
}

extension PointSpec: CustomStringConvertible {
  /// The point as text that parses to it again.
  package var description: String {
    let numbers = "\(x.short),\(y.short)"
    return switch origin {
    case .layout: numbers
    case .screen(let name): "\(name):\(numbers)"
    case .window(let window): "\(window)@\(numbers)"
    }
  }
}

extension Double {
  /// The number without the fraction that a whole one does not need.
  package var short: String {
    self == rounded() && magnitude < 1e15 ? String(Int(self)) : String(self)
  }
}

extension PointSpec: Codable {
  private enum CodingKeys: String, CodingKey {
    case x, y, screen, window
  }

  package init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self = try Self(parsing: text)
      return
    }
    let container: KeyedDecodingContainer<CodingKeys>
    do { container = try decoder.container(keyedBy: CodingKeys.self) } catch {
      throw ControlError.badParameter("a point is a text or an object", expected: Self.forms + [#"{"x": X, "y": Y}"#])
    }
    x = try container.decode(Double.self, forKey: .x)
    y = try container.decode(Double.self, forKey: .y)
    let screen = try container.decodeIfPresent(String.self, forKey: .screen)
    let window = try container.decodeIfPresent(WindowSelector.self, forKey: .window)
    switch (screen, window) {
    case (nil, nil): origin = .layout
    case (let screen?, nil): origin = .screen(screen)
    case (nil, let window?): origin = .window(window)
    case (_?, _?): throw ControlError.badParameter("a point lies on a screen or in a window, not both", expected: Self.forms)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
