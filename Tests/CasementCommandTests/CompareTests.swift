import Geometry
import Rendering
import Scene
import Testing

@testable import CasementCommand

@Suite struct CompareTests {
  let casement = Casement()
  private var a: String { "\(casement.directory.path)/a.png" }
  private var b: String { "\(casement.directory.path)/b.png" }

  /// Writes two pictures of which the second has other pixels.
  private func write(_ pixels: [(x: Int, y: Int, colour: UInt32)], size: Size<BufferPixels> = Size(width: 20, height: 10)) throws {
    let (one, other) = (PixelBuffer(size: Size(width: 20, height: 10)), PixelBuffer(size: size))
    for picture in [one, other] { for y in 0..<picture.size.height { for x in 0..<picture.size.width { picture[x, y] = 0xff20_2020 } } }
    for pixel in pixels { other[pixel.x, pixel.y] = pixel.colour }
    for (picture, path) in [(one, a), (other, b)] { try ReplacedFile(path: path).replace(with: PNG.encode(picture)) }
  }

  @Test func picturesThatAreAlikeHaveStatusZero() throws {
    try write([])
    let outcome = try casement.run("compare", a, b)
    #expect(outcome.status == 0)
    #expect(outcome.output == "0 of 200 pixels differ\n")
  }

  @Test func differencesAreCountedAndHaveStatusOne() throws {
    try write([(3, 4, 0xff20_2025), (12, 7, 0xffff_ffff)])
    let diff = "\(casement.directory.path)/diff.png"
    let outcome = try casement.run("compare", a, b, "--diff", diff)
    #expect(outcome.status == 1)
    #expect(outcome.output == "2 of 200 pixels differ, by 223 of 255 at most, inside 3,4,10x4\n")
    #expect(try PNG.decode(FileContent.read(diff)).picture[12, 7] == 0xfff2_0000)
    #expect(try casement.run("compare", "--tolerance", "5", a, b).output.hasPrefix("1 of 200"))
    #expect(try casement.run("compare", "--ignore", "12,7,1x1", "--ignore", "0,0,4x5", a, b).output == "0 of 179 pixels differ\n")
    #expect(try casement.run("compare", "--threshold", "2", a, b).status == 0)
    #expect(try casement.run("compare", "--threshold", "1", a, b).status == 1)
    #expect(try casement.run("compare", "--threshold", "1%", a, b).status == 0)
    #expect(try casement.run("compare", "--threshold", "0.9%", a, b).status == 1)
    #expect(try casement.run("compare", "--perceptual", "4", a, b).output.hasPrefix("1 of 200"))
  }

  @Test func theAnswerAsJSON() throws {
    try write([(3, 4, 0xff20_2025)])
    let outcome = try casement.run("compare", "--json", a, b)
    #expect(
      outcome.output == #"{"same":false,"differing":1,"compared":200,"allowed":0,"largest":5,"bounds":{"x":3,"y":4,"width":1,"height":1}}"#
        + "\n")
  }

  @Test func picturesOfTwoSizesDiffer() throws {
    try write([], size: Size(width: 21, height: 10))
    let outcome = try casement.run("compare", a, b)
    #expect(outcome.status == 1)
    #expect(outcome.output == "\(a) has 20x10 pixels, \(b) has 21x10\n")
  }

  @Test func whatCannotBeReadHasStatusTwo() throws {
    try write([])
    #expect(try casement.run("compare", a, "/nonexistent.png").status == 2)
    casement.directory.write("no picture", to: "b.png")
    let outcome = try casement.run("compare", a, b)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("b.png is not a PNG"))
    #expect(try casement.run("compare", a).status == 2)
    #expect(try casement.run("compare", "--tolerance", "1", "--perceptual", "1", a, a).status == 2)
  }

  @Test func whereNothingIsLeftToCompareThatIsSaid() throws {
    try write([])
    let all = try casement.run("compare", "--ignore", "0,0,99x99", a, b)
    #expect(all.status == 2 && all.errors.contains("nothing is left to compare"))
    let outside = try casement.run("compare", "--ignore", "20,0,1x1", a, b)
    #expect(outside.status == 2 && outside.errors.contains("20,0,1x1 is outside of \(a), which has 20x10 pixels"))
  }

  @Test func aPictureOfTheDifferenceFromBeforeDoesNotStay() throws {
    try write([], size: Size(width: 10, height: 10))
    let diff = "\(casement.directory.path)/diff.png"
    casement.directory.write("old", to: "diff.png")
    #expect(try casement.run("compare", a, b, "--diff", diff).status == 1)
    #expect(casement.directory.bytes("diff.png") == nil)
  }

  @Test func whatIsWrongWithAPictureIsSaidInWords() throws {
    try write([])
    casement.directory.write("no picture", to: "c.png")
    let outcome = try casement.run("compare", a, "\(casement.directory.path)/c.png")
    #expect(outcome.status == 2 && outcome.errors.contains("c.png is not a PNG that can be read: ") && !outcome.errors.contains("invalid("))
  }
}
