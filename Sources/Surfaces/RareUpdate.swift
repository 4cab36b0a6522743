/// What a client asked through extensions that few surfaces use, since its last commit: a part of `SurfaceUpdate`, apart from the rest so
/// that the others pay nothing for it.
package struct RareUpdate {
  /// How much of the surface is seen, from 0 to 1 (`wp_alpha_modifier_surface_v1.set_multiplier`).
  package var opacity: Change<Double> = .unchanged
  /// What kind of picture it is (`wp_content_type_v1.type`).
  package var contentType: Change<UInt32> = .unchanged
  /// Whether latency matters more than whole pictures (`wp_tearing_control_v1.presentation_hint`).
  package var mayTear: Change<Bool> = .unchanged
  /// What the numbers of its pixels mean as colours (`wp_color_management_surface_v1.set_image_description`).
  package var colours: Change<ColourReference?> = .unchanged
  /// Objects that wait for this commit's buffer to be given back (`wl_surface.get_release`); they belong to the service.
  package var releases: [AnyObject] = []
  /// Whether the commit is shown for a tick of the screen before one that waits for it may follow (`wp_fifo_v1.set_barrier`).
  package var setsBarrier = false
  /// Whether the commit waits until the one before it that asked so was shown for a tick (`wp_fifo_v1.wait_barrier`).
  package var waitsForBarrier = false
  /// The time before which the commit must not be applied; 0: none (`wp_commit_timer_v1.set_timestamp`).
  package var due: UInt64 = 0
  /// What was asked of the surface's role along with a commit that waits; it belongs to the service.
  package var role: AnyObject?

  package init() {}

  mutating func merge(_ newer: RareUpdate) {
    opacity.merge(newer.opacity)
    contentType.merge(newer.contentType)
    mayTear.merge(newer.mayTear)
    colours.merge(newer.colours)
    releases += newer.releases
    if newer.setsBarrier { setsBarrier = true }
    waitsForBarrier = newer.waitsForBarrier
    due = max(due, newer.due)
    if let asked = newer.role { role = asked }
  }
}

/// What extensions that few surfaces use made of a surface.
package struct RareState: Equatable, Sendable {
  /// How much of the surface is seen, from 0 to 1.
  package fileprivate(set) var opacity: Double = 1
  /// What kind of picture it is, as `wp_content_type_v1.type` numbers them; 0 says nothing.
  package fileprivate(set) var contentType: UInt32 = 0
  /// Whether latency matters more than whole pictures.
  package fileprivate(set) var mayTear = false
  /// What the numbers of its pixels mean as colours; nil: what screens take for granted.
  package fileprivate(set) var colours: ColourReference?
}

/// What colours mean, as an object that belongs to the service; the same object means the same.
package struct ColourReference: Equatable, Sendable {
  package let object: any AnyObject & Sendable

  package init(_ object: any AnyObject & Sendable) { self.object = object }

  package static func == (a: Self, b: Self) -> Bool { a.object === b.object }
}

extension RareUpdate {
  /// Writes the update into `state`. - Returns: whether a pixel may look different.
  func apply(to state: inout RareState) -> Bool {
    let before = (state.opacity, state.colours)
    opacity.apply(to: &state.opacity)
    contentType.apply(to: &state.contentType)
    mayTear.apply(to: &state.mayTear)
    colours.apply(to: &state.colours)
    return (state.opacity, state.colours) != before
  }
}
