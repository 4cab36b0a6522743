/// Parameters of methods that are called event by event: they are read from the text itself where that is plain.
protocol PlainParameters: ControlObject {
  /// The parameters that stand next in `reader`; nil where they are not plain, or wrong. Decoding sees the same value in the same text.
  init?(plain reader: inout PlainReader)
}

extension PlainReader {
  /// Reads a point into `value`, which must have none yet.
  mutating func point(into value: inout PointSpec?) -> Bool {
    guard value == nil else { return false }
    var text: String?
    if self.text(into: &text), let text {
      value = try? PointSpec(parsing: text)
      return value != nil
    }
    var (x, y): (Double?, Double?)
    var screen: String?
    var (window, id): (String?, Int?)
    let isPlain = object { name, reader in
      switch name {
      case "x": reader.number(into: &x)
      case "y": reader.number(into: &y)
      case "screen": reader.text(into: &screen)
      case "window": window == nil && reader.integer(into: &id) || id == nil && reader.text(into: &window)
      default: false
      }
    }
    guard isPlain, let x, let y else { return false }
    var selector = id.map { WindowSelector.id($0) }
    if let window {
      guard let named = try? WindowSelector(parsing: window) else { return false }
      selector = named
    }
    switch (screen, selector) {
    case (nil, nil): value = PointSpec(x: x, y: y)
    case (let screen?, nil): value = PointSpec(.screen(screen), x: x, y: y)
    case (nil, let window?): value = PointSpec(.window(window), x: x, y: y)
    case (_?, _?): return false
    }
    return true
  }
}

extension MovePointer.Parameters: PlainParameters {
  init?(plain reader: inout PlainReader) {
    var to: PointSpec?
    var (steps, duration): (Int?, Int?)
    let isPlain = reader.object { name, reader in
      switch name {
      case "to": reader.point(into: &to)
      case "steps": reader.integer(into: &steps)
      case "duration": reader.integer(into: &duration)
      default: false
      }
    }
    guard isPlain, let to else { return nil }
    self.init(to: to, steps: steps, duration: duration)
  }
}

extension PointerButtonParameters: PlainParameters {
  init?(plain reader: inout PlainReader) {
    var button: PointerButton?
    var at: PointSpec?
    let isPlain = reader.object { name, reader in
      switch name {
      case "button": reader.choice(into: &button)
      case "at": reader.point(into: &at)
      default: false
      }
    }
    guard isPlain else { return nil }
    self.init(button: button, at: at)
  }
}

extension ClickPointer.Parameters: PlainParameters {
  init?(plain reader: inout PlainReader) {
    var button: PointerButton?
    var at: PointSpec?
    var count: Int?
    let isPlain = reader.object { name, reader in
      switch name {
      case "button": reader.choice(into: &button)
      case "at": reader.point(into: &at)
      case "count": reader.integer(into: &count)
      default: false
      }
    }
    guard isPlain else { return nil }
    self.init(button: button, at: at, count: count)
  }
}

extension ScrollPointer.Parameters: PlainParameters {
  init?(plain reader: inout PlainReader) {
    var (dx, dy): (Double?, Double?)
    var source: ScrollPointer.Source?
    var at: PointSpec?
    let isPlain = reader.object { name, reader in
      switch name {
      case "dx": reader.number(into: &dx)
      case "dy": reader.number(into: &dy)
      case "source": reader.choice(into: &source)
      case "at": reader.point(into: &at)
      default: false
      }
    }
    guard isPlain else { return nil }
    self.init(dx: dx, dy: dy, source: source, at: at)
  }
}

extension Tap.Parameters: PlainParameters {
  init?(plain reader: inout PlainReader) {
    var at: PointSpec?
    var (count, hold): (Int?, Int?)
    let isPlain = reader.object { name, reader in
      switch name {
      case "at": reader.point(into: &at)
      case "count": reader.integer(into: &count)
      case "hold": reader.integer(into: &hold)
      default: false
      }
    }
    guard isPlain, let at else { return nil }
    self.init(at: at, count: count, hold: hold)
  }
}

extension TypeText.Parameters: PlainParameters {
  init?(plain reader: inout PlainReader) {
    var text: String?
    var delay: Int?
    let isPlain = reader.object { name, reader in
      switch name {
      case "text": reader.text(into: &text)
      case "delay": reader.integer(into: &delay)
      default: false
      }
    }
    guard isPlain, let text else { return nil }
    self.init(text: text, delay: delay)
  }
}

extension PressKeys.Parameters: PlainParameters {
  init?(plain reader: inout PlainReader) {
    var keys: String?
    var action: PressKeys.Action?
    var (hold, count): (Int?, Int?)
    let isPlain = reader.object { name, reader in
      switch name {
      case "keys": reader.text(into: &keys)
      case "action": reader.choice(into: &action)
      case "hold": reader.integer(into: &hold)
      case "count": reader.integer(into: &count)
      default: false
      }
    }
    guard isPlain, let keys, let chord = try? KeyChord(parsing: keys) else { return nil }
    self.init(keys: chord, action: action, hold: hold, count: count)
  }
}
