import Geometry
import Scene

/// A premultiplied pixel of 8 bits a part, with the arithmetic of the definition: products are divided by 255 and rounded.
struct ReferencePixel: Equatable {
  var red = 0
  var green = 0
  var blue = 0
  var alpha = 0

  func map(_ change: (Int) -> Int) -> ReferencePixel {
    ReferencePixel(red: change(red), green: change(green), blue: change(blue), alpha: change(alpha))
  }

  func faded(by mask: Int) -> ReferencePixel { map { ($0 * mask * 2 + 255) / 510 } }

  func over(_ behind: ReferencePixel) -> ReferencePixel {
    let rest = behind.faded(by: 255 - alpha)
    return ReferencePixel(
      red: min(255, red + rest.red), green: min(255, green + rest.green), blue: min(255, blue + rest.blue),
      alpha: min(255, alpha + rest.alpha))
  }

  func distance(to other: ReferencePixel) -> Int {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue), abs(alpha - other.alpha))
  }

  init(red: Int = 0, green: Int = 0, blue: Int = 0, alpha: Int = 0) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  init(_ colour: Colour) {
    func part(_ value: Double) -> Int { Int((value * 65535).rounded()) >> 8 }
    self.init(red: part(colour.red), green: part(colour.green), blue: part(colour.blue), alpha: part(colour.alpha))
  }

  /// Reads a pixel by its format's name: letters from the top bit down, then their widths.
  init(_ word: UInt32, _ format: PixelFormat) {
    let name = "\(format)"
    let letters = Array(name.prefix { $0.isLetter })
    var widths: [Int]
    switch name.drop(while: \.isLetter) {
    case "2101010": widths = [2, 10, 10, 10]
    case let digits: widths = digits.map { Int(String($0))! }
    }
    var parts: [Character: Int] = ["a": 255]
    var left = widths.reduce(0, +)
    for (letter, width) in zip(letters, widths) {
      left -= width
      let highest = (1 << width) - 1
      let value = Int(word >> UInt32(left)) & highest
      // narrow parts are widened by repeating their bits, wide ones are rounded
      var wide = value
      if width < 8 {
        var (bits, count) = (value, width)
        while count < 8 { (bits, count) = (bits << width | value, count + width) }
        wide = bits >> (count - 8)
      } else if width > 8 {
        wide = (value * 255 * 2 + highest) / (highest * 2)
      }
      if letter != "x" { parts[letter] = wide }
    }
    self.init(red: parts["r"]!, green: parts["g"]!, blue: parts["b"]!, alpha: parts["a"]!)
  }
}

/// A picture as plain pixels.
struct ReferencePicture {
  let width: Int
  let height: Int
  var pixels: [ReferencePixel]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [ReferencePixel](repeating: ReferencePixel(), count: width * height)
  }

  /// Reads all of `source`, byte by byte.
  init(_ source: any PixelSource, as format: PixelFormat? = nil) throws {
    self.init(width: source.size.width, height: source.size.height)
    let bytes = source.format.bytesPerPixel
    var read = pixels
    try unsafe source.withPixels { memory in
      for y in 0..<source.size.height {
        for x in 0..<source.size.width {
          var word: UInt32 = 0
          for byte in 0..<bytes {
            word |= unsafe UInt32(memory.load(fromByteOffset: y * source.stride + x * bytes + byte, as: UInt8.self)) << UInt32(8 * byte)
          }
          read[y * source.size.width + x] = ReferencePixel(word, format ?? source.format)
        }
      }
    }
    pixels = read
  }

  subscript(x: Int, y: Int) -> ReferencePixel {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }
}
