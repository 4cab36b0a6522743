import Geometry

@testable import WindowModel

/// A model to which something random happens at each step, and a log of what that was.
struct RandomWorld {
  var model: WindowModel
  var replay = EventReplay()
  var log: [String] = []
  private let isLogging: Bool
  private var random: SeededGenerator
  private var screenCaptures: [ScreenID] = []
  private var windowCaptures: [WindowID] = []

  /// - Parameter isLogging: whether `log` is kept, which takes most of the time.
  init(seed: UInt64, isLogging: Bool) {
    self.isLogging = isLogging
    random = SeededGenerator(state: seed)
    let policy = ModelPolicy(
      placement: Bool.random(using: &random) ? .fill : .natural, key: Int.random(in: 0..<4, using: &random) == 0 ? .explicit : .press,
      mapKey: Int.random(in: 0..<4, using: &random) == 0 ? .token : .always,
      screenLoss: Bool.random(using: &random) ? .wait : .move, suspendsCovered: Bool.random(using: &random))
    model = WindowModel(policy: policy)
    note("\(policy)")
  }

  @discardableResult mutating func step() -> [WindowEvent] {
    let events: [WindowEvent]
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<38: events = life()
    case 38..<66: events = order()
    case 66..<84: events = places()
    default: events = screens()
    }
    replay.hear(events, model)
    note("    \(events)")
    return events
  }

  private mutating func note(_ text: @autoclosure () -> String) {
    if isLogging { log.append(text()) }
  }

  private mutating func chance(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &random) == 0 }
  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func edges() -> Edges { Edges(rawValue: UInt32(number(0...15))) }

  private mutating func window() -> WindowID {
    let ids = model.windows.keys.sorted()
    // now and then one that is gone, or never was
    return chance(30) || ids.isEmpty ? WindowID(rawValue: number(0...40)) : ids.randomElement(using: &random)!
  }

  private mutating func screen() -> ScreenID {
    chance(30) ? ScreenID(rawValue: number(0...10)) : model.screens.map(\.id).randomElement(using: &random) ?? ScreenID(rawValue: 1)
  }

  private mutating func client() -> ClientID { ClientID(rawValue: number(1...4)) }

  private mutating func size() -> Size<WindowPoints> {
    chance(40)
      ? Size(width: Int(Int32.max), height: Int(Int32.max)) : Size(width: number(1...1500), height: number(1...1000))
  }

  private mutating func point() -> PrecisePoint<LayoutPoints> {
    chance(50)
      ? PrecisePoint(x: .nan, y: .infinity)
      : PrecisePoint(x: Double.random(in: -500...4000, using: &random), y: Double.random(in: -500...2000, using: &random))
  }

  private mutating func authority() -> Authority {
    [.client, .validToken, .invalidToken, .controller].randomElement(using: &random)!
  }

  private mutating func layerState() -> LayerState {
    var state = LayerState(layer: Layer.allCases.randomElement(using: &random)!)
    let hostile = chance(6)
    state.anchor = edges()
    state.size = Size(width: number(0...1) * (hostile ? 310_300_608 : 200), height: number(0...1) * (hostile ? 4_294_967_295 : 40))
    state.exclusiveZone = hostile ? Int(chance(2) ? Int32.max : Int32.min) : number(-1...60)
    state.exclusiveEdge = chance(3) ? [Edges.top, .bottom, .left, .right].randomElement(using: &random)! : []
    state.margin = hostile ? EdgeInsets(top: Int(Int32.min), left: Int(Int32.max), bottom: 5, right: -5) : EdgeInsets(top: number(-5...5))
    state.interactivity = [.none, .onDemand, .exclusive].randomElement(using: &random)!
    return state
  }

  private mutating func life() -> [WindowEvent] {
    switch number(0...13) {
    case 0...2 where model.windowCount < 25:
      let kinds: [WindowKind] = [
        .toplevel, .toplevel, .toplevel, .toplevel, .layer(layerState()), .lock, .inputPanel(.docked),
        .inputPanel(.floating(Point(x: 500, y: 9_999))),
      ]
      let kind = kinds.randomElement(using: &random)!
      let (owner, isExtended, wanted) = (client(), kind == .toplevel && chance(2), chance(2) ? screen() : nil)
      let (id, events) = model.addWindow(client: owner, kind: kind, isExtended: isExtended, screen: wanted)
      note("add \(id) \(kind) client \(owner) extended \(isExtended) screen \(String(describing: wanted))")
      return events
    case 3...6:
      let (id, isMapped, size, isSettled) = (window(), !chance(5), size(), chance(2))
      let authority = authority()
      note("content \(id) mapped \(isMapped) size \(size) settled \(isSettled) \(authority)")
      return model.setContent(id, isMapped: isMapped, size: size, isSettled: isSettled, authority: authority)
    case 7, 8:
      let (id, isHidden) = (window(), chance(2))
      note("hidden \(id) \(isHidden)")
      return model.setHidden(id, isHidden)
    case 9:
      let (id, isMinimised) = (window(), chance(2))
      note("minimised \(id) \(isMinimised)")
      return model.setMinimised(id, isMinimised)
    case 10:
      let id = window()
      note("remove \(id)")
      windowCaptures.removeAll { $0 == id }
      return model.removeWindow(id)
    case 11 where chance(3):
      let client = client()
      note("remove client \(client)")
      windowCaptures.removeAll { model.window($0)?.client == client }
      return model.removeClient(client)
    case 12:
      let (id, isExtended) = (window(), chance(2))
      note("extended \(id) \(isExtended)")
      return model.setExtended(id, isExtended)
    default:
      let isLocked = chance(3)
      note("locked \(isLocked)")
      return model.setLocked(isLocked)
    }
  }

  private mutating func order() -> [WindowEvent] {
    let id = window()
    switch number(0...12) {
    case 0, 1:
      let level = [0, 0, -1, 5, 1000, 1000.25, 2000, 1e9, -0.0, -3000, .nan].randomElement(using: &random)!
      note("level \(id) \(level)")
      return (try? model.setLevel(id, level)) ?? []
    case 2:
      note("raise \(id)")
      return model.raise(id)
    case 3, 4:
      let parent = chance(4) ? nil : window()
      note("parent \(id) \(String(describing: parent))")
      return (try? model.setParent(id, parent)) ?? []
    case 5:
      let isModal = !chance(3)
      note("modal \(id) \(isModal)")
      return model.setModal(id, isModal)
    case 6:
      let authority = authority()
      note("make key \(id) \(authority)")
      return model.makeKey(id, authority: authority)
    case 7, 8:
      let authority = authority()
      note("make key and visible \(id) \(authority)")
      return model.makeKeyAndVisible(id, authority: authority)
    case 9:
      note("press \(id)")
      return model.press(id)
    case 10:
      let allowed = chance(2)
      note("can become key \(id) \(allowed)")
      return model.setCanBecomeKey(id, allowed)
    case 11:
      let state = layerState()
      note("layer state \(id) \(state)")
      return model.setLayerState(id, state)
    default:
      note("panel \(id)")
      return model.setInputPanelPosition(id, chance(2) ? .docked : .floating(Point(x: 10, y: 10)))
    }
  }

  private mutating func places() -> [WindowEvent] {
    let id = window()
    switch number(0...15) {
    case 0:
      let isMaximised = chance(2)
      note("maximised \(id) \(isMaximised)")
      return model.setMaximised(id, isMaximised)
    case 1, 2:
      let (isFullscreen, screen) = (chance(2), chance(2) ? screen() : nil)
      note("fullscreen \(id) \(isFullscreen) \(String(describing: screen))")
      return model.setFullscreen(id, isFullscreen, on: screen)
    case 3:
      let edges = edges()
      note("tiled \(id) \(edges)")
      return model.setTiled(id, edges)
    case 4:
      let (min, max) = (size(), chance(2) ? .zero : size())
      note("limits \(id) \(min) \(max)")
      return model.setSizeLimits(id, min: min, max: max)
    case 5:
      let placement: ModelPolicy.Placement? = [nil, .fill, .natural].randomElement(using: &random)!
      note("rules \(id) \(String(describing: placement))")
      return model.setRules(id, placement: placement, additionalInsets: EdgeInsets(top: number(0...50), left: number(0...3000)))
    case 6:
      let (point, size) = (point().x, chance(2) ? size() : nil)
      note("place \(id) \(point) \(String(describing: size))")
      return model.place(id, at: Point(x: point.isNaN ? 0 : Int(point), y: 7), size: size)
    case 7:
      note("unplace \(id)")
      return model.unplace(id)
    case 8, 9:
      let corner: Edges = [[], [.left], [.top, .left], [.bottom, .right], [.top]].randomElement(using: &random)!
      let point = point()
      note("begin interaction \(id) \(corner) \(point)")
      return model.beginInteraction(id, edges: corner, at: point)
    case 10...12:
      let point = point()
      note("update interaction \(point)")
      return model.updateInteraction(to: point)
    case 13:
      note("end interaction")
      return model.endInteraction()
    case 14:
      let mask = OrientationMask(rawValue: UInt32(number(0...15)))
      note("orientations \(id) \(mask)")
      return model.setOrientations(id, mask)
    default:
      if chance(2) {
        note("covered \(id)")
        return model.setCovered(id, chance(2))
      }
      if let index = windowCaptures.indices.randomElement(using: &random), chance(2) {
        let captured = windowCaptures.remove(at: index)
        note("end capture \(captured)")
        return model.endCapture(of: captured)
      }
      note("begin capture \(id)")
      if model.window(id) != nil { windowCaptures.append(id) }
      return model.beginCapture(of: id)
    }
  }

  private mutating func screens() -> [WindowEvent] {
    switch number(0...12) {
    case 0...2:
      var description = ScreenDescription(
        name: ["one", "two", "three", "four"].randomElement(using: &random)!,
        modes: [ScreenMode(size: Size(width: 1280, height: 720)), ScreenMode(size: Size(width: number(1...900), height: number(1...900)))])
      description.scale = [1, 1.25, 1.4, 2].randomElement(using: &random)!
      description.transform = Transform.allCases.randomElement(using: &random)!
      if chance(5) { description.position = Point(x: number(-100...2000), y: 0) }
      if chance(4) { description.mirror = [.screen("one"), .screen("two"), .screen("three"), .itself].randomElement(using: &random)! }
      if chance(4) { description.overscanInsets = EdgeInsets(top: 10, left: 2000, bottom: 3, right: 4) }
      note("add screen \(description)")
      return (try? model.addScreen(description).events) ?? []
    case 3:
      let id = screen()
      note("remove screen \(id)")
      screenCaptures.removeAll { $0 == id }
      return model.removeScreen(id)
    case 4...6:
      let (window, screen) = (window(), chance(6) ? nil : screen())
      note("move \(window) to \(String(describing: screen))")
      return model.setScreen(window, screen)
    case 7...9:
      let id = screen()
      var change = ScreenChange()
      if chance(3) { change.mode = number(0...2) }
      if chance(3) { change.scale = [1, 1.25, 1.5, 2, .nan, 0].randomElement(using: &random)! }
      if chance(2) { change.transform = Transform.allCases.randomElement(using: &random)! }
      if chance(5) { change.position = .set(chance(2) ? nil : Point(x: number(-500...500), y: number(-500...500))) }
      if chance(5) { change.mirror = [.byPolicy, .itself, .screen("one")].randomElement(using: &random)! }
      if chance(5) { change.overscan = [OverscanCompensation.scale, .none, .insetBounds].randomElement(using: &random)! }
      if chance(8) { change.customMode = ScreenMode(size: Size(width: number(-5...2000), height: 500)) }
      note("update screen \(id) \(change)")
      return (try? model.updateScreen(id, change)) ?? []
    case 10:
      let id = screen()
      note("brightness \(id)")
      return (try? model.setBrightness(id, 1.4)) ?? []
    default:
      if let index = screenCaptures.indices.randomElement(using: &random), chance(2) {
        let captured = screenCaptures.remove(at: index)
        note("end capture \(captured)")
        return model.endCapture(of: captured)
      }
      let id = screen()
      note("begin capture \(id)")
      if model.screen(id) != nil { screenCaptures.append(id) }
      return model.beginCapture(of: id)
    }
  }
}
