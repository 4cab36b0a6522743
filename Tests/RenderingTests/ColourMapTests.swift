import Geometry
import Scene
import Testing

@testable import Rendering

private func description(
  _ primaries: NamedPrimaries = .srgb, _ transfer: NamedTransfer = .srgb, _ change: (inout ColourDescription) -> Void = { _ in }
) -> ColourDescription {
  var made = ColourDescription(primaries: primaries.chromaticities, name: primaries, transfer: .named(transfer))
  change(&made)
  return made
}

private func map(_ description: ColourDescription, _ intent: RenderingIntent = .perceptual) throws -> ColourMap {
  try #require(ColourMap(description, intent: intent))
}

/// A picture of one row.
private func row(_ words: [UInt32], _ format: PixelFormat) -> PixelBuffer {
  let made = PixelBuffer(size: Size(width: words.count, height: 1), format: format)
  unsafe made.withMutablePixels { memory in
    for (index, word) in words.enumerated() { unsafe memory.storeBytes(of: word, toByteOffset: index * 4, as: UInt32.self) }
  }
  return made
}

/// What the words look like on a screen, over black.
private func shown(_ words: [UInt32], _ format: PixelFormat = .xrgb8888, by map: ColourMap?) throws -> [UInt32] {
  let picture = row(words, format)
  let bounds = Rect<ScreenPixels>(x: 0, y: 0, width: words.count, height: 1)
  let element = SceneElement(
    key: SurfaceKey(rawValue: 1), contentSequence: 1, picture: picture, destination: bounds, colours: map)
  let frame = SceneFrame(size: Size(width: words.count, height: 1), scale: 1, background: .colour(.black), elements: [element])
  let target = PixelBuffer(size: picture.size, format: .xrgb8888)
  try frame.render(into: target)
  return words.indices.map { target[$0, 0] & 0xFF_FFFF }
}

private let words: [UInt32] = [0x000000, 0x010203, 0x102030, 0x808080, 0xFF0000, 0x00FF00, 0x0000FF, 0xFEFDFC, 0xFFFFFF]

private func distance(_ a: UInt32, _ b: UInt32) -> Int {
  [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
}

@Test(arguments: [RenderingIntent.perceptual, .relative, .relativeToBlack])
func theScreensOwnColoursStayAsTheyAre(intent: RenderingIntent) throws {
  #expect(try map(.screen, intent).isIdentity)
  // also where primaries are given by number, and everything is said
  let said = description { $0.luminances = LuminanceRange(minimum: 2_000, maximum: 80) }
  #expect(try map(said, intent).isIdentity)
  #expect(try shown(words, by: map(said, intent)) == words)
}

@Test(arguments: NamedPrimaries.allCases, NamedTransfer.allCases)
func whiteIsWhiteAndBlackIsBlack(primaries: NamedPrimaries, transfer: NamedTransfer) throws {
  let colours = try map(description(primaries, transfer))
  let black = try shown([0], by: colours)[0]
  #expect(distance(black, 0) <= 1)
  if transfer == .pq || transfer == .hlg { return }
  #expect(try distance(shown([0xFF_FFFF], by: colours)[0], 0xFF_FFFF) <= 1)
}

/// From the definitions, by another way than the renderer's: gamma 2.2 to sRGB of 64, 128 and 200.
@Test func aTransferFunctionIsBroughtToTheScreens() throws {
  #expect(try shown([0x404040, 0x808080, 0xC8C8C8], by: map(description(.srgb, .gamma22))) == [0x3E3E3E, 0x818181, 0xC9C9C9])
  // linear light of one half is 188 of 255
  #expect(try shown([0x808080], by: map(description(.srgb, .extendedLinear))) == [0xBCBCBC])
}

/// Display P3's red has a negative green and blue in sRGB: (1.2249, −0.0420, −0.0197) in light.
@Test func primariesAreBroughtToTheScreens() throws {
  let clipped = try shown([0xFF_0000, 0x80_4040], by: map(description(.displayP3), .relativeToBlack))
  #expect(clipped[0] == 0xFF_0000)
  #expect(distance(clipped[1], 0x8A_3D3D) <= 2)
  let drawnIn = try shown([0xFF_0000], by: map(description(.displayP3)))[0]
  #expect(drawnIn >> 16 & 255 == 255 && drawnIn != 0xFF_0000, "as much grey as it takes, instead of another hue: \(drawnIn)")
}

/// 203 cd/m² is white (BT.2408): 0.5807 of the perceptual quantiser, 594 of 1023.
@Test func referenceWhiteIsWhite() throws {
  let white = UInt32(594) << 20 | 594 << 10 | 594
  let cut = try shown([white, 0x3FFF_FFFF], .xrgb2101010, by: map(description(.bt2020, .pq), .relative))
  #expect(distance(cut[0], 0xFF_FFFF) <= 1 && cut[1] == 0xFF_FFFF)
  let compressed = try shown([white, 0x3FFF_FFFF], .xrgb2101010, by: map(description(.bt2020, .pq)))
  #expect(compressed[0] < 0xFF_FFFF && compressed[1] == 0xFF_FFFF, "what is brighter than white is still told apart")
  let mastered = description(.bt2020, .pq) { $0.targetLuminances = LuminanceRange(minimum: 50, maximum: 203) }
  #expect(try distance(shown([white], .xrgb2101010, by: map(mastered))[0], 0xFF_FFFF) <= 1, "nothing brighter than white is in it")
}

@Test func colourIsMeantWithoutItsAlpha() throws {
  let colours = try map(description(.srgb, .gamma22))
  // 64 of 255, half of it seen, is 32 of 255
  let half = try shown([0x8020_2020], .argb8888, by: colours)[0]
  #expect(distance(half, 0x1F_1F1F) <= 1)
  #expect(try shown([0], .argb8888, by: colours) == [0])
}

@Test(arguments: PixelFormat.allCases) func everyFormatIsConverted(format: PixelFormat) throws {
  let colours = try map(description(.srgb, .extendedLinear))
  let picture = PixelBuffer(size: Size(width: 5, height: 3), format: format)
  unsafe picture.withMutablePixels { memory in
    for byte in 0..<picture.stride * 3 { unsafe memory.storeBytes(of: 0xFF, toByteOffset: byte, as: UInt8.self) }
  }
  let element = SceneElement(
    key: SurfaceKey(rawValue: 1), contentSequence: 1, picture: picture, destination: Rect(x: 0, y: 0, width: 10, height: 6),
    colours: colours)
  let frame = SceneFrame(size: Size(width: 10, height: 6), scale: 1, background: .colour(.black), elements: [element])
  let target = PixelBuffer(size: Size(width: 10, height: 6), format: .xrgb8888)
  try frame.render(into: target)
  #expect(target[4, 2] & 0xFF_FFFF == 0xFF_FFFF)
}

/// A part of the picture drawn alone has the pixels that it has in the whole.
@Test func aPartLooksAsItDoesInTheWhole() throws {
  let picture = PixelBuffer(size: Size(width: 37, height: 29), format: .xrgb8888)
  unsafe picture.withMutablePixels { memory in
    for place in 0..<37 * 29 { unsafe memory.storeBytes(of: UInt32(place * 7_919) & 0xFF_FFFF, toByteOffset: place * 4, as: UInt32.self) }
  }
  let element = SceneElement(
    key: SurfaceKey(rawValue: 1), contentSequence: 1, picture: picture, source: PreciseRect(x: 1.5, y: 2.25, width: 31, height: 24.5),
    transform: .rotated90, destination: Rect(x: 3, y: 2, width: 60, height: 71), colours: try map(description(.bt2020, .gamma28)))
  let frame = SceneFrame(size: Size(width: 70, height: 80), scale: 1, background: .colour(.black), elements: [element])
  let whole = PixelBuffer(size: Size(width: 70, height: 80), format: .xrgb8888)
  try frame.render(into: whole)
  let parts = PixelBuffer(size: whole.size, format: .xrgb8888)
  for y in stride(from: 0, to: 80, by: 9) {
    for x in stride(from: 0, to: 70, by: 11) { try frame.render(into: parts, region: Region(Rect(x: x, y: y, width: 11, height: 9))) }
  }
  #expect(!parts.differs(from: whole, in: Rect(size: whole.size)))
}

@Test func oneColourIsBroughtAsAPictureOfItIs() throws {
  let colours = try map(description(.bt2020, .gamma22))
  for word in words {
    let pixel = try shown([word], by: colours)[0]
    func part(_ shift: UInt32) -> Double { Double(word >> shift & 255) / 255 }
    let colour = colours.map(Colour(red: part(16), green: part(8), blue: part(0)))
    let parts = [colour.red, colour.green, colour.blue].map { UInt32(($0 * 255).rounded()) }
    #expect(distance(pixel, parts[0] << 16 | parts[1] << 8 | parts[2]) <= 1)
  }
}

@Test func whateverIsSaidNothingBreaks() throws {
  var numbers = Numbers(seed: 5)
  for _ in 0..<300 {
    func point() -> Chromaticity {
      let bounds = numbers.once(in: 2) ? 0...1_000_000 : Int(Int32.min)...Int(Int32.max)
      return Chromaticity(x: Int32(numbers.pick(bounds)), y: Int32(numbers.pick(bounds)))
    }
    let points = Chromaticities(red: point(), green: point(), blue: point(), white: point())
    var wild = ColourDescription(primaries: points, transfer: .named(numbers.pick(NamedTransfer.allCases)))
    wild.luminances = LuminanceRange(minimum: 9_999, maximum: numbers.once(in: 2) ? 1 : .max)
    wild.referenceWhite = numbers.once(in: 2) ? 1 : .max
    guard let colours = ColourMap(wild, intent: numbers.pick(RenderingIntent.allCases)) else { continue }
    _ = try shown(words, by: colours)
    _ = colours.map(Colour(red: 1, green: 0.5, blue: 0))
  }
}

@Test func whatIsSaidOtherwiseLooksOtherwise() throws {
  let picture = row(words, .xrgb8888)
  func frame(_ colours: ColourMap?) -> SceneFrame {
    let element = SceneElement(
      key: SurfaceKey(rawValue: 1), contentSequence: 1, picture: picture, destination: Rect(x: 0, y: 0, width: 9, height: 1),
      colours: colours)
    return SceneFrame(size: Size(width: 20, height: 2), scale: 1, background: .colour(.black), elements: [element])
  }
  let colours = try map(description(.bt2020))
  #expect(FrameDiff.region(from: frame(nil), to: frame(colours)) { _, _ in Region() } == Region(Rect(x: 0, y: 0, width: 9, height: 1)))
  #expect(FrameDiff.region(from: frame(colours), to: frame(colours)) { _, _ in Region() }.isEmpty)
}
