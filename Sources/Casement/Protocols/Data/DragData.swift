internal import WaylandProtocols
internal import WaylandServer

/// Data that is dragged, and whose owner is told what becomes of it: a client's `wl_data_source`, or what is dragged in another session.
protocol DragData: TransferSource {
  /// What may be done with it when it is dropped.
  var dragActions: DataSource.Action { get }
  /// The target takes this type; nil: nothing.
  func targetChanged(_ type: String?)
  /// This is what would be done with it.
  func actionChanged(_ action: DataSource.Action)
  /// It was dropped on a target that takes it.
  func dropPerformed()
  /// The target has what it wanted.
  func finished()
}

extension DataSource: DragData {}
