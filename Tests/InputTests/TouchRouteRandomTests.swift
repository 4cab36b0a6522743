import Geometry
import Testing

@testable import Input

/// Follows touches as clients would, and notes what no correct sequence has.
private struct TouchWitness {
  var faults: [String] = []
  var gone: Set<String> = []
  var destroyed: Set<Int> = []
  private(set) var touches: [String: [Int32: Int]] = [:]
  private(set) var open: Set<String> = []

  mutating func see(_ actions: [TestTouchAction], in scene: TestScene) {
    for action in actions {
      if let fault = see(action, in: scene) { faults.append("\(action): \(fault)") }
    }
  }

  mutating func forget(client: String) {
    gone.insert(client)
    open.remove(client)
    touches[client] = nil
  }

  private mutating func see(_ action: TestTouchAction, in scene: TestScene) -> String? {
    switch action {
    case .down(let target, let id, _):
      let client = scene.client(of: target)
      if touches.values.contains(where: { $0[id] != nil }) { return "an id in use" }
      touches[client, default: [:]][id] = target
      return send(client)
    case .motion(let target, let id, _):
      guard !destroyed.contains(target) else { return "to a destroyed target" }
      guard let client = touches.first(where: { $0.value[id] == target })?.key else { return "motion of no touch" }
      return send(client)
    case .shape(let client, let id, _, _), .orientation(let client, let id, _):
      return touches[client]?[id] == nil ? "shape of no touch" : send(client)
    case .up(let client, let id):
      return touches[client]?.removeValue(forKey: id) == nil ? "up of no touch" : send(client)
    case .frame(let client): return open.remove(client) == nil ? "frame with nothing in it" : nil
    case .cancel(let client):
      guard let all = touches[client], !all.isEmpty else { return "cancel of no touch" }
      touches[client] = [:]
      open.remove(client)
      return gone.contains(client) ? "to a client that is gone" : nil
    case .cancelled(let target, let ids):
      let client = scene.client(of: target)
      return ids.allSatisfy { touches[client]?[$0] == target } ? send(client) : "cancelled others' touches"
    case .touchedOutside, .drag: return nil
    }
  }

  private mutating func send(_ client: String) -> String? {
    open.insert(client)
    return gone.contains(client) ? "to a client that is gone" : nil
  }
}

@Test(arguments: 1...24)
func everyTouchBeginsOnceEndsOnceAndIsFramed(seed: Int) {
  var numbers = SeededNumbers(seed: UInt64(seed))
  var scene = TestScene("A", "B", "A")
  var nextID = 3
  var touch = TestTouch()
  var witness = TouchWitness()
  func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }
  let dialect: (String) -> TestTouch.Dialect = { $0 == "A" || $0.hasSuffix("1") ? .stock : .casement }

  for step in 0..<500 {
    let finger = FingerID(Int32(random(0..<4)), on: InputDevice(id: UInt64(random(0..<2))))
    let point: PrecisePoint<LayoutPoints> = at(Double(random(0..<320)), Double(random(0..<120)))
    let window = scene.windows.randomElement(using: &numbers)
    var actions: [TestTouchAction] = []
    switch random(0..<16) {
    case 0...3: actions = touch.down(finger, at: point, in: scene)
    case 4...7: actions = touch.move(finger, to: point, in: scene)
    case 8...9: actions = touch.up(finger)
    case 10:
      nextID += 1
      let client = "C\(nextID)"
      scene.add(nextID, of: random(0..<2) == 0 ? client : window?.client ?? client, Rect(x: random(0..<200), y: 0, width: 90, height: 90))
      actions = touch.sceneChanged(in: scene)
    case 11:
      guard let window else { continue }
      actions = touch.cancel(where: { $0 == window.id }, dialect: dialect)
    case 12:
      guard let window else { continue }
      actions = touch.forget(window.id)
      witness.destroyed.insert(window.id)
      witness.see(actions, in: scene)
      actions = []
      scene.remove(window.id)
    case 13:
      guard let window, random(0..<4) == 0 else { continue }
      witness.forget(client: window.client)
      scene.windows.removeAll { $0.client == window.client }
      touch.forget(client: window.client)
    case 14:
      actions =
        random(0..<2) == 0 ? touch.cancel(device: finger.device, dialect: dialect) : touch.cancel(where: { _ in true }, dialect: dialect)
    default:
      touch.setPopupGrab(of: random(0..<2) == 0 ? window?.client : nil)
      actions = touch.shape(finger, major: 3, minor: 2)
    }
    witness.see(actions, in: scene)
    if random(0..<2) == 0 {
      witness.see(touch.frame(), in: scene)
      #expect(witness.open == [], "seed \(seed), step \(step)")
    }
    #expect(witness.faults == [], "seed \(seed), step \(step)")
    if !witness.faults.isEmpty { return }
  }

  for finger in touch.fingersDown { witness.see(touch.up(finger), in: scene) }
  witness.see(touch.frame(), in: scene)
  #expect(witness.faults == [])
  #expect(witness.touches.values.allSatisfy { $0.isEmpty })
  #expect(witness.open == [])
}
