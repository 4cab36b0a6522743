import CasementControl

/// Readers of option values. Each throws an error that says what was wrong and what would be right.
enum Values {
  /// Any text.
  static func text(_ text: String) throws(UsageError) -> String { text }

  /// A text that is not empty.
  static func name(_ text: String) throws(UsageError) -> String {
    guard !text.isEmpty else { throw UsageError("the name is empty") }
    return text
  }

  /// A whole number within bounds.
  static func integer(_ text: String, in bounds: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let value = Int(text), bounds.contains(value) else {
      throw UsageError("“\(text)” is not a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
    }
    return value
  }

  /// Seconds with an optional fraction, as milliseconds.
  static func seconds(_ text: String) throws(UsageError) -> Int {
    if decimalNumber(text) == 0 { throw UsageError("0 seconds are over at once; leave it out for no limit") }
    guard let value = decimalNumber(text), value > 0, value <= 1_000_000 else {
      throw UsageError("“\(text)” is not a number of seconds, such as 10 or 0.5")
    }
    return max(1, Int((value * 1000).rounded()))
  }

  /// A finite number.
  static func number(_ text: String) throws(UsageError) -> Double {
    guard let value = decimalNumber(text) else { throw UsageError("“\(text)” is not a number") }
    return value
  }

  /// A level, as any number may be written: also 1e6 or 0x10.
  static func level(_ text: String) throws(UsageError) -> Double {
    guard let value = Double(text), SetLevel.isLevel(value) else { throw UsageError("“\(text)” is not \(SetLevel.levels)") }
    return value
  }

  /// One of some words.
  static func choice<Choice: RawRepresentable & CaseIterable>(_ text: String) throws(UsageError) -> Choice where Choice.RawValue == String {
    guard let value = Choice(rawValue: text) else {
      throw UsageError("“\(text)” is not one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return value
  }

  /// What a parser of the control socket's texts makes of `text`.
  static func parsed<Value>(_ text: String, _ parse: (String) throws(ControlError) -> Value) throws(UsageError) -> Value {
    do throws(ControlError) { return try parse(text) } catch { throw UsageError(error.message) }
  }

  /// A size in points or pixels, `WxH`.
  static func size(_ text: String) throws(UsageError) -> (width: Int, height: Int) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]), width > 0, height > 0, max(width, height) <= 100_000
    else {
      throw UsageError("“\(text)” is not a size, such as 640x480")
    }
    return (width, height)
  }

  /// A place, `X,Y`, with or without a size, `X,Y,WxH`.
  static func place(_ text: String) throws(UsageError) -> (x: Int, y: Int, size: (width: Int, height: Int)?) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count), let x = Int(parts[0]), let y = Int(parts[1]), max(x.magnitude, y.magnitude) <= 1_000_000 else {
      throw UsageError("“\(text)” is not a place, such as 10,20 or 10,20,640x480")
    }
    return (x, y, parts.count == 3 ? try size(parts[2]) : nil)
  }

  /// A part of a picture, `X,Y,WxH`.
  static func region(_ text: String) throws(UsageError) -> Rectangle {
    let place = try place(text)
    guard let size = place.size else { throw UsageError("“\(text)” is not a region, such as 10,20,640x480") }
    return Rectangle(x: place.x, y: place.y, width: size.width, height: size.height)
  }
}
