import Geometry
import Scene
import Testing

@testable import Rendering

/// Colours of BT.2020 as a screen shows them, computed from the standards' formulas by another program, with a matrix of its own.
private let numbers: [(NamedTransfer, RenderingIntent, [UInt32])] = [
  (.bt1886, .relative, [0x001629, 0x00649B, 0xEB0000, 0xFF0000, 0xD2F1FF]),
  (.bt1886, .perceptual, [0x001926, 0x00628A, 0xE3001D, 0xFF004C, 0xD2F1FF]),
  (.gamma22, .relative, [0x001C2E, 0x006AA0, 0xEF0000, 0xFF0000, 0xD4F2FF]),
  (.gamma22, .perceptual, [0x001A28, 0x00678F, 0xE90018, 0xFF004C, 0xD4F2FF]),
  (.gamma28, .relative, [0x000B1A, 0x00528B, 0xDF0000, 0xFF0000, 0xC9EFFF]),
  (.gamma28, .perceptual, [0x000A14, 0x004F77, 0xCE0027, 0xFF004C, 0xC9EFFF]),
  (.st240, .relative, [0x0A3444, 0x0079A9, 0xF32924, 0xFF0000, 0xD8F3FF]),
  (.st240, .perceptual, [0x0A3444, 0x0077A1, 0xF32924, 0xFF004C, 0xD8F3FF]),
  (.extendedLinear, .relative, [0x23667B, 0x41AED0, 0xFF795A, 0xFF0000, 0xEBF9FF]),
  (.extendedLinear, .perceptual, [0x23667B, 0x41AED0, 0xFF795A, 0xFF004C, 0xEBF9FF]),
  (.log100, .relative, [0x19252B, 0x004973, 0xBE001B, 0xFF0000, 0xAFE5FF]),
  (.log100, .perceptual, [0x19252B, 0x00496F, 0xBB0020, 0xFF004C, 0xAFE5FF]),
  (.log316, .relative, [0x0A1319, 0x00345D, 0xA80005, 0xFF0000, 0x9CDFFF]),
  (.log316, .perceptual, [0x0A1319, 0x003355, 0x9D001F, 0xFF004C, 0x9CDFFF]),
  (.xvYCC, .relative, [0x073141, 0x0077A8, 0xF32520, 0xFF0000, 0xD8F3FF]),
  (.xvYCC, .perceptual, [0x073141, 0x00769F, 0xF32520, 0xFF004C, 0xD8F3FF]),
  (.srgb, .relative, [0x002132, 0x006A9E, 0xED0005, 0xFF0000, 0xD3F2FF]),
  (.srgb, .perceptual, [0x00212F, 0x006790, 0xE90017, 0xFF004C, 0xD3F2FF]),
  (.extendedSRGB, .relative, [0x002132, 0x006A9E, 0xED0005, 0xFF0000, 0xD3F2FF]),
  (.extendedSRGB, .perceptual, [0x00212F, 0x006790, 0xE90017, 0xFF004C, 0xD3F2FF]),
  (.pq, .relative, [0x000216, 0x0072FF, 0xFF0000, 0xFF0000, 0xFFFFFF]),
  (.pq, .perceptual, [0x000A15, 0x0063C6, 0xDF003A, 0xDE003B, 0x5FC7FF]),
  (.st428, .relative, [0x001021, 0x005D98, 0xED0000, 0xFF0000, 0xD5F9FF]),
  (.st428, .perceptual, [0x00101C, 0x005A84, 0xDF0027, 0xFF004F, 0xD5F9FF]),
  (.hlg, .relative, [0x001425, 0x006DA3, 0xFF0000, 0xFF0000, 0xFFFFFF]),
  (.hlg, .perceptual, [0x001824, 0x006B95, 0xEF0023, 0xDE003B, 0x9FDDFF]),
]

private func distance(_ a: UInt32, _ b: UInt32) -> Int {
  [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
}

/// One row by `map`, as words of ARGB.
private func converted(_ words: [UInt32], _ format: PixelFormat, by map: ColourMap) throws -> [UInt32] {
  let layout = try #require(PartLayout(format))
  var result = [UInt32](repeating: 0, count: words.count)
  unsafe words.withUnsafeBytes { from in
    unsafe result.withUnsafeMutableBufferPointer { to in
      guard let first = from.baseAddress, let target = to.baseAddress else { return }
      unsafe map.convert(first, target, count: words.count, layout)
    }
  }
  return result
}

private func map(
  _ transfer: NamedTransfer, _ primaries: NamedPrimaries = .bt2020, _ intent: RenderingIntent = .perceptual,
  _ change: (inout ColourDescription) -> Void = { _ in }
) throws -> ColourMap {
  var description = ColourDescription(primaries: primaries.chromaticities, name: primaries, transfer: .named(transfer))
  change(&description)
  return try #require(ColourMap(description, intent: intent))
}

@Test func coloursAreThoseOfTheStandards() throws {
  let words: [UInt32] = [0x102030, 0x336699, 0xC04020, 0xFF0000, 0xE0F0FF]
  for (transfer, intent, expected) in numbers {
    let shown = try converted(words, .xrgb8888, by: map(transfer, .bt2020, intent))
    for (word, wanted) in zip(shown, expected) {
      #expect(distance(word, wanted) <= 1, "\(transfer), \(intent): \(String(word, radix: 16)), not \(String(wanted, radix: 16))")
    }
  }
}

/// BT.1886 raises what is dark as far as black is not: of 100 cd/m² with a black of 0.01, a tenth of the signal is 0.62 cd/m², not 0.42.
@Test func darkVideoIsToldApart() throws {
  #expect(try distance(converted([0x1A1A1A], .xrgb8888, by: map(.bt1886, .srgb))[0], 0x121212) <= 1)
  let black = try map(.bt1886, .srgb) { $0.luminances = LuminanceRange(minimum: 0, maximum: 100) }
  #expect(try distance(converted([0x1A1A1A], .xrgb8888, by: black)[0], 0x0D0D0D) <= 1)
}

/// BT.2100's exponent grows with the display: 1.2 for 1 000 cd/m², 1.03 for 400.
@Test func aSceneIsShownAsItsDisplayShowsIt() throws {
  func grey(_ maximum: UInt32) throws -> UInt32 {
    let colours = try map(.hlg, .srgb, .relativeToBlack) {
      $0.luminances = LuminanceRange(minimum: 0, maximum: maximum)
      $0.referenceWhite = maximum
    }
    return try converted([0x808080], .xrgb8888, by: colours)[0] & 255
  }
  // light of 0.0840 of the scene: 0.0512 and 0.0774 of the display
  #expect(try abs(Int(grey(1_000)) - 64) <= 1 && abs(Int(grey(400)) - 79) <= 1)
}

/// Pixels are converted four at a time; whatever lies beside one, and wherever the row ends, it is the same.
@Test(arguments: [NamedTransfer.gamma22, .pq, .hlg]) func aPixelDoesNotDependOnItsPlace(transfer: NamedTransfer) throws {
  var random = Numbers(seed: 11)
  let colours = try map(transfer, transfer == .gamma22 ? .srgb : .bt2020)
  for format in [PixelFormat.argb8888, .xrgb8888, .rgba8888, .abgr2101010] {
    let words = (0..<23).map { _ in UInt32(truncatingIfNeeded: random.pick(0...Int(UInt32.max))) }
    let alone = try words.map { try converted([$0], format, by: colours)[0] }
    for count in 1...words.count { #expect(try converted(Array(words.prefix(count)), format, by: colours) == Array(alone.prefix(count))) }
  }
}

/// Light parts that are more than their alpha, and colours that nobody sees, harm nothing.
@Test func alphaStaysAsItIs() throws {
  let colours = try map(.pq)
  for alpha in UInt32(0)...255 {
    let shown = try converted([alpha << 24 | 0xFF_FFFF, alpha << 24], .argb8888, by: colours)
    #expect(shown.allSatisfy { $0 >> 24 == alpha })
    #expect([0, 8, 16].allSatisfy { shown[0] >> $0 & 255 <= alpha }, "a part is never more than its alpha")
  }
}
