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

  /// Reads a pixel that lies as `layout` says.
  init(_ word: UInt32, _ layout: ReferenceLayout) {
    self.init(red: layout.red(word), green: layout.green(word), blue: layout.blue(word), alpha: layout.alpha(word))
  }
}

/// Where a format's parts lie, as its name says: letters from the top bit down, then their widths.
struct ReferenceLayout {
  private typealias Part = (shift: UInt32, width: Int)
  private var parts: (red: Part?, green: Part?, blue: Part?, alpha: Part?)

  init(_ format: PixelFormat) {
    let name = "\(format)"
    let letters = Array(name.prefix { $0.isLetter })
    let digits = String(name.drop(while: \.isLetter))
    let widths = digits == "2101010" ? [2, 10, 10, 10] : digits.map { Int(String($0))! }
    var left = widths.reduce(0, +)
    for (letter, width) in zip(letters, widths) {
      left -= width
      switch letter {
      case "r": parts.red = (UInt32(left), width)
      case "g": parts.green = (UInt32(left), width)
      case "b": parts.blue = (UInt32(left), width)
      case "a": parts.alpha = (UInt32(left), width)
      default: break
      }
    }
  }

  func red(_ word: UInt32) -> Int { read(word, parts.red) }
  func green(_ word: UInt32) -> Int { read(word, parts.green) }
  func blue(_ word: UInt32) -> Int { read(word, parts.blue) }
  func alpha(_ word: UInt32) -> Int { read(word, parts.alpha) }

  /// One part in 8 bits: narrow ones are widened by repeating their bits, wide ones are rounded; without alpha it is 255.
  private func read(_ word: UInt32, _ part: Part?) -> Int {
    guard let (shift, width) = part else { return 255 }
    let highest = (1 << width) - 1
    let value = Int(word >> shift) & highest
    if width > 8 { return (value * 255 * 2 + highest) / (highest * 2) }
    var (bits, count) = (value, width)
    while count < 8 { (bits, count) = (bits << width | value, count + width) }
    return bits >> (count - 8)
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
  init(_ source: any PixelSource) throws {
    self.init(width: source.size.width, height: source.size.height)
    let bytes = source.format.bytesPerPixel
    let layout = ReferenceLayout(source.format)
    var read = pixels
    try unsafe source.withPixels { memory in
      for y in 0..<source.size.height {
        for x in 0..<source.size.width {
          var word: UInt32 = 0
          for byte in 0..<bytes {
            word |= unsafe UInt32(memory.load(fromByteOffset: y * source.stride + x * bytes + byte, as: UInt8.self)) << UInt32(8 * byte)
          }
          read[y * source.size.width + x] = ReferencePixel(word, layout)
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
