internal import WaylandProtocols
internal import WaylandServer

/// What the source of a drag and one target agree on: from the drag's coming over the target to the end of the transfer.
final class DragNegotiation {
  typealias Action = DataSource.Action

  /// How far it got.
  private enum Stage {
    /// The drag is over the target.
    case over
    /// The drag went elsewhere, or ended without a drop here: the offers are inert.
    case left
    /// Dropped here; `asks`: what is done with it, the target's user decides now.
    case dropped(asks: Bool)
    /// The target has what it wanted.
    case finished
  }

  let source: any DragData
  private var stage = Stage.over
  /// One offer for each `wl_data_device` of the target's client; they speak for the same target, and the last word counts.
  private var offers: [WlDataOfferResource] = []
  /// Whether the target's client knows actions. Older ones always copy, and need not accept.
  private var knowsActions = true
  private var accepted: String?
  private var wanted: Action = []
  private var preferred: Action = []
  private var action: Action = []
  /// Whether both sides know `action`; at first neither knows of any.
  private var isActionTold = false

  /// Whether a drop would give the target something now.
  var isAgreed: Bool { (accepted != nil || !knowsActions) && !action.isEmpty }

  init(_ source: any DragData) { self.source = source }

  /// An offer was made to the target; it is told what the source lets it do.
  func add(_ offer: WlDataOfferResource) {
    offers.append(offer)
    offer.sendSourceActions(sourceActions: source.dragActions)
    if offer.version < 3 {
      knowsActions = false
      wanted.formUnion(.copy)
    }
  }

  /// Everything is told that follows from the target as such.
  func begin() { update() }

  // MARK: What the target asks

  func accept(_ type: String?) throws(ProtocolError) {
    guard try mayReceive() else { return }
    accepted = type
    source.targetChanged(type)
  }

  /// Whether the offers still give anything.
  ///
  /// - Throws: `invalid_offer` after the end: the client said that it needs them no more.
  func mayReceive() throws(ProtocolError) -> Bool {
    if case .finished = stage { throw .wlDataOffer(.invalidOffer, "after finish an offer can only be destroyed") }
    if case .left = stage { return false }
    return !source.isEnded
  }

  func setActions(_ actions: Action, preferred: Action) throws(ProtocolError) {
    guard try mayReceive() else { return }
    guard actions.isValid() else {
      throw .wlDataOffer(.invalidActionMask, "\(actions.rawValue) has bits beyond copy, move and ask")
    }
    guard [[], .copy, .move, .ask].contains(preferred), preferred.isSubset(of: actions) else {
      throw .wlDataOffer(.invalidAction, "the preferred action \(preferred.rawValue) is not one of \(actions.rawValue)")
    }
    switch stage {
    case .dropped(asks: true):
      guard preferred.isSubset(of: source.dragActions) else {
        throw .wlDataOffer(.invalidAction, "the source does not let \(preferred.rawValue) be done; it lets \(source.dragActions.rawValue)")
      }
    case .dropped: return  // what was agreed upon at the drop holds
    case .over, .left, .finished: break
    }
    wanted = actions
    self.preferred = preferred
    // that they have nothing in common is told, too
    update(isAsked: true)
  }

  /// - Throws: `invalid_finish` before a drop, for the second time, or where no type is accepted; `invalid_offer` where the action is
  ///   none, or the user is still to be asked. The specification names no code for the last two; these are what others use.
  func finish() throws(ProtocolError) {
    switch stage {
    case .finished: throw .wlDataOffer(.invalidFinish, "finish comes once")
    case .left: return
    case .over, .dropped: if source.isEnded { return }
    }
    guard case .dropped(let asks) = stage else { throw .wlDataOffer(.invalidFinish, "nothing was dropped yet") }
    guard accepted != nil else { throw .wlDataOffer(.invalidFinish, "no type is accepted") }
    guard action == .copy || action == .move else {
      throw .wlDataOffer(.invalidOffer, "the action is \(action.rawValue), neither copy nor move")
    }
    conclude(asked: asks)
  }

  // MARK: What happens to it

  /// The drag is no longer over the target.
  func leave() {
    guard case .over = stage else { return }
    stage = .left
    if accepted != nil { source.targetChanged(nil) }
    if !action.isEmpty { source.actionChanged([]) }
  }

  /// The drag is dropped on the target. - Returns: false where it does not take it; the offers are inert then.
  func drop() -> Bool {
    guard !offers.isEmpty, accepted != nil || !knowsActions, !action.isEmpty else {
      stage = .left
      return false
    }
    stage = .dropped(asks: action == .ask)
    return true
  }

  /// The client destroyed an offer. With the last one it gives up what was dropped, unless it never had a way to say that it is done.
  func offerGone(_ offer: WlDataOfferResource) {
    offers.removeAll { $0 === offer }
    guard offers.isEmpty, !source.isEnded else { return }
    switch stage {
    case .over:
      if accepted != nil { source.targetChanged(nil) }
      (accepted, wanted, preferred) = (nil, [], [])
      update()
    case .dropped(let asks):
      if knowsActions {
        stage = .left
        source.cancel()
      } else {
        conclude(asked: asks)
      }
    case .left, .finished: break
    }
  }

  private func conclude(asked: Bool) {
    stage = .finished
    if asked { source.actionChanged(action) }
    source.finished()
    source.end()
  }

  // MARK: Actions

  /// Chooses the action anew. A change is told while the drag goes on; after it, only the source hears of it, when all is done.
  ///
  /// - Parameter isAsked: whether the target said what it wants: at first the answer is told even where it is nothing.
  private func update(isAsked: Bool = false) {
    let chosen = Self.action(of: source.dragActions, wanted: wanted, preferred: preferred)
    guard chosen != action || (isAsked && !isActionTold) else { return }
    action = chosen
    isActionTold = true
    guard case .over = stage else { return }
    source.actionChanged(chosen)
    for offer in offers { offer.sendAction(dndAction: chosen) }
  }

  /// The action for what the source allows and the target wants: the one that the target prefers, else copy, move or ask, the first
  /// that both know; none where they have nothing in common.
  static func action(of allowed: Action, wanted: Action, preferred: Action) -> Action {
    let common = allowed.intersection(wanted)
    if !preferred.isEmpty, common.isSuperset(of: preferred) { return preferred }
    return [Action.copy, .move, .ask].first { common.contains($0) } ?? []
  }
}
