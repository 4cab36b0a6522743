internal import Input
internal import WaylandProtocols
internal import WaylandServer

/// `wp_cursor_shape_manager_v1`: pointers that the service draws.
final class CursorShapeManager: WpCursorShapeManagerV1Requests {
  func getPointer(cursorShapeDevice id: WpCursorShapeDeviceV1Resource, pointer: WlPointerResource) throws(ProtocolError) {
    guard let pointer = pointer.pointer else { return }
    id.handler = CursorShapeDevice(id, pointer)
  }

  func getTabletToolV2(cursorShapeDevice: WpCursorShapeDeviceV1Resource, tabletTool: ZwpTabletToolV2Resource) throws(ProtocolError) {
    guard let tool = tabletTool.tool else { return }
    cursorShapeDevice.handler = ToolShapeDevice(cursorShapeDevice, tool)
  }
}

/// `wp_cursor_shape_device_v1`.
final class CursorShapeDevice: WpCursorShapeDeviceV1Requests {
  private let resource: WpCursorShapeDeviceV1Resource
  private let pointer: PointerObject

  init(_ resource: WpCursorShapeDeviceV1Resource, _ pointer: PointerObject) {
    self.resource = resource
    self.pointer = pointer
  }

  func setShape(serial: UInt32, shape: WpCursorShapeDeviceV1.Shape) throws(ProtocolError) {
    guard shape.isValid(version: resource.version), let picture = CursorShape(rawValue: shape.rawValue) else {
      throw .wpCursorShapeDeviceV1(.invalidShape, "\(shape.rawValue) is not a cursor shape of version \(resource.version)")
    }
    let seat = pointer.seat
    guard pointer.resource.isAlive, seat.ledger.allowsCursor(serial, of: resource.client.id),
      seat.pointer.target?.client === resource.client
    else { return }
    seat.pointer.cursor = .shape(picture)
  }
}

/// `wp_cursor_shape_device_v1` of a tablet's tool.
final class ToolShapeDevice: WpCursorShapeDeviceV1Requests {
  private let resource: WpCursorShapeDeviceV1Resource
  private let object: ToolObject

  init(_ resource: WpCursorShapeDeviceV1Resource, _ object: ToolObject) {
    self.resource = resource
    self.object = object
  }

  func setShape(serial: UInt32, shape: WpCursorShapeDeviceV1.Shape) throws(ProtocolError) {
    guard shape.isValid(version: resource.version), let picture = CursorShape(rawValue: shape.rawValue) else {
      throw .wpCursorShapeDeviceV1(.invalidShape, "\(shape.rawValue) is not a cursor shape of version \(resource.version)")
    }
    if object.allowsCursor(serial) { object.tool.cursor = .shape(picture) }
  }
}

extension WlPointerResource {
  var pointer: PointerObject? { handler.map { unsafe unsafeDowncast($0, to: PointerObject.self) } }
}
