public import Geometry

/// What the target of a drag and drop is told.
@usableFromInline package enum DragAction<Target: Hashable>: Hashable {
  /// `wl_data_device.enter`.
  case enter(Target, at: PrecisePoint<SurfacePoints>)
  /// `wl_data_device.motion`.
  case motion(Target, at: PrecisePoint<SurfacePoints>)
  /// `wl_data_device.leave`.
  case leave(Target)
  /// The button or finger was lifted over this target, or over none. Nothing else follows; the service sends drop, then leave.
  case drop(on: Target?)
}

extension DragAction: Sendable where Target: Sendable {}

/// Where a drag and drop is: over which target, and where on it.
@usableFromInline struct DragRoute<Target: Hashable, Client: Hashable> {
  @usableFromInline var target: Target?
  @usableFromInline var client: Client?
  @usableFromInline var local: PrecisePoint<SurfacePoints>?

  @inlinable init() {}

  /// The drag is at `position` now, or the picture changed beneath it.
  @inlinable mutating func follow(_ position: PrecisePoint<LayoutPoints>, in scene: some InputScene<Target, Client>) -> [DragAction<Target>]
  {
    let hit = scene.target(at: position)
    let point = hit.flatMap { scene.convert(position, to: $0) }
    defer { (target, client, local) = (hit, hit.map { scene.client(of: $0) }, point) }
    if hit == target {
      guard let hit, let point, point != local else { return [] }
      return [.motion(hit, at: point)]
    }
    var actions: [DragAction<Target>] = target.map { [.leave($0)] } ?? []
    if let hit, let point { actions.append(.enter(hit, at: point)) }
    return actions
  }

  /// `gone` is destroyed, so that nothing can be sent to it.
  @inlinable mutating func forget(_ gone: Target) {
    if target == gone { self = DragRoute() }
  }

  /// `gone` has no targets any more.
  @inlinable mutating func forget(client gone: Client) {
    if client == gone { self = DragRoute() }
  }

  /// The drag is on no screen for now.
  @inlinable mutating func leave() -> [DragAction<Target>] {
    defer { self = DragRoute() }
    return cancel()
  }

  /// The drag ends with a drop.
  @inlinable func drop() -> DragAction<Target> { .drop(on: target) }

  /// The drag ends without one.
  @inlinable func cancel() -> [DragAction<Target>] { target.map { [.leave($0)] } ?? [] }
}
