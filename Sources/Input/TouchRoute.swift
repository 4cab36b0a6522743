package import Geometry

/// A finger, as the device that feels it counts.
package struct FingerID: Hashable, Sendable {
  /// The device.
  package let device: InputDevice
  /// The device's number for the finger, from its touching until it is lifted.
  package let number: Int32

  /// The finger that `device` calls `number`.
  package init(_ number: Int32, on device: InputDevice = .standard) {
    self.device = device
    self.number = number
  }
}

/// The way of a seat's touches to clients: each finger belongs to the target in which it began, until it is lifted.
///
/// Each list of actions is in the order in which to send; what a client gets is closed at `frame()`, and at once where the
/// picture, not a device, was the cause.
package struct TouchRoute<Target: Hashable, Client: Hashable> {
  /// How a client learns that touches were taken from it.
  package enum Dialect: Hashable, Sendable {
    /// It knows only `wl_touch`, which can cancel nothing but all of its touches.
    case stock
    /// It knows `casement_window_v1`, which names the touches.
    case casement
  }

  /// The most fingers at once; further ones are ignored.
  package static var mostFingers: Int { 64 }

  var fingers: [Finger] = []
  var openFrames: [Client] = []
  var popupClient: Client?
  var actions: [TouchAction<Target, Client>] = []

  struct Finger {
    let finger: FingerID
    /// Its number in `wl_touch`; taken until the finger is lifted, whatever became of the touch.
    let id: Int32
    var position: PrecisePoint<LayoutPoints>
    var state: State
  }

  enum State {
    /// It belongs to a target, whose client last heard of it at a point.
    case live(Target, Client, at: PrecisePoint<SurfacePoints>)
    /// Taken from a stock client that cannot be told yet: nothing is sent until it is lifted.
    case muted(Client)
    /// It reaches nobody until it is lifted.
    case dead
    /// It carries a drag and drop.
    case dragging(DragRoute<Target, Client>)
  }

  /// No finger touches.
  package init() {}

  /// Whether no finger touches, and nobody is owed the end of a group of events: what changes around it is nothing to it.
  package var isQuiet: Bool { fingers.isEmpty && openFrames.isEmpty && actions.isEmpty }

  /// The target to which `finger` belongs, nil where it belongs to none.
  package func target(of finger: FingerID) -> Target? {
    guard let index = index(of: finger), case .live(let target, _, _) = fingers[index].state else { return nil }
    return target
  }

  /// Where `finger` is, nil where it does not touch.
  package func position(of finger: FingerID) -> PrecisePoint<LayoutPoints>? { index(of: finger).map { fingers[$0].position } }

  /// The `wl_touch` id of `finger`, nil where it does not touch.
  package func id(of finger: FingerID) -> Int32? { index(of: finger).map { fingers[$0].id } }

  /// The fingers that touch, in the order in which they came, whether or not anybody hears of them.
  package var fingersDown: [FingerID] { fingers.isEmpty ? [] : fingers.map { $0.finger } }
}

// Events of devices.
extension TouchRoute {
  /// `finger` touched `point`.
  package mutating func down(
    _ finger: FingerID, at point: PrecisePoint<LayoutPoints>, in scene: some InputScene<Target, Client>
  ) -> [TouchAction<Target, Client>] {
    guard index(of: finger) == nil, fingers.count < Self.mostFingers else { return [] }
    let id = freeID(near: finger.number)
    var state = State.dead
    let hit = scene.target(at: point)
    let client = hit.map { scene.client(of: $0) }
    if let popupClient, client != popupClient {
      actions.append(.touchedOutside)
    } else if let hit, let client, let local = scene.convert(point, to: hit) {
      state = .live(hit, client, at: local)
      emit(.down(hit, id: id, at: local), to: client)
    }
    fingers.append(Finger(finger: finger, id: id, position: point, state: state))
    return take()
  }

  /// `finger` moved to `point`.
  package mutating func move(
    _ finger: FingerID, to point: PrecisePoint<LayoutPoints>, in scene: some InputScene<Target, Client>
  ) -> [TouchAction<Target, Client>] {
    guard let index = index(of: finger) else { return [] }
    fingers[index].position = point
    switch fingers[index].state {
    case .live(let target, let client, let last):
      guard let local = scene.convert(point, to: target), local != last else { break }
      fingers[index].state = .live(target, client, at: local)
      emit(.motion(target, id: fingers[index].id, at: local), to: client)
    case .dragging(var drag):
      actions += drag.follow(point, in: scene).map { .drag($0) }
      fingers[index].state = .dragging(drag)
    case .muted, .dead: break
    }
    return take()
  }

  /// `finger` touches with an ellipse of these axes, in points.
  package mutating func shape(_ finger: FingerID, major: Double, minor: Double) -> [TouchAction<Target, Client>] {
    if let index = index(of: finger), case .live(_, let client, _) = fingers[index].state {
      emit(.shape(client, id: fingers[index].id, major: major, minor: minor), to: client)
    }
    return take()
  }

  /// `finger` touches with an ellipse turned by `degrees`, clockwise from the vertical.
  package mutating func orientation(_ finger: FingerID, degrees: Double) -> [TouchAction<Target, Client>] {
    if let index = index(of: finger), case .live(_, let client, _) = fingers[index].state {
      emit(.orientation(client, id: fingers[index].id, degrees: degrees), to: client)
    }
    return take()
  }

  /// `finger` was lifted.
  package mutating func up(_ finger: FingerID) -> [TouchAction<Target, Client>] {
    guard let index = index(of: finger) else { return [] }
    let lifted = fingers.remove(at: index)
    switch lifted.state {
    case .live(_, let client, _), .muted(let client): emit(.up(client, id: lifted.id), to: client)
    case .dragging(let drag): actions.append(.drag(drag.drop()))
    case .dead: break
    }
    return take()
  }

  /// The device's group of events is complete.
  package mutating func frame() -> [TouchAction<Target, Client>] {
    close()
    return take()
  }

  /// `device` is gone or took its touches back: they are cancelled, and its fingers are lifted.
  package mutating func cancel(device: InputDevice, dialect: (Client) -> Dialect) -> [TouchAction<Target, Client>] {
    cancelFingers(dialect) { $0.finger.device == device }
    for index in fingers.indices.reversed() where fingers[index].finger.device == device {
      switch fingers[index].state {
      case .muted(let client): emit(.up(client, id: fingers[index].id), to: client)
      case .dragging(let drag): actions += drag.cancel().map { .drag($0) }
      case .live, .dead: break
      }
      fingers.remove(at: index)
    }
    close()
    return take()
  }
}

extension TouchRoute {
  func index(of finger: FingerID) -> Int? { fingers.firstIndex { $0.finger == finger } }

  /// The device's own number where it is free, so that scripts and clients speak of the same; else the lowest free one.
  private func freeID(near number: Int32) -> Int32 {
    let taken = Set(fingers.map { $0.id })
    if number >= 0, !taken.contains(number) { return number }
    return (0...Int32(taken.count)).first { !taken.contains($0) } ?? 0
  }

  mutating func take() -> [TouchAction<Target, Client>] {
    defer { actions = [] }
    return actions
  }

  mutating func emit(_ action: TouchAction<Target, Client>, to client: Client) {
    actions.append(action)
    if !openFrames.contains(client) { openFrames.append(client) }
  }

  mutating func close() {
    actions += openFrames.map { .frame($0) }
    openFrames = []
  }
}
