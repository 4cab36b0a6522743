import Geometry
import Testing

@testable import Input

/// Follows a list of actions as clients would, and notes what no correct sequence has.
private struct PointerWitness {
  var faults: [String] = []
  var destroyed: Set<Int> = []
  var gone: Set<String> = []
  private var entered: (target: Int, client: String, local: PrecisePoint<SurfacePoints>)?
  private var openClient: String?
  private(set) var pressed: [String: Set<UInt32>] = [:]
  /// Buttons with which the pointer left a target: by then over for the client, unless a popup grab of its carries them on.
  private var carried: [String: Set<UInt32>] = [:]
  private var isDragging = false
  private var dragTarget: Int?
  /// The client whose popup grab lets a button go from target to target.
  var popupClient: String?

  var target: Int? { entered?.target }
  var isSettled: Bool { openClient == nil }

  mutating func see(_ actions: [TestPointerAction], in scene: TestScene) {
    for action in actions {
      if let fault = see(action, in: scene) { faults.append("\(action): \(fault)") }
    }
  }

  /// What the service knows and clients do not: the target died, and with it what was held on it.
  mutating func forget(where isGone: (Int, String) -> Bool) {
    if let current = entered, isGone(current.target, current.client) {
      pressed[current.client] = []
      entered = nil
    }
    if let openClient, gone.contains(openClient) { self.openClient = nil }
    if let popupClient, gone.contains(popupClient) { self.popupClient = nil }
    if let target = dragTarget, destroyed.contains(target) { dragTarget = nil }
  }

  private mutating func see(_ action: TestPointerAction, in scene: TestScene) -> String? {
    switch action {
    case .enter(let target, let local):
      guard entered == nil else { return "entered while on \(entered!.target)" }
      guard !destroyed.contains(target) else { return "entered a destroyed target" }
      let client = scene.client(of: target)
      entered = (target, client, local)
      return open(client)
    case .leave(let target):
      guard let current = entered, current.target == target else { return "left what was not entered" }
      entered = nil
      if popupClient == current.client { carried[current.client, default: []].formUnion(pressed[current.client] ?? []) }
      pressed[current.client] = []
      return open(current.client)
    case .motion(let target, let local):
      guard let current = entered, current.target == target else { return "motion without focus" }
      guard current.local != local else { return "motion to the same place" }
      entered?.local = local
      return open(current.client)
    case .button(let target, let code, let isPressed):
      guard let current = entered, current.target == target else { return "button without focus" }
      let wasCarried = carried[current.client]?.remove(code) != nil
      let isBalanced =
        isPressed
        ? pressed[current.client, default: []].insert(code).inserted : pressed[current.client]?.remove(code) != nil || wasCarried
      return isBalanced ? open(current.client) : "unbalanced button"
    case .axis(let target, _):
      guard let current = entered, current.target == target else { return "axis without focus" }
      return open(current.client)
    case .relative(let target, _):
      guard let current = entered, current.target == target else { return "relative motion without focus" }
      return open(current.client)
    case .frame(let client):
      guard openClient == client else { return "frame with nothing in it" }
      openClient = nil
      return gone.contains(client) ? "frame to a client that is gone" : nil
    case .drag(let drag): return see(drag)
    case .pressedOutside: return popupClient == nil ? "pressed outside of no popup" : nil
    case .interaction, .interactionEnded: return entered == nil ? nil : "interaction while on a target"
    }
  }

  private mutating func see(_ drag: DragAction<Int>) -> String? {
    guard entered == nil else { return "drag while on a target" }
    switch drag {
    case .enter(let target, _):
      defer { dragTarget = target }
      return dragTarget == nil ? nil : "drag entered twice"
    case .motion(let target, _): return dragTarget == target ? nil : "drag motion without enter"
    case .leave(let target), .drop(on: let target?):
      defer { dragTarget = nil }
      return dragTarget == target ? nil : "drag left what was not entered"
    case .drop: return dragTarget == nil ? nil : "dropped on nothing while on a target"
    }
  }

  private mutating func open(_ client: String) -> String? {
    defer { openClient = client }
    if gone.contains(client) { return "sent to a client that is gone" }
    return openClient == nil || openClient == client ? nil : "the group of \(openClient!) was not closed"
  }
}

@Test(arguments: 1...24)
func everyClientSeesABalancedAndFramedSequence(seed: Int) {
  var numbers = SeededNumbers(seed: UInt64(seed))
  var scene = TestScene("A", "B")
  var nextID = 2
  var nextClient = 0
  var pointer = TestPointer(screens: .screens([Rect(x: 0, y: 0, width: 300, height: 200)]))
  var witness = PointerWitness()
  func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

  for step in 0..<600 {
    var actions: [TestPointerAction] = []
    let window = scene.windows.randomElement(using: &numbers)
    let button = UInt32(0x110 + random(0..<3))
    let device = InputDevice(id: UInt64(random(0..<2)))
    switch random(0..<24) {
    case 0...5:
      let way: PrecisePoint<LayoutPoints> = at(Double(random(-20..<320)), Double(random(-20..<220)) / 2)
      actions = pointer.move(to: way, relative: random(0..<2) == 0 ? RelativeMotion(way) : nil, in: scene)
    case 6...8: actions = pointer.press(button, on: device)
    case 9...11: actions = pointer.release(button, on: device, in: scene)
    case 12: actions = pointer.scroll(AxisEvent(source: .wheel, vertical: .init(value: 15)))
    case 13:
      nextID += 1
      if random(0..<3) == 0 { nextClient += 1 }
      let client = scene.windows.isEmpty || random(0..<3) == 0 ? "C\(nextClient)" : (window?.client ?? "A")
      guard !witness.gone.contains(client) else { continue }
      scene.add(nextID, of: client, Rect(x: random(0..<250), y: random(0..<80), width: random(1..<150), height: random(1..<120)))
      actions = pointer.sceneChanged(in: scene)
    case 14:
      guard let window else { continue }
      scene.move(window.id, to: random(0..<250), random(0..<80))
      actions = pointer.sceneChanged(in: scene)
    case 15:
      guard let window else { continue }
      random(0..<2) == 0 ? scene.raise(window.id) : scene.hide(window.id)
      actions = pointer.sceneChanged(in: scene)
    case 16:
      guard let window else { continue }
      scene.remove(window.id)
      witness.destroyed.insert(window.id)
      witness.forget { target, _ in target == window.id }
      actions = pointer.forget(window.id, in: scene)
    case 17:
      guard let window, random(0..<4) == 0 else { continue }
      for other in scene.windows where other.client == window.client { witness.destroyed.insert(other.id) }
      witness.gone.insert(window.client)
      witness.forget { _, client in client == window.client }
      scene.windows.removeAll { $0.client == window.client }
      actions = pointer.forget(client: window.client, in: scene)
    case 18:
      guard let window else { continue }
      witness.popupClient = window.client
      actions = pointer.beginPopupGrab(of: window.client, in: scene)
    case 19:
      actions = pointer.endPopupGrab(in: scene)
      witness.see(actions, in: scene)
      actions = []
      witness.popupClient = nil
    case 20: actions = pointer.beginDrag(in: scene) ?? []
    case 21: actions = random(0..<2) == 0 ? pointer.beginInteraction() ?? [] : pointer.endOverride(in: scene)
    case 22:
      if random(0..<2) == 0 {
        actions = pointer.cancel(in: scene)
        witness.popupClient = nil
      } else {
        actions = pointer.depart()
      }
    default:
      let region = PointerBounds.confinement([Rect(x: random(0..<100), y: 0, width: 80, height: 60)])
      actions = pointer.constrain([.locked, .confined(region), nil].randomElement(using: &numbers)!, in: scene)
    }
    witness.see(actions, in: scene)
    if random(0..<3) > 0 {
      witness.see(pointer.frame(), in: scene)
      #expect(witness.isSettled, "seed \(seed), step \(step)")
    }
    #expect(witness.faults == [], "seed \(seed), step \(step)")
    #expect(witness.target == pointer.target, "seed \(seed), step \(step)")
    if !pointer.isGrabbed, !pointer.isOverridden, pointer.constraint == nil, pointer.isPresent, witness.popupClient == nil {
      #expect(pointer.target == scene.target(at: pointer.position), "seed \(seed), step \(step)")
    }
    if !witness.faults.isEmpty || witness.target != pointer.target { return }
  }

  witness.see(pointer.constrain(nil, in: scene), in: scene)
  for device in 0..<2 { witness.see(pointer.releaseAll(on: InputDevice(id: UInt64(device)), in: scene), in: scene) }
  witness.see(pointer.endPopupGrab(in: scene) + pointer.frame(), in: scene)
  #expect(witness.faults == [])
  #expect(pointer.heldButtons == [])
  #expect(!pointer.isOverridden)
  if let target = pointer.target { #expect(witness.pressed[scene.client(of: target)] ?? [] == []) }
}
