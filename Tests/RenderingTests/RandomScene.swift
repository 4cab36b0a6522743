import Geometry
import Scene

/// A screen full of random elements that change at random, and remember what changed.
struct RandomScene {
  /// What a scene is made of.
  enum Kind: CaseIterable {
    /// Pixel for pixel, without turns.
    case plain
    /// Pixel for pixel, lying in all eight ways.
    case turned
    /// Scaled and cropped between pixels.
    case scaled
  }

  var numbers: Numbers
  let kind: Kind
  var size: Size<ScreenPixels>
  var background: SceneBackground
  var elements: [SceneElement] = []
  private var nextKey: UInt64 = 1
  private var history: [SurfaceKey: [(sequence: UInt64, damage: Region<BufferPixels>)]] = [:]

  init(seed: UInt64, kind: Kind) {
    numbers = Numbers(seed: seed)
    self.kind = kind
    size = Size(width: numbers.pick(20...44), height: numbers.pick(16...36))
    background = .colour(Colour(red: 0.2, green: 0.4, blue: 0.6))
    if kind == .scaled, numbers.once(in: 4) { background = .picture(buffer(width: 7, height: 5)) }
    for _ in 0..<numbers.pick(1...6) { add() }
  }

  var frame: SceneFrame { SceneFrame(size: size, scale: 1, background: background, elements: elements) }

  /// What changed in a surface since it had a sequence; sometimes it is not known.
  func contentDamage(_ key: SurfaceKey, since: UInt64) -> Region<BufferPixels>? {
    guard key.rawValue % 5 != 0 else { return nil }
    return history[key, default: []].reduce(into: Region()) { if $1.sequence > since { $0.formUnion($1.damage) } }
  }

  // MARK: Making

  /// Smooth enough for a filter to be compared with its definition, and different everywhere.
  private mutating func word(_ x: Int, _ y: Int, _ format: PixelFormat) -> UInt32 {
    if kind != .scaled { return premultiplied(UInt32(truncatingIfNeeded: numbers.next()), format) }
    let (a, b) = (numbers.pick(0...3), numbers.pick(0...3))
    let word = UInt32(x * 6 + a) | UInt32(y * 6 + b) << 8 | UInt32((x + y) * 3) << 16 | 0xf000_0000
    return premultiplied(word, format)
  }

  private func premultiplied(_ word: UInt32, _ format: PixelFormat) -> UInt32 {
    guard format == .argb8888 else { return word }
    let alpha = word >> 24
    func part(_ shift: UInt32) -> UInt32 { min(word >> shift & 0xff, alpha) << shift }
    return alpha << 24 | part(16) | part(8) | part(0)
  }

  mutating func buffer(width: Int, height: Int, format: PixelFormat? = nil) -> PixelBuffer {
    let format = format ?? numbers.pick([.argb8888, .argb8888, .xrgb8888, .abgr8888, .rgb565, .rgb888, .rgba8888])
    let buffer = PixelBuffer(size: Size(width: width, height: height), format: format)
    draw(into: buffer, Rect(size: buffer.size))
    return buffer
  }

  private mutating func draw(into buffer: PixelBuffer, _ rect: Rect<BufferPixels>) {
    let bytes = buffer.format.bytesPerPixel
    for y in rect.minY..<rect.maxY {
      for x in rect.minX..<rect.maxX {
        let word = word(x, y, buffer.format)
        unsafe buffer.withMutablePixels { memory in
          for byte in 0..<bytes {
            let value = UInt8(truncatingIfNeeded: word >> UInt32(8 * byte))
            unsafe memory.storeBytes(of: value, toByteOffset: y * buffer.stride + x * bytes + byte, as: UInt8.self)
          }
        }
      }
    }
  }

  mutating func add() {
    let key = SurfaceKey(rawValue: nextKey)
    nextKey += 1
    let destination: Rect<ScreenPixels> = numbers.rect(in: size.width, size.height)
    var element: SceneElement
    if numbers.once(in: 6) {
      let alpha = numbers.pick([1, 1, 0.5, 0])
      element = SceneElement(
        key: key, contentSequence: 1, colour: Colour(red: 0.9, green: 0.1, blue: 0.3).faded(by: alpha), destination: destination)
    } else {
      element = SceneElement(key: key, contentSequence: 1, picture: PixelBuffer(size: Size(width: 1, height: 1)), destination: destination)
      fit(&element)
    }
    decorate(&element)
    elements.insert(element, at: numbers.pick(0...elements.count))
  }

  /// Gives the element a buffer, a crop and a transform that suit its destination.
  private mutating func fit(_ element: inout SceneElement) {
    element.transform = kind == .plain ? .normal : numbers.pick(Transform.allCases)
    element.filter = numbers.once(in: 4) ? .nearest : .bilinear
    var crop = element.transform.apply(Size<BufferPixels>(width: element.destination.width, height: element.destination.height))
    if kind == .scaled { crop = Size(width: numbers.pick(1...30), height: numbers.pick(1...30)) }
    let (left, top) = (numbers.pick(0...3), numbers.pick(0...3))
    let right = numbers.pick(0...2)
    element.content = .buffer(buffer(width: left + crop.width + right, height: top + crop.height + right))
    element.source = PreciseRect(Rect(x: left, y: top, width: crop.width, height: crop.height))
    if kind == .scaled, crop.width > 1, crop.height > 1, numbers.once(in: 2) {
      element.source.x += 0.25
      element.source.y += 0.5
      element.source.width -= 0.75
      element.source.height -= 0.5
    }
  }

  private mutating func decorate(_ element: inout SceneElement) {
    element.alpha = numbers.pick([1, 1, 1, 0.5, 0.3, 0])
    element.clip = numbers.once(in: 3) ? numbers.rect(in: size.width, size.height) : nil
    element.opaque = Region()
    if numbers.once(in: 2) {
      for _ in 0..<numbers.pick(1...3) { element.opaque.formUnion(numbers.rect(in: size.width, size.height)) }
    }
  }

  // MARK: Changing

  mutating func change() {
    guard !elements.isEmpty else { return add() }
    let index = numbers.pick(0...elements.count - 1)
    switch numbers.pick(0...12) {
    case 0: add()
    case 1: elements.remove(at: index)
    case 2, 3:
      elements[index].destination.origin += Point(x: numbers.pick(-5...5), y: numbers.pick(-5...5))
    case 4, 5:
      let element = elements.remove(at: index)
      elements.insert(element, at: numbers.pick(0...elements.count))
    case 6:
      var element = elements[index]
      decorate(&element)
      elements[index] = element
    case 7:
      guard case .buffer = elements[index].content else { return }
      var element = elements[index]
      fit(&element)
      element.contentSequence += 1
      history[element.key, default: []].append((element.contentSequence, Region(Rect(x: 0, y: 0, width: 99, height: 99))))
      elements[index] = element
    case 8: elements.shuffle(using: &numbers)
    default: damage(index)
    }
  }

  private mutating func damage(_ index: Int) {
    guard case .buffer(let source) = elements[index].content, let old = source as? PixelBuffer else {
      if case .colour = elements[index].content {
        elements[index].content = .colour(Colour(red: 0.1, green: 0.1, blue: Double(numbers.pick(0...10)) / 10))
      }
      return
    }
    // half of the clients draw into a second buffer, as they should
    var buffer = old
    if numbers.once(in: 2) {
      buffer = PixelBuffer(size: old.size, format: old.format)
      unsafe old.withPixels { from in
        unsafe buffer.withMutablePixels { to in unsafe to.copyMemory(from: from, byteCount: old.stride * old.size.height) }
      }
      elements[index].content = .buffer(buffer)
    }
    elements[index].contentSequence += 1
    var damage = Region<BufferPixels>()
    for _ in 0..<numbers.pick(1...2) {
      let rect = numbers.rect(in: buffer.size.width, buffer.size.height, as: BufferPixels.self).intersection(Rect(size: buffer.size))
      draw(into: buffer, rect)
      damage.formUnion(rect)
    }
    history[elements[index].key, default: []].append((elements[index].contentSequence, damage))
  }
}
