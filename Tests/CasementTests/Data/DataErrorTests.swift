import CasementTesting
import Glibc
import Testing
import WaylandClient
import WaylandProtocols

/// Every request that ends a client, by interface and code.
@Suite struct DataErrorTests {
  /// A bad request, made on a stage of its own. What it returns is the client that ends.
  struct BadRequest: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let interface: String
    let code: UInt32
    let make: @Sendable (DataStage) throws -> DataPeer

    init(_ name: String, _ interface: String, _ code: UInt32, _ make: @escaping @Sendable (DataStage) throws -> DataPeer) {
      testDescription = name
      self.interface = interface
      self.code = code
      self.make = make
    }
  }

  /// Has `two` end up with a dropped offer.
  private static func drop(
    _ stage: DataStage, actions: WlDataDeviceManager.DndAction = [.copy, .move, .ask],
    wanted: WlDataDeviceManager.DndAction = .copy, preferred: WlDataDeviceManager.DndAction = .copy
  ) throws -> WlDataOfferProxy {
    _ = try stage.drag(actions: actions)
    try stage.dragToTwo(actions: wanted, preferred: preferred)
    try stage.release()
    return try #require(stage.two.dragged).proxy
  }

  static let requests: [BadRequest] = [
    BadRequest("source actions of unknown bits", "wl_data_source", 0) { stage in
      _ = stage.one.makeSource(actions: .init(rawValue: 8))
      return stage.one
    },
    BadRequest("source actions twice", "wl_data_source", 1) { stage in
      stage.one.makeSource(actions: .copy).proxy.setActions(dndActions: .copy)
      return stage.one
    },
    BadRequest("source actions after start_drag", "wl_data_source", 1) { stage in
      try stage.drag(actions: nil).proxy.setActions(dndActions: .copy)
      return stage.one
    },
    BadRequest("source actions after set_selection", "wl_data_source", 1) { stage in
      try stage.copyFromOne().proxy.setActions(dndActions: .copy)
      return stage.one
    },
    BadRequest("a source with actions as selection", "wl_data_source", 1) { stage in
      try stage.focusOne()
      stage.one.device.setSelection(source: stage.one.makeSource(actions: .copy).proxy, serial: stage.one.press)
      return stage.one
    },
    BadRequest("a selection's source dragged", "wl_data_device", 1) { stage in
      let source = try stage.copyFromOne()
      try stage.pressOne()
      stage.one.device.startDrag(source: source.proxy, origin: stage.oneWindow.surface, icon: nil, serial: stage.one.press)
      return stage.one
    },
    BadRequest("a dragged source selected", "wl_data_device", 1) { stage in
      let source = try stage.drag(actions: nil)
      stage.one.device.setSelection(source: source.proxy, serial: stage.one.press)
      return stage.one
    },
    BadRequest("a source dragged twice", "wl_data_device", 1) { stage in
      let source = try stage.drag()
      try stage.release()
      try stage.pressOne()
      stage.one.device.startDrag(source: source.proxy, origin: stage.oneWindow.surface, icon: nil, serial: stage.one.press)
      return stage.one
    },
    BadRequest("a replaced source selected again", "wl_data_device", 1) { stage in
      try stage.focusOne()
      let sources = [stage.one.makeSource(), stage.one.makeSource()]
      for source in sources + sources.prefix(1) { stage.one.device.setSelection(source: source.proxy, serial: stage.one.press) }
      return stage.one
    },
    BadRequest("a toplevel as icon", "wl_data_device", 0) { stage in
      _ = try stage.drag(icon: stage.oneWindow.surface)
      return stage.one
    },
    BadRequest("a toplevel as icon, without a press", "wl_data_device", 0) { stage in
      stage.one.device.startDrag(source: nil, origin: stage.oneWindow.surface, icon: stage.oneWindow.surface, serial: 0)
      return stage.one
    },
    BadRequest("an icon as toplevel", "xdg_wm_base", 0) { stage in
      let icon = stage.one.client.compositor.createSurface()
      _ = try stage.drag(icon: icon)
      _ = stage.one.client.wmBase.getXdgSurface(surface: icon)
      return stage.one
    },
    BadRequest("finish of a selection's offer", "wl_data_offer", 0) { stage in
      _ = try stage.copyFromOne()
      try #require(stage.two.selection).proxy.finish()
      return stage.two
    },
    BadRequest("actions of a selection's offer", "wl_data_offer", 3) { stage in
      _ = try stage.copyFromOne()
      try #require(stage.two.selection).proxy.setActions(dndActions: .copy, preferredAction: .copy)
      return stage.two
    },
    BadRequest("finish before the drop", "wl_data_offer", 0) { stage in
      _ = try stage.drag()
      try stage.dragToTwo()
      try #require(stage.two.dragged).proxy.finish()
      return stage.two
    },
    BadRequest("finish with no type accepted", "wl_data_offer", 0) { stage in
      let offer = try drop(stage)
      offer.accept(serial: 0, mimeType: nil)
      offer.finish()
      return stage.two
    },
    BadRequest("finish while asking", "wl_data_offer", 3) { stage in
      try drop(stage, wanted: .ask, preferred: .ask).finish()
      return stage.two
    },
    BadRequest("finish twice", "wl_data_offer", 0) { stage in
      let offer = try drop(stage)
      offer.finish()
      offer.finish()
      return stage.two
    },
    BadRequest("accept after finish", "wl_data_offer", 3) { stage in
      let offer = try drop(stage)
      offer.finish()
      offer.accept(serial: 0, mimeType: nil)
      return stage.two
    },
    BadRequest("receive after finish", "wl_data_offer", 3) { stage in
      let offer = try drop(stage)
      offer.finish()
      let pipe = DataPipe()
      offer.receive(mimeType: "text/plain", fd: pipe.writeEnd)
      pipe.closeWriteEnd()
      return stage.two
    },
    BadRequest("offer actions of unknown bits", "wl_data_offer", 1) { stage in
      _ = try stage.drag()
      try stage.dragToTwo(actions: .init(rawValue: 9))
      return stage.two
    },
    BadRequest("two preferred actions", "wl_data_offer", 2) { stage in
      _ = try stage.drag()
      try stage.dragToTwo(actions: [.copy, .move], preferred: [.copy, .move])
      return stage.two
    },
    BadRequest("a preferred action that is not supported", "wl_data_offer", 2) { stage in
      _ = try stage.drag()
      try stage.dragToTwo(actions: .copy, preferred: .move)
      return stage.two
    },
    BadRequest("an unknown preferred action", "wl_data_offer", 2) { stage in
      _ = try stage.drag()
      try stage.dragToTwo(actions: .copy, preferred: .init(rawValue: 16))
      return stage.two
    },
    BadRequest("an answer that the source does not allow", "wl_data_offer", 2) { stage in
      try drop(stage, actions: [.copy, .ask], wanted: .ask, preferred: .ask)
        .setActions(dndActions: .move, preferredAction: .move)
      return stage.two
    },
    BadRequest("a wlr control source twice", "zwlr_data_control_device_v1", 1) { stage in
      let manager = stage.one.client.bind(ZwlrDataControlManagerV1Proxy.self)
      let (device, source) = (manager.getDataDevice(seat: stage.one.client.seat), manager.createDataSource())
      device.setSelection(source: source)
      device.setSelection(source: source)
      return stage.one
    },
    BadRequest("a wlr control source for both", "zwlr_data_control_device_v1", 1) { stage in
      let manager = stage.one.client.bind(ZwlrDataControlManagerV1Proxy.self)
      let (device, source) = (manager.getDataDevice(seat: stage.one.client.seat), manager.createDataSource())
      device.setSelection(source: source)
      device.setPrimarySelection(source: source)
      return stage.one
    },
    BadRequest("a wlr control type too late", "zwlr_data_control_source_v1", 1) { stage in
      let manager = stage.one.client.bind(ZwlrDataControlManagerV1Proxy.self)
      let (device, source) = (manager.getDataDevice(seat: stage.one.client.seat), manager.createDataSource())
      device.setSelection(source: source)
      source.offer(mimeType: "text/plain")
      return stage.one
    },
    BadRequest("an ext control source twice", "ext_data_control_device_v1", 1) { stage in
      let manager = stage.one.client.bind(ExtDataControlManagerV1Proxy.self)
      let (device, source) = (manager.getDataDevice(seat: stage.one.client.seat), manager.createDataSource())
      device.setPrimarySelection(source: source)
      device.setPrimarySelection(source: source)
      return stage.one
    },
    BadRequest("an ext control type too late", "ext_data_control_source_v1", 1) { stage in
      let manager = stage.one.client.bind(ExtDataControlManagerV1Proxy.self)
      let (device, source) = (manager.getDataDevice(seat: stage.one.client.seat), manager.createDataSource())
      device.setSelection(source: source)
      source.offer(mimeType: "text/plain")
      return stage.one
    },
  ]

  @Test(arguments: requests) func aBadRequestEndsItsClientAndNobodyElse(request: BadRequest) throws {
    let stage = try DataStage()
    var ended: DataPeer?
    var error: ConnectionError?
    do {
      let peer = try request.make(stage)
      ended = peer
      try peer.client.roundtrip()
    } catch let thrown as ConnectionError {
      error = thrown
    }
    guard case .protocolError(let interface, let code, _) = error else {
      Issue.record("\(String(describing: error)) is no protocol error")
      return
    }
    #expect(interface == request.interface)
    #expect(code == request.code)
    let other = (ended ?? (stage.one.client.connection.error == nil ? stage.two : stage.one)) === stage.one ? stage.two : stage.one
    try other.client.roundtrip()
  }

  @Test func aFloodOfTypesEndsItsClient() throws {
    let stage = try DataStage()
    _ = stage.one.makeSource((0..<1000).map { "x/\($0)" })
    try stage.settle()
    _ = stage.one.makeSource((0...1000).map { "x/\($0)" })
    // libwayland tells `wl_display.error.no_memory` as this
    #expect(throws: ConnectionError.closed(errno: ENOMEM)) { try stage.one.client.roundtrip() }
    try stage.two.client.roundtrip()
  }
}
