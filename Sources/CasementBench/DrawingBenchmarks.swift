import CPixman
import Geometry
import Glibc
import Rendering
import Scene

/// What composing a screen costs, against what pixman alone needs for the same pixels.
enum DrawingBenchmarks {
  private static let size = Size<ScreenPixels>(width: 1920, height: 1080)
  private static let repetitions = 15

  /// One picture that is composed, and the work of pixman's that it is measured against.
  struct Scenario {
    let name: String
    let target: Double
    let elements: () -> [SceneElement]
    let baseline: Pixman.Work
  }

  static var scenarios: [Scenario] {
    [
      Scenario(name: "one opaque window", target: 1.1, elements: { [window(1, whole)] }, baseline: .copy),
      Scenario(name: "eight opaque windows on each other", target: 1.1, elements: { (1...8).map { window($0, whole) } }, baseline: .copy),
      Scenario(
        name: "a window at (32, 32)", target: 1.3,
        elements: { [window(1, Rect(x: 32, y: 32, width: 1888, height: 1048))] }, baseline: .copy),
      Scenario(
        name: "100 tiles", target: 1.3,
        elements: {
          (0..<100).map { window(UInt64($0 + 1), Rect(x: $0 % 10 * 192, y: $0 / 10 * 108, width: 192, height: 108)) }
        }, baseline: .copy),
      Scenario(
        name: "half transparent", target: 1.1, elements: { [window(1, whole, .argb8888)] }, baseline: .over),
      Scenario(
        name: "half transparent before a window", target: 1.1, elements: { [window(1, whole), window(2, whole, .argb8888)] },
        baseline: .copyAndOver),
      Scenario(
        name: "stretched 1.5×", target: 1.1,
        elements: {
          [
            SceneElement(
              key: SurfaceKey(rawValue: 1), contentSequence: 1, picture: picture(1280, 720, .xrgb8888), destination: whole)
          ]
        }, baseline: .stretched),
      Scenario(
        name: "turned by 90°, half transparent", target: 1.1,
        elements: {
          [
            SceneElement(
              key: SurfaceKey(rawValue: 1), contentSequence: 1, picture: picture(1080, 1920, .argb8888),
              transform: Transform(rawValue: 1)!, destination: whole)
          ]
        }, baseline: .turned),
    ]
  }

  private static var whole: Rect<ScreenPixels> { Rect(size: size) }

  private static func window(_ key: UInt64, _ place: Rect<ScreenPixels>, _ format: PixelFormat = .xrgb8888) -> SceneElement {
    SceneElement(
      key: SurfaceKey(rawValue: key), contentSequence: 1, picture: picture(place.width, place.height, format), destination: place)
  }

  private static func picture(_ width: Int, _ height: Int, _ format: PixelFormat) -> PixelBuffer {
    let picture = PixelBuffer(size: Size(width: width, height: height), format: format)
    unsafe picture.withMutablePixels { unsafe memset($0, 0x7f, picture.stride * height) }
    return picture
  }

  /// What one scenario costs, in milliseconds, run by run.
  struct Figures {
    /// CPU time on one core.
    var alone: [Double?] = []
    /// CPU time of pixman.
    var pixman: [Double?] = []
    /// Real time on one core.
    var one: [Double?] = []
    /// Real time on all cores.
    var together: [Double?] = []
  }

  static func measure(_ scenario: Scenario) -> Figures {
    let frame = SceneFrame(size: size, scale: 1, background: .colour(.black), elements: scenario.elements())
    let target = picture(size.width, size.height, .xrgb8888)
    let pixman = Pixman(scenario.baseline, width: size.width, height: size.height)
    var figures = Figures()
    for _ in 0..<repetitions {
      figures.pixman.append(cost(threadTime) { pixman.run() })
      figures.alone.append(cost(threadTime) { _ = try? frame.render(into: target, cores: 1) })
      figures.one.append(cost(wallTime) { _ = try? frame.render(into: target, cores: 1) })
      figures.together.append(cost(wallTime) { _ = try? frame.render(into: target) })
    }
    return figures
  }

  private static func cost(_ clock: () -> Double, _ body: () -> Void) -> Double {
    let start = clock()
    body()
    return (clock() - start) / 1_000
  }
}

/// The same pixels by pixman alone.
@safe
final class Pixman {
  enum Work {
    case copy, over, stretched, turned
    /// Of something opaque, and then of what is in front of it.
    case copyAndOver
  }

  private let source: OpaquePointer
  /// What is copied first.
  private let behind: OpaquePointer?
  private let target: OpaquePointer
  private let operation: pixman_op_t
  private let size: (width: Int32, height: Int32)

  init(_ work: Work, width: Int, height: Int) {
    size = (Int32(width), Int32(height))
    operation = work == .over || work == .copyAndOver || work == .turned ? PIXMAN_OP_OVER : PIXMAN_OP_SRC
    let sides: (Int32, Int32) =
      switch work {
      case .stretched: (size.width * 2 / 3, size.height * 2 / 3)
      case .turned: (size.height, size.width)
      default: size
      }
    let hasAlpha = operation == PIXMAN_OP_OVER
    unsafe source = pixman_image_create_bits(hasAlpha ? PIXMAN_a8r8g8b8 : PIXMAN_x8r8g8b8, sides.0, sides.1, nil, 0)!
    unsafe target = pixman_image_create_bits(PIXMAN_x8r8g8b8, size.width, size.height, nil, 0)!
    unsafe behind = work == .copyAndOver ? pixman_image_create_bits(PIXMAN_x8r8g8b8, size.width, size.height, nil, 0) : nil
    unsafe memset(pixman_image_get_data(source), 0x7f, Int(pixman_image_get_stride(source) * sides.1))
    let one: pixman_fixed_t = 65_536
    var matrix: pixman_transform_t?
    if work == .stretched {
      let step = one * 2 / 3
      matrix = pixman_transform_t(matrix: ((step, 0, 0), (0, step, 0), (0, 0, one)))
    } else if work == .turned {
      matrix = pixman_transform_t(matrix: ((0, -one, size.height * one), (one, 0, 0), (0, 0, one)))
    }
    if var matrix {
      unsafe pixman_image_set_transform(source, &matrix)
      unsafe pixman_image_set_filter(source, work == .stretched ? PIXMAN_FILTER_BILINEAR : PIXMAN_FILTER_NEAREST, nil, 0)
      unsafe pixman_image_set_repeat(source, PIXMAN_REPEAT_PAD)
    }
  }

  deinit {
    unsafe pixman_image_unref(source)
    if let behind = unsafe behind { unsafe pixman_image_unref(behind) }
    unsafe pixman_image_unref(target)
  }

  /// Fills the source with `value`.
  func paint(_ value: UInt8) {
    unsafe memset(pixman_image_get_data(source), Int32(value), Int(pixman_image_get_stride(source) * pixman_image_get_height(source)))
  }

  func run() {
    if let behind = unsafe behind {
      unsafe pixman_image_composite32(PIXMAN_OP_SRC, behind, nil, target, 0, 0, 0, 0, 0, 0, size.width, size.height)
    }
    unsafe pixman_image_composite32(operation, source, nil, target, 0, 0, 0, 0, 0, 0, size.width, size.height)
  }
}
