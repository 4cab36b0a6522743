package import Geometry
package import Input
internal import WaylandProtocols
package import WaylandServer
internal import WindowModel

/// What is to be done with what is dragged. Raw values are those of `wl_data_device_manager.dnd_action`.
package struct DragActions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// Who drags in another session, and is told what becomes of it here.
package struct ForeignDrag {
  /// The MIME types on offer.
  package var types: [String]
  /// What may be done with it.
  package var actions: DragActions
  /// Has one type written into a file.
  package var send: (String, consuming OwnedFileDescriptor) -> Void
  /// The window that it is over takes this type; nil: nothing.
  package var targetChanged: (String?) -> Void
  /// This is what would be done with it.
  package var actionChanged: (DragActions) -> Void
  /// What was dropped was taken.
  package var finished: () -> Void
  /// Nobody took it.
  package var cancelled: () -> Void

  package init(
    types: [String], actions: DragActions, send: @escaping (String, consuming OwnedFileDescriptor) -> Void,
    targetChanged: @escaping (String?) -> Void, actionChanged: @escaping (DragActions) -> Void, finished: @escaping () -> Void,
    cancelled: @escaping () -> Void
  ) {
    (self.types, self.actions, self.send) = (types, actions, send)
    (self.targetChanged, self.actionChanged, self.finished, self.cancelled) = (targetChanged, actionChanged, finished, cancelled)
  }
}

/// What is dragged in another session.
final class ForeignDragData: TransferSource, DragData {
  private let drag: ForeignDrag

  init(_ drag: ForeignDrag) {
    self.drag = drag
    super.init()
    use = .drag
    for type in drag.types.prefix(Self.mostTypes) {
      guard (try? add(type)) != nil else { break }
    }
  }

  var dragActions: DataSource.Action { DataSource.Action(rawValue: drag.actions.rawValue) }
  func targetChanged(_ type: String?) { drag.targetChanged(type) }
  func actionChanged(_ action: DataSource.Action) { drag.actionChanged(DragActions(rawValue: action.rawValue)) }
  func dropPerformed() {}
  func finished() { drag.finished() }
  override func write(_ type: String, into file: consuming OwnedFileDescriptor, for reader: Client?) { drag.send(type, file) }
  override func wasCancelled() { drag.cancelled() }
}

/// A drag of ours that goes on in another session.
package final class DepartedDrag {
  private let source: any DragData

  fileprivate init(_ source: any DragData) { self.source = source }

  /// The MIME types on offer.
  package var types: [String] { source.types }
  /// What may be done with it.
  package var actions: DragActions { DragActions(rawValue: source.dragActions.rawValue) }
  /// Whether its client still has it.
  package var isAlive: Bool { !source.isEnded }

  /// Somebody there takes this type; nil: nothing.
  package func targetChanged(_ type: String?) { if isAlive { source.targetChanged(type) } }
  /// This is what would be done with it.
  package func actionChanged(_ action: DragActions) { if isAlive { source.actionChanged(DataSource.Action(rawValue: action.rawValue)) } }
  /// It was dropped there.
  package func dropPerformed() { if isAlive { source.dropPerformed() } }
  /// Whoever took it has what it wanted.
  package func finished() {
    guard isAlive else { return }
    source.finished()
    source.end()
  }
  /// Nobody took it.
  package func cancel() { source.cancel() }
  /// Has one type written into a file.
  package func send(_ type: String, into file: consuming OwnedFileDescriptor) { source.send(type, into: file) }
}

/// Drags that a backend shares with its host.
extension WindowService {
  /// What is dragged in the host came over a screen. - Returns: false where something is being dragged here.
  package func beginForeignDrag(_ drag: ForeignDrag, at point: PrecisePoint<LayoutPoints>, on device: InputDevice) -> Bool {
    guard seat.drag == nil, !model.isLocked else { return false }
    let begun = Drag(ForeignDragData(drag), from: nil, by: .pointer, on: seat)
    seat.drag = begun
    guard seat.pointer.beginDrag(at: point, on: device) else {
      seat.drag = nil
      return false
    }
    return true
  }

  /// What is dragged here now, by the pointer, for a host that is to take it where it leaves the screens; nil where nothing is, or where it
  /// is only for its own client.
  package var draggedHere: DepartedDrag? { ((seat.drag as? Drag)?.source).flatMap { $0 is ForeignDragData ? nil : DepartedDrag($0) } }

  /// What was dragged here goes on in the host: nobody here hears more of it.
  package func handOverDrag() {
    (seat.drag as? Drag)?.handOver()
    seat.pointer.depart()
  }

  /// What is dragged is over no screen for now, but goes on.
  package func dragLeft() { seat.pointer.departDragging() }

  /// The drag ends with nothing dropped.
  package func cancelDrag() {
    seat.drag?.cancel()
    seat.pointer.depart()
  }
}
