package import Geometry

/// A multi-touch gesture written as text.
///
///     down 0 100,200; move 0 150,200 in 300; wait 50; up 0
///     down 0 80,50 & down 1 120,50; move 0 20,50 in 300 & move 1 180,50 in 300; up 0 & up 1
///
/// Statements are `down FINGER PLACE`, `move FINGER PLACE [in MILLISECONDS]`, `up FINGER`, `tap PLACE` and `wait MILLISECONDS`. `;` or a new line
/// puts one after another, each in a frame of its own; `&` puts several into the same frame, or moves several fingers at once.
package struct TouchScript {
  /// Why a text is no script.
  package struct ParseError: Error, Hashable, CustomStringConvertible {
    /// Where in the text, the first character being 1.
    package let position: Int
    /// What is wrong there.
    package let reason: String

    /// A sentence for people.
    package var description: String { "touch script, character \(position): \(reason)" }
  }

  /// Reads a place, throwing a reason for people.
  package typealias Resolver = (Substring) throws(PlaceError) -> PrecisePoint<LayoutPoints>

  /// Why a text is no place.
  package struct PlaceError: Error {
    /// What is wrong, for people.
    package let reason: String
    /// The error with this reason.
    package init(_ reason: String) { self.reason = reason }
  }

  /// The most steps of one script.
  package static let mostSteps = 100_000
  /// The greatest number of a finger.
  package static let lastFinger: Int32 = 31

  /// What to do, in order of time.
  package private(set) var steps: [TimedStep<TouchEvent>] = []
  /// The fingers that touch when the script has ended, and where.
  package private(set) var fingers: [Int32: PrecisePoint<LayoutPoints>]
  /// How long it takes, in milliseconds, with the pauses at its end.
  package private(set) var duration = 0

  /// Reads `text`.
  ///
  /// - Parameters:
  ///   - fingers: those that touch already, and where, from a script before.
  ///   - resolve: what a place is; by default `X,Y` in points of the layout.
  package init(
    parsing text: String, fingers: [Int32: PrecisePoint<LayoutPoints>] = [:], resolve: Resolver = TouchScript.place
  ) throws(ParseError) {
    self.fingers = fingers
    var groups: [[Statement]] = [[]]
    var words: [Word] = []
    for word in TouchScript.words(of: text) {
      if !word.isSeparator {
        words.append(word)
        continue
      }
      if !words.isEmpty {
        groups[groups.count - 1].append(try TouchScript.statement(words, resolve))
      } else if word.text == "&" {
        throw ParseError(position: word.position, reason: "nothing stands before “&”")
      }
      words = []
      if word.text != "&" { groups.append([]) }
    }
    if !words.isEmpty {
      groups[groups.count - 1].append(try TouchScript.statement(words, resolve))
    } else if text.last(where: { !$0.isWhitespace }) == "&" {
      throw ParseError(position: text.count, reason: "nothing stands after “&”")
    }
    for group in groups where !group.isEmpty { try add(group) }
  }

  /// A place written as `X,Y`.
  package static func place(_ text: Substring) throws(PlaceError) -> PrecisePoint<LayoutPoints> {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = number(parts[0]), let y = number(parts[1]) else {
      throw PlaceError("“\(text)” is not a place; write X,Y")
    }
    return PrecisePoint(x: x, y: y)
  }

  private static func number(_ text: Substring) -> Double? {
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.".contains($0)) }), let value = Double(text), abs(value) <= 1e6 else {
      return nil
    }
    return value
  }
}

extension TouchScript {
  /// A word of the text, or what separates two statements.
  private struct Word {
    let text: Substring
    let position: Int
    var isSeparator: Bool { ["&", ";", "\n", "\r\n"].contains(text) }
  }

  /// A statement that has been read.
  private struct Statement {
    enum Kind {
      case down(Int32, PrecisePoint<LayoutPoints>)
      case move(Int32, PrecisePoint<LayoutPoints>, over: Int)
      case up(Int32)
      case tap(PrecisePoint<LayoutPoints>)
      case wait(Int)
    }

    let kind: Kind
    let position: Int
  }

  private static func words(of text: String) -> [Word] {
    var words: [Word] = []
    var start: (index: String.Index, position: Int)?
    var position = 0
    for index in text.indices {
      position += 1
      let character = text[index]
      let separates = character == "&" || character == ";" || character.isNewline
      if separates || character.isWhitespace {
        if let begun = start { words.append(Word(text: text[begun.index..<index], position: begun.position)) }
        start = nil
        if separates { words.append(Word(text: character.isNewline ? "\n" : text[index...index], position: position)) }
      } else if start == nil {
        start = (index, position)
      }
    }
    if let begun = start { words.append(Word(text: text[begun.index...], position: begun.position)) }
    return words
  }

  private static func statement(_ words: [Word], _ resolve: Resolver) throws(ParseError) -> Statement {
    var reader = Reader(words: words[...], end: (words.last?.position ?? 1) + (words.last?.text.count ?? 0))
    let verb = try reader.next("a statement")
    let kind: Statement.Kind
    switch verb.text {
    case "down": kind = .down(try reader.finger(), try reader.place(resolve))
    case "up": kind = .up(try reader.finger())
    case "tap": kind = .tap(try reader.place(resolve))
    case "wait": kind = .wait(try reader.milliseconds())
    case "move":
      let (finger, place) = (try reader.finger(), try reader.place(resolve))
      var time = 0
      if let word = reader.words.first {
        guard word.text == "in" else {
          throw ParseError(position: word.position, reason: "“\(word.text)” where “in MILLISECONDS” may stand")
        }
        reader.words.removeFirst()
        time = try reader.milliseconds()
      }
      kind = .move(finger, place, over: time)
    default:
      throw ParseError(position: verb.position, reason: "“\(verb.text)” is no statement; there are down, move, up, tap, wait")
    }
    if let word = reader.words.first { throw ParseError(position: word.position, reason: "“\(word.text)” is too much for “\(verb.text)”") }
    return Statement(kind: kind, position: verb.position)
  }

  /// Takes the words of one statement from the left.
  private struct Reader {
    var words: ArraySlice<Word>
    let end: Int

    mutating func next(_ what: String) throws(ParseError) -> Word {
      guard let word = words.popFirst() else { throw ParseError(position: end, reason: "\(what) is missing") }
      return word
    }

    mutating func finger() throws(ParseError) -> Int32 {
      let word = try next("a finger's number")
      guard let finger = Int32(word.text), (0...TouchScript.lastFinger).contains(finger) else {
        throw ParseError(position: word.position, reason: "“\(word.text)” is not a finger; they are 0 to \(TouchScript.lastFinger)")
      }
      return finger
    }

    mutating func milliseconds() throws(ParseError) -> Int {
      let word = try next("a time in milliseconds")
      guard let time = Int(word.text), (0...Glide.longest).contains(time) else {
        throw ParseError(position: word.position, reason: "“\(word.text)” is not a time; from 0 to \(Glide.longest) milliseconds")
      }
      return time
    }

    mutating func place(_ resolve: Resolver) throws(ParseError) -> PrecisePoint<LayoutPoints> {
      let word = try next("a place")
      do throws(PlaceError) {
        return try resolve(word.text)
      } catch {
        throw ParseError(position: word.position, reason: error.reason)
      }
    }
  }

  /// Adds statements that happen together, and a frame wherever something happened.
  private mutating func add(_ group: [Statement]) throws(ParseError) {
    var events: [(time: Int, event: TouchEvent)] = []
    var touched: Set<Int32> = []
    let before = fingers
    for statement in group {
      func claim(_ finger: Int32, isDown: Bool) throws(ParseError) {
        guard touched.insert(finger).inserted else {
          throw ParseError(position: statement.position, reason: "finger \(finger) does two things at once")
        }
        guard (before[finger] != nil) == isDown else {
          throw ParseError(position: statement.position, reason: "finger \(finger) is \(isDown ? "not down" : "down already")")
        }
      }
      switch statement.kind {
      case .down(let finger, let place):
        try claim(finger, isDown: false)
        fingers[finger] = place
        events.append((0, .down(finger, place)))
      case .move(let finger, let place, let time):
        try claim(finger, isDown: true)
        events += Glide.steps(from: before[finger] ?? place, to: place, over: time).map { ($0.time, .move(finger, $0.point)) }
        fingers[finger] = place
      case .up(let finger):
        try claim(finger, isDown: true)
        fingers[finger] = nil
        events.append((0, .up(finger)))
      case .tap(let place):
        guard let finger = (0...TouchScript.lastFinger).first(where: { before[$0] == nil && !touched.contains($0) }) else {
          throw ParseError(position: statement.position, reason: "no finger is free to tap")
        }
        try claim(finger, isDown: false)
        events += [(0, .down(finger, place)), (TouchPlan.tapTime, .up(finger))]
      case .wait(let time):
        guard group.count == 1 else { throw ParseError(position: statement.position, reason: "“wait” stands alone, not beside “&”") }
        duration += time
      }
      guard steps.count + events.count <= TouchScript.mostSteps else {
        throw ParseError(position: statement.position, reason: "the script has more than \(TouchScript.mostSteps) steps")
      }
    }
    play(events)
  }

  /// Appends `events` in order of time, those of one time as they were written, and a frame after them.
  private mutating func play(_ events: [(time: Int, event: TouchEvent)]) {
    let order = events.indices.sorted { (events[$0].time, $0) < (events[$1].time, $1) }
    for (place, index) in order.enumerated() {
      let (time, event) = events[index]
      steps.append(TimedStep(duration + time, event))
      let isLast = place + 1 == order.count || events[order[place + 1]].time != time
      if isLast { steps.append(TimedStep(duration + time, .frame)) }
    }
    duration += order.last.map { events[$0].time } ?? 0
  }
}
