internal import Geometry
internal import Input
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `zwp_tablet_manager_v2`: tells of graphics tablets.
final class TabletManager: ZwpTabletManagerV2Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func getTabletSeat(tabletSeat: ZwpTabletSeatV2Resource, seat: WlSeatResource) throws(ProtocolError) {
    let made = TabletSeat(tabletSeat, service)
    tabletSeat.handler = made
    service.seat.tablet.add(made)
  }
}

/// `zwp_tablet_seat_v2`: a client's view of the seat's tablet.
final class TabletSeat: ZwpTabletSeatV2Requests {
  private let resource: ZwpTabletSeatV2Resource
  private unowned let service: WindowService
  private var tablet: ZwpTabletV2Resource?
  private var tools: [ToolObject] = []

  init(_ resource: ZwpTabletSeatV2Resource, _ service: WindowService) {
    self.resource = resource
    self.service = service
  }

  var client: Client { resource.client }

  /// The client's object for a tool; nil where it has none, or no tablet that it could be near to.
  func object(of tool: TabletTool) -> ToolObject? {
    guard let tablet, tablet.isAlive else { return nil }
    return tools.first { $0.tool === tool && $0.resource.isAlive }
  }

  /// Tells of the tablet.
  func announceTablet() {
    guard resource.isAlive, let made = try? ZwpTabletV2Resource(client: client, version: resource.version, id: 0) else { return }
    made.handler = TabletObject()
    tablet = made
    resource.sendTabletAdded(id: made)
    made.sendName(name: "Casement tablet")
    made.sendDone()
  }

  /// Tells of a tool.
  func announce(_ tool: TabletTool) {
    guard let tablet, resource.isAlive, let made = try? ZwpTabletToolV2Resource(client: client, version: resource.version, id: 0) else {
      return
    }
    let object = ToolObject(made, tool, tablet, service)
    made.handler = object
    tools.append(object)
    resource.sendToolAdded(id: made)
    made.sendType(toolType: .init(rawValue: tool.kind.rawValue))
    for capability in [ZwpTabletToolV2.Capability.tilt, .pressure, .distance, .rotation, .slider, .wheel] {
      made.sendCapability(capability: capability)
    }
    made.sendDone()
  }

  /// The client lets go of the list; the objects that it introduced stay.
  func resourceDestroyed() {
    if client.isDisconnecting || tools.isEmpty { service.seat.tablet.remove(self) }
  }
}

/// `zwp_tablet_v2`: the tablet. It is never removed.
final class TabletObject: ZwpTabletV2Requests {}

/// `zwp_tablet_tool_v2`.
final class ToolObject: ZwpTabletToolV2Requests {
  let resource: ZwpTabletToolV2Resource
  let tool: TabletTool
  private let tablet: ZwpTabletV2Resource
  private unowned let service: WindowService

  init(_ resource: ZwpTabletToolV2Resource, _ tool: TabletTool, _ tablet: ZwpTabletV2Resource, _ service: WindowService) {
    self.resource = resource
    self.tool = tool
    self.tablet = tablet
    self.service = service
  }

  func proximityIn(serial: UInt32, surface: WlSurfaceResource) {
    resource.sendProximityIn(serial: serial, tablet: tablet, surface: surface)
  }

  /// Whether the client may say what the tool looks like because of `serial`: its latest `proximity_in`.
  func allowsCursor(_ serial: UInt32) -> Bool {
    resource.isAlive && tool.target?.client === resource.client && service.seat.ledger.allowsToolCursor(serial, of: resource.client.id)
  }

  func setCursor(serial: UInt32, surface: WlSurfaceResource?, hotspotX: Int32, hotspotY: Int32) throws(ProtocolError) {
    var cursor: CursorSurface?
    if let target = surface?.surface {
      if let existing = target.role as? CursorSurface, existing.tool === tool {
        cursor = existing
      } else {
        let made = CursorSurface(target, service, tool: tool)
        try target.assign(.toolCursor, made) { .zwpTabletToolV2(.role, $0) }
        cursor = made
      }
    }
    guard allowsCursor(serial) else { return }
    cursor?.hotspot = Point(x: Int(hotspotX), y: Int(hotspotY))
    tool.cursor = cursor.map { .surface($0) } ?? .hidden
    cursor?.shown()
  }
}

extension ZwpTabletToolV2Resource {
  var tool: ToolObject? { handler.map { unsafe unsafeDowncast($0, to: ToolObject.self) } }
}
