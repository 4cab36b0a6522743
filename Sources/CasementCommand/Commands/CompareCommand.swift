import CasementControl
import Geometry
import Rendering
import Scene

/// `casement compare`: whether two pictures are alike. It needs no service.
enum CompareCommand {
  /// How many pixels may differ.
  enum Allowance: Hashable, Sendable {
    case pixels(Int)
    case percent(Double)
  }

  static let tolerance = Option("--tolerance", "N", "How far red, green, blue and alpha may be apart, of 255; 0 where not given.") {
    text throws(UsageError) in try Values.integer(text, in: 0...255)
  }
  static let perceptual = Option(
    "--perceptual", "E", "Compare as a person sees: colours may be E apart in CIE L*a*b*; 2.3 is just noticeable."
  ) { text throws(UsageError) in
    let value = try Values.number(text)
    guard (0...200).contains(value) else { throw UsageError("“\(text)” is not a distance from 0 to 200") }
    return value
  }
  static let ignore = Option("--ignore", "X,Y,WxH", isRepeatable: true, "Do not look at this part, in pixels.") { text throws(UsageError) in
    try Values.region(text)
  }
  static let threshold = Option(
    "--threshold", "N|P%", "So many pixels, or this part of those looked at, may differ; none where not given.", parse: allowance)
  static let diff = Option(
    "--diff", "OUT.png", "Write A in pale grey with what differs in red, also where nothing does.", parse: Values.name)

  static let command = Command(
    words: ["compare"], summary: "Compares two PNG files, and prints how many pixels differ; no service is needed.",
    positionals: [
      Positional(name: "A.png", help: "What was expected; “-” is standard input."), Positional(name: "B.png", help: "What came."),
    ],
    options: [tolerance.any, perceptual.any, ignore.any, threshold.any, diff.any, ControlCommand.json.any],
    statuses: [
      (1, "They differ, in size or in more pixels than --threshold."),
      (2, "One of them cannot be read, or the command line cannot be understood."),
    ], success: "They are alike, as far as the options ask."
  ) { arguments in
    do throws(Failure) {
      return try compare(arguments)
    } catch {
      throw Failure(error.message, status: 2)
    }
  }

  @Sendable private static func allowance(_ text: String) throws(UsageError) -> Allowance {
    if text.hasSuffix("%") {
      guard let value = decimalNumber(text.dropLast()), (0...100).contains(value) else {
        throw UsageError("“\(text)” is not a part, such as 0.5%")
      }
      return .percent(value)
    }
    return .pixels(try Values.integer(text, in: 0...Int(Int32.max)))
  }

  /// How many pixels of the picture at `path` may differ; nil where --threshold is not given.
  static func allowed(_ arguments: Arguments, of path: String) throws(UsageError) -> Int? {
    guard let allowance = arguments[threshold] else { return nil }
    guard case .percent(let part) = allowance else { return if case .pixels(let count) = allowance { count } else { nil } }
    do throws(Failure) {
      let size = try picture(path).size
      return Int(Double(size.width * size.height) * part / 100)
    } catch {
      throw UsageError(error.message)
    }
  }

  private static func compare(_ arguments: Arguments) throws(Failure) -> Int32 {
    if arguments[tolerance] != nil, arguments[perceptual] != nil {
      throw Failure("--tolerance and --perceptual do not go together")
    }
    let (a, b) = (arguments.words[0], arguments.words[1])
    let pictures = (try picture(a), try picture(b))
    let file: ReplacedFile? = if let path = arguments[diff] { try ReplacedFile(path: path) } else { nil }
    file?.removeOld()
    let ignored = arguments.all(ignore).map { Rect<BufferPixels>(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
    let bounds = Rect(size: pictures.0.size)
    if let outside = ignored.first(where: { !$0.intersects(bounds) }) {
      throw Failure(
        "--ignore \(outside.x),\(outside.y),\(outside.width)x\(outside.height) is outside of \(a), "
          + "which has \(bounds.width)x\(bounds.height) pixels")
    }
    let total = bounds.width * bounds.height - ignoredPixels(ignored, in: bounds.size)
    guard total > 0 else { throw Failure("nothing is left to compare: --ignore leaves out the whole picture") }
    let tolerance = arguments[perceptual].map { PictureComparison.Tolerance.perceived($0) } ?? .parts(arguments[tolerance] ?? 0)
    let comparison: PictureComparison
    do throws(PictureComparisonError) {
      comparison = try PictureComparison(pictures.0, pictures.1, tolerance: tolerance, ignoring: ignored)
    } catch {
      guard case .sizesDiffer(let first, let second) = error else { throw Failure("cannot compare \(a) with \(b)") }
      let text = "\(a) has \(first.width)x\(first.height) pixels, \(b) has \(second.width)x\(second.height)"
      try print(
        arguments, [("same", .bool(false)), ("sizeA", size(first)), ("sizeB", size(second))],
        text + (file == nil ? "" : "; no picture of the difference is written"))
      return 1
    }
    if let file {
      let bytes: [UInt8]
      do throws(PNGError) { bytes = try PNG.encode(comparison.picture) } catch { throw Failure("cannot write \(file.path): \(error)") }
      try file.replace(with: bytes)
    }
    let allowed =
      switch arguments[threshold] ?? .pixels(0) {
      case .pixels(let count): count
      case .percent(let part): Int(Double(total) * part / 100)
      }
    let isSame = comparison.differingPixels <= allowed
    let differing = comparison.bounds
    var text = "\(comparison.differingPixels) of \(total) pixels differ"
    if comparison.differingPixels > 0 {
      text +=
        ", by \(comparison.largestDifference) of 255 at most, inside \(differing.x),\(differing.y),\(differing.width)x\(differing.height)"
    }
    try print(
      arguments,
      [
        ("same", .bool(isSame)), ("differing", number(comparison.differingPixels)), ("compared", number(total)),
        ("allowed", number(allowed)), ("largest", number(comparison.largestDifference)),
        (
          "bounds",
          .object([
            .init("x", number(differing.x)), .init("y", number(differing.y)), .init("width", number(differing.width)),
            .init("height", number(differing.height)),
          ])
        ),
      ], text)
    return isSame ? 0 : 1
  }

  private static func picture(_ path: String) throws(Failure) -> PixelBuffer {
    let bytes = try FileContent.read(path)
    do throws(PNGError) { return try PNG.decode(bytes).picture } catch { throw Failure("\(path) is not a PNG that can be read: \(error)") }
  }

  /// How many pixels of a picture lie in some of the parts that nobody looks at.
  private static func ignoredPixels(_ parts: [Rect<BufferPixels>], in size: Size<BufferPixels>) -> Int {
    let region = parts.reduce(Region<BufferPixels>()) { $0.union(Region($1.intersection(Rect(size: size)))) }
    return region.rects.reduce(0) { $0 + $1.width * $1.height }
  }

  private static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
  private static func size(_ size: Size<BufferPixels>) -> JSONValue {
    .object([.init("width", number(size.width)), .init("height", number(size.height))])
  }

  private static func print(_ arguments: Arguments, _ members: [(String, JSONValue)], _ text: String) throws(Failure) {
    let json = JSONValue.object(members.map { .init($0.0, $0.1) })
    let answer = arguments.has(ControlCommand.json) ? String(decoding: json.bytes, as: UTF8.self) : text
    guard Output.out(answer + "\n") else { throw Failure("cannot write to standard output: \(System.reason())") }
  }
}
