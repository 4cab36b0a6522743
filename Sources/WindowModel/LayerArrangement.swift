import Geometry

/// Where layer surfaces stand, and what they leave free.
extension WindowModel {
  /// Gives each layer surface of a screen its place, and works out the usable area.
  ///
  /// Surfaces that reserve space come first, then the others; within that, from the overlay down, and the oldest first. One without
  /// content gets the place it would have, and reserves nothing; so does one whose zone would leave nothing to others.
  mutating func arrangeLayers(_ index: Int) {
    shelves[index].isUnarranged = false
    let screen = shelves[index].screen
    var free = screen.bounds
    if screen.overscan == .insetBounds { free = screen.windowBounds }
    let bounds = free
    var areas: [WindowID: Rect<ScreenPoints>] = [:]
    var reservations: [Reservation] = []
    var turns = [[(id: WindowID, state: LayerState, isVisible: Bool)]](repeating: [], count: 2 * Layer.allCases.count)
    for id in shelves[index].layers {
      guard let window = windows[id], case .layer(let state) = window.kind else { continue }
      let turn = (state.isReserving ? 0 : Layer.allCases.count) + Layer.allCases.count - 1 - Int(state.layer.rawValue)
      turns[turn].append((id, state, window.isVisible))
    }
    areas.reserveCapacity(shelves[index].layers.count)
    for surface in turns.joined() {
      areas[surface.id] = surface.state.area(in: surface.state.exclusiveZone < 0 ? bounds : free)
      guard surface.isVisible, surface.state.isReserving else { continue }
      // what would leave nothing reserves nothing
      let reserved = surface.state.reserved
      free = free.inset(leavingSomething: reserved)
      reservations.append(Reservation(id: surface.id, layer: surface.state.layer, insets: reserved))
    }
    layerPlaces += areas.count
    shelves[index].reservations = reservations
    for id in shelves[index].layers where areas[id] != shelves[index].layerAreas[id] { unsettle(id) }
    shelves[index].layerAreas = areas
    if shelves[index].usable != free {
      shelves[index].usable = free
      unsettle(screen: screen.id)
    }
  }

  /// A layer surface of a screen came, went or changed. Only where it reserves something, or did, does that concern the others.
  mutating func layerChanged(_ id: WindowID, _ index: Int) {
    guard let window = windows[id], window.screen == shelves[index].screen.id, case .layer(let state) = window.kind else {
      shelves[index].layerAreas[id] = nil
      if shelves[index].reservations.contains(where: { $0.id == id }) { othersAreToBeArranged(index) }
      return
    }
    let reserves = state.isReserving
    if reserves && window.isVisible || shelves[index].isUnarranged || shelves[index].reservations.contains(where: { $0.id == id }) {
      othersAreToBeArranged(index)
      if !shelves[index].isUnarranged { return }
    }
    layerPlaces += 1
    let screen = shelves[index].screen
    let bounds = screen.overscan == .insetBounds ? screen.windowBounds : screen.bounds
    var free = state.exclusiveZone < 0 ? bounds : shelves[index].usable
    if reserves {
      let before = shelves[index].reservations.prefix {
        $0.layer.rawValue > state.layer.rawValue || ($0.layer == state.layer && $0.id < id)
      }
      free = before.reduce(bounds) { $0.inset(leavingSomething: $1.insets) }
    }
    let area = state.area(in: free)
    guard shelves[index].layerAreas.updateValue(area, forKey: id) != area else { return }
    unsettle(id)
  }

  /// A layer surface that reserves something came, went or changed.
  private mutating func othersAreToBeArranged(_ index: Int) {
    guard arrangesLate else { return arrangeLayers(index) }
    shelves[index].isUnarranged = true
    isUnarranged = true
  }

  /// Gives the layer surfaces of all screens their places, where that was put off. - Returns: what follows from it.
  package mutating func arrange() -> [WindowEvent] { settled([]) }

  /// The same, with what follows left to the end of the operation.
  mutating func arrangeNow() {
    guard isUnarranged else { return }
    isUnarranged = false
    for index in shelves.indices where shelves[index].isUnarranged { arrangeLayers(index) }
  }
}

extension LayerState {
  /// The place of the surface in `bounds`; at least one point on each axis. Sums are exact: what comes over the wire has 32 bits.
  func area(in bounds: Rect<ScreenPoints>) -> Rect<ScreenPoints> {
    let (x, width) = Self.span(
      size.width, from: bounds.minX, length: bounds.width, nearMargin: margin.left, farMargin: margin.right,
      isNear: anchor.contains(.left), isFar: anchor.contains(.right))
    let (y, height) = Self.span(
      size.height, from: bounds.minY, length: bounds.height, nearMargin: margin.top, farMargin: margin.bottom,
      isNear: anchor.contains(.top), isFar: anchor.contains(.bottom))
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// One axis of `area(in:)`: anchored to both ends with no size of its own it spans, less the margins; to one end it is there, off by
  /// its margin; else it is centred.
  private static func span(
    _ wanted: Int, from start: Int, length: Int, nearMargin: Int, farMargin: Int, isNear: Bool, isFar: Bool
  ) -> (start: Int, length: Int) {
    if wanted == 0, isNear, isFar { return (start + nearMargin, max(1, length - nearMargin - farMargin)) }
    let own = max(1, wanted)
    if isNear, !isFar { return (start + nearMargin, own) }
    if isFar, !isNear { return (start + length - own - farMargin, own) }
    return (start + (length - own) / 2, own)
  }

  /// Whether the surface has an exclusive zone. One whose anchor does not say at which edge is treated as if it had none.
  var isReserving: Bool { exclusiveZone > 0 && !reservedEdge.isEmpty }

  /// What the surface takes from the usable area: its zone and its margin at the edge that it clings to, nothing where the anchor
  /// leaves that open.
  var reserved: EdgeInsets {
    switch reservedEdge {
    case .top: EdgeInsets(top: exclusiveZone + margin.top)
    case .bottom: EdgeInsets(bottom: exclusiveZone + margin.bottom)
    case .left: EdgeInsets(left: exclusiveZone + margin.left)
    case .right: EdgeInsets(right: exclusiveZone + margin.right)
    default: .zero
    }
  }

  /// The edge of the exclusive zone (`set_exclusive_zone`): the one anchored, or the one between two opposite ones.
  private var reservedEdge: Edges {
    if !exclusiveEdge.isEmpty { return anchor.isSuperset(of: exclusiveEdge) ? exclusiveEdge : [] }
    switch anchor {
    case .top, .bottom, .left, .right: return anchor
    case [.top, .left, .right]: return .top
    case [.bottom, .left, .right]: return .bottom
    case [.left, .top, .bottom]: return .left
    case [.right, .top, .bottom]: return .right
    default: return []
    }
  }
}
