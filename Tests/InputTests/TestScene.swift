import Geometry
import Input

/// Rectangular windows, the front-most last, for the routes' tests.
struct TestScene: InputScene {
  struct Window {
    let id: Int
    let client: String
    var frame: Rect<LayoutPoints>
    var isShown = true
  }

  var windows: [Window] = []

  /// Windows of 100 by 100 points side by side from the left: a window for each client named.
  init(_ clients: String...) {
    for (index, client) in clients.enumerated() { add(index, of: client, Rect(x: index * 100, y: 0, width: 100, height: 100)) }
  }

  mutating func add(_ id: Int, of client: String, _ frame: Rect<LayoutPoints>) {
    windows.append(Window(id: id, client: client, frame: frame))
  }

  mutating func remove(_ id: Int) { windows.removeAll { $0.id == id } }
  mutating func hide(_ id: Int) { change(id) { $0.isShown = false } }
  mutating func move(_ id: Int, to x: Int, _ y: Int) { change(id) { $0.frame.origin = Point(x: x, y: y) } }

  mutating func raise(_ id: Int) {
    guard let index = windows.firstIndex(where: { $0.id == id }) else { return }
    windows.append(windows.remove(at: index))
  }

  private mutating func change(_ id: Int, _ body: (inout Window) -> Void) {
    for index in windows.indices where windows[index].id == id { body(&windows[index]) }
  }

  func target(at point: PrecisePoint<LayoutPoints>) -> Int? {
    windows.last { $0.isShown && $0.frame.contains(point) }?.id
  }

  func convert(_ point: PrecisePoint<LayoutPoints>, to target: Int) -> PrecisePoint<SurfacePoints>? {
    guard let window = windows.last(where: { $0.id == target && $0.isShown }) else { return nil }
    return PrecisePoint(x: point.x - Double(window.frame.x), y: point.y - Double(window.frame.y))
  }

  func client(of target: Int) -> String { windows.last { $0.id == target }?.client ?? "nobody" }
}

/// A small, seeded source of random numbers (splitmix64), so that a failure can be repeated.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

func at<Space>(_ x: Double, _ y: Double) -> PrecisePoint<Space> { PrecisePoint(x: x, y: y) }
