internal import WaylandProtocols
internal import WaylandServer

/// `wl_data_source`: data that a client offers on the clipboard, or drags.
final class DataSource: ClientSource, WlDataSourceRequests, NewsTeller {
  typealias Action = WlDataDeviceManager.DndAction

  let resource: WlDataSourceResource
  /// What may be done with it when it is dropped, as far as the client said.
  private(set) var actions: Action?
  /// What the client has not been told yet of its drag's target, because it does not read.
  private var nextTarget: String??
  private var nextAction: Action?
  /// What lets a window follow its drag.
  weak var toplevelDrag: ToplevelDrag?

  init(_ resource: WlDataSourceResource, _ seat: Seat) {
    self.resource = resource
    super.init(resource, seat)
  }

  /// What may be done with it when it is dropped. A client that never said lets it be copied, as before there were actions.
  var dragActions: Action { actions ?? .copy }

  func offer(mimeType: String) throws(ProtocolError) { try offer(mimeType) }

  func setActions(dndActions: Action) throws(ProtocolError) {
    guard dndActions.isValid() else {
      throw .wlDataSource(.invalidActionMask, "\(dndActions.rawValue) has bits beyond copy, move and ask")
    }
    guard actions == nil, use == .none else {
      throw .wlDataSource(.invalidSource, "actions are set once, before the source is used")
    }
    actions = dndActions
  }

  // MARK: What becomes of a drag

  func targetChanged(_ type: String?) {
    nextTarget = .some(type)
    if seat.service.lateNews.maySend(32 + (type?.utf8.count ?? 0), by: self) { catchUp() }
  }

  func actionChanged(_ action: Action) {
    nextAction = action
    if seat.service.lateNews.maySend(16, by: self) { catchUp() }
  }

  func catchUp() {
    seat.service.lateNews.forget(self)
    if let target = nextTarget { resource.sendTarget(mimeType: target) }
    if let action = nextAction { resource.sendAction(dndAction: action) }
    (nextTarget, nextAction) = (nil, nil)
  }

  func dropPerformed() {
    catchUp()
    resource.sendDndDropPerformed()
  }

  func finished() {
    catchUp()
    resource.sendDndFinished()
  }

  override func wasCancelled() {
    (nextTarget, nextAction) = (nil, nil)
    // clients below version 3 know it only of selections that were replaced
    if use != .drag || resource.version >= 3 { super.wasCancelled() }
  }

  override func resourceDestroyed() {
    super.resourceDestroyed()
    seat.service.lateNews.forget(self)
    seat.drag?.sourceGone(self)
  }
}

extension WlDataSourceResource {
  var source: DataSource? { handler.map { unsafe unsafeDowncast($0, to: DataSource.self) } }
}
