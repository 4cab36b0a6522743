public import Geometry

/// What a route asks about the picture under a pointer or a finger.
///
/// A target is whatever gets input events: a surface, by its id. The answers must agree with each other: what `target(at:)`
/// returns has a client and a local point, which is the one of `hit(at:)`.
@usableFromInline package protocol InputScene<Target, Client> {
  /// The identity of what gets events; never reused while a route knows it.
  associatedtype Target: Hashable
  /// The identity of who owns targets, and gets the frames.
  associatedtype Client: Hashable

  /// The front-most target that takes input at `point`, nil where there is none.
  func target(at point: PrecisePoint<LayoutPoints>) -> Target?

  /// The same, with the point as the target counts it.
  func hit(at point: PrecisePoint<LayoutPoints>) -> (target: Target, local: PrecisePoint<SurfacePoints>)?

  /// `point` as `target` counts it, also outside its bounds; nil where the target is not shown.
  func convert(_ point: PrecisePoint<LayoutPoints>, to target: Target) -> PrecisePoint<SurfacePoints>?

  /// Who owns `target`.
  func client(of target: Target) -> Client
}

extension InputScene {
  @inlinable package func hit(at point: PrecisePoint<LayoutPoints>) -> (target: Target, local: PrecisePoint<SurfacePoints>)? {
    guard let target = target(at: point), let local = convert(point, to: target) else { return nil }
    return (target, local)
  }
}
