internal import Geometry
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `xdg_positioner`: collects the rules for a popup's place.
final class XdgPositioner: XdgPositionerRequests {
  private let resource: XdgPositionerResource
  private(set) var rules = PopupRules()

  init(_ resource: XdgPositionerResource) { self.resource = resource }

  func setSize(width: Int32, height: Int32) throws(ProtocolError) {
    guard width > 0, height > 0 else { throw .xdgPositioner(.invalidInput, "a size of \(width)×\(height) is not positive") }
    rules.size = Size(width: Int(width), height: Int(height))
  }

  func setAnchorRect(x: Int32, y: Int32, width: Int32, height: Int32) throws(ProtocolError) {
    guard width >= 0, height >= 0 else { throw .xdgPositioner(.invalidInput, "an anchor rectangle of \(width)×\(height) is negative") }
    rules.anchorRect = Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
  }

  func setAnchor(anchor: WaylandProtocols.XdgPositioner.Anchor) throws(ProtocolError) {
    guard anchor.isValid() else { throw .xdgPositioner(.invalidInput, "\(anchor.rawValue) is not an anchor") }
    rules.anchor = Self.edges(anchor.rawValue)
  }

  func setGravity(gravity: WaylandProtocols.XdgPositioner.Gravity) throws(ProtocolError) {
    guard gravity.isValid() else { throw .xdgPositioner(.invalidInput, "\(gravity.rawValue) is not a gravity") }
    rules.gravity = Self.edges(gravity.rawValue)
  }

  func setConstraintAdjustment(constraintAdjustment: WaylandProtocols.XdgPositioner.ConstraintAdjustment) throws(ProtocolError) {
    rules.adjustment = PopupRules.Adjustment(rawValue: constraintAdjustment.rawValue)
  }

  func setOffset(x: Int32, y: Int32) throws(ProtocolError) { rules.offset = Point(x: Int(x), y: Int(y)) }
  func setReactive() throws(ProtocolError) { rules.isReactive = true }

  func setParentSize(parentWidth: Int32, parentHeight: Int32) throws(ProtocolError) {
    guard parentWidth >= 0, parentHeight >= 0 else {
      throw .xdgPositioner(.invalidInput, "a parent of \(parentWidth)×\(parentHeight) is negative")
    }
    rules.parentSize = Size(width: Int(parentWidth), height: Int(parentHeight))
  }

  func setParentConfigure(serial: UInt32) throws(ProtocolError) { rules.parentConfigure = serial }

  /// The edges that a value of `anchor` or `gravity` names: none, top, bottom, left, right, then the corners, left ones first.
  private static func edges(_ value: UInt32) -> Edges {
    switch value {
    case 1: .top
    case 2: .bottom
    case 3: .left
    case 4: .right
    case 5: [.top, .left]
    case 6: [.bottom, .left]
    case 7: [.top, .right]
    case 8: [.bottom, .right]
    default: []
    }
  }
}

extension XdgPositionerResource {
  var positioner: XdgPositioner? { handler.map { unsafe unsafeDowncast($0, to: XdgPositioner.self) } }
}
