internal import Geometry
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `xdg_toplevel_drag_manager_v1`: lets windows follow a drag and drop, as when a tab is torn off.
final class ToplevelDragManager: XdgToplevelDragManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func getXdgToplevelDrag(id: XdgToplevelDragV1Resource, dataSource: WlDataSourceResource) throws(ProtocolError) {
    guard let source = dataSource.source else { return }
    guard source.use == .none else {
      throw .xdgToplevelDragManagerV1(.invalidSource, "wl_data_source#\(dataSource.id) was used before")
    }
    guard source.toplevelDrag == nil else {
      throw .xdgToplevelDragManagerV1(.invalidSource, "wl_data_source#\(dataSource.id) already has a toplevel drag")
    }
    let made = ToplevelDrag(source, service)
    source.toplevelDrag = made
    id.handler = made
  }
}

/// `xdg_toplevel_drag_v1`: one drag, and the window that follows it.
///
/// The window floats while it is carried, whatever the placement; afterwards the policy has it again.
final class ToplevelDrag: XdgToplevelDragV1Requests {
  private unowned let service: WindowService
  private weak var source: DataSource?
  /// The drag, from its start to the drop or cancellation.
  private weak var drag: Drag?
  private(set) weak var toplevel: XdgToplevel?
  /// The point of the window's geometry that is at the pointer or the finger.
  private var offset = PrecisePoint<WindowPoints>(x: 0, y: 0)

  init(_ source: DataSource, _ service: WindowService) {
    self.source = source
    self.service = service
  }

  func attach(toplevel: XdgToplevelResource, xOffset: Int32, yOffset: Int32) throws(ProtocolError) {
    if let attached = self.toplevel, attached.id != nil {
      throw .xdgToplevelDragV1(.toplevelAttached, "xdg_toplevel#\(attached.resource.id) is attached already")
    }
    guard let target = toplevel.toplevel, target.id != nil else { return }
    target.toplevelDrag?.detach()
    self.toplevel = target
    target.toplevelDrag = self
    offset = PrecisePoint(x: Double(xOffset), y: Double(yOffset))
    follow()
  }

  /// - Throws: `ongoing_drag` before the drag has ended, also where it has not begun; one whose source is gone never will.
  func destroy() throws(ProtocolError) {
    if drag != nil { throw .xdgToplevelDragV1(.ongoingDrag, "the drag has not ended") }
    if let source, source.resource.isAlive, source.use == .none {
      throw .xdgToplevelDragV1(.ongoingDrag, "the drag has not begun, and its source is still there")
    }
  }

  // MARK: What the drag tells

  func began(_ drag: Drag) {
    self.drag = drag
    follow()
  }

  /// Puts the window where the drag is.
  func follow() {
    guard let point = drag?.position, let id = toplevel?.id, let placement = service.model.placement(of: id) else { return }
    let size = service.model.window(id)?.contentSize ?? .zero
    let turned = placement.rotation.apply(offset, in: PreciseSize(width: Double(size.width), height: Double(size.height)))
    let corner = PrecisePoint<LayoutPoints>(x: point.x - turned.x, y: point.y - turned.y).floored
    service.perform(service.model.carry(id, to: corner, under: point))
  }

  func ended() {
    drag = nil
    detach()
  }

  /// Lets go of the window: it is unmapped or gone, or the drag has ended.
  func detach() {
    guard let left = toplevel else { return }
    toplevel = nil
    left.toplevelDrag = nil
    if let id = left.id { service.perform(service.model.unplace(id)) }
  }

  func resourceDestroyed() { detach() }
}
