internal import WaylandProtocols
internal import WaylandServer

/// `wl_data_source`: data that a client offers on the clipboard, or drags.
final class DataSource: ClientSource, WlDataSourceRequests {
  typealias Action = WlDataDeviceManager.DndAction

  let resource: WlDataSourceResource
  /// What may be done with it when it is dropped, as far as the client said.
  private(set) var actions: Action?
  /// What lets a window follow its drag.
  weak var toplevelDrag: ToplevelDrag?

  init(_ resource: WlDataSourceResource, _ seat: Seat) {
    self.resource = resource
    super.init(resource, seat)
  }

  /// What may be done with it when it is dropped. A client that never said lets it be copied, as before there were actions.
  var dragActions: Action { actions ?? .copy }

  func offer(mimeType: String) throws(ProtocolError) { try add(mimeType) }

  func setActions(dndActions: Action) throws(ProtocolError) {
    guard dndActions.isValid() else {
      throw .wlDataSource(.invalidActionMask, "\(dndActions.rawValue) has bits beyond copy, move and ask")
    }
    guard actions == nil, use == .none else {
      throw .wlDataSource(.invalidSource, "actions are set once, before the source is used")
    }
    actions = dndActions
  }

  override func wasCancelled() {
    // clients below version 3 know it only of selections that were replaced
    if use != .drag || resource.version >= 3 { super.wasCancelled() }
  }

  override func resourceDestroyed() {
    super.resourceDestroyed()
    seat.drag?.sourceGone(self)
  }
}

extension WlDataSourceResource {
  var source: DataSource? { handler.map { unsafe unsafeDowncast($0, to: DataSource.self) } }
}
