package import Geometry

/// What the client asked since its last commit: a delta, never a second copy of the state.
package struct SurfaceUpdate {
  /// The buffer to show; nil takes the surface's content away.
  package var buffer: Change<BufferUse?> = .unchanged
  /// How far the new buffer's top-left corner lies from the old one's (`wl_surface.attach`, `wl_surface.offset`); adds up.
  package var offset: Point<SurfacePoints> = .zero
  /// Changed parts, in surface points (`wl_surface.damage`).
  package var surfaceDamage = Region<SurfacePoints>()
  /// Changed parts, in buffer pixels (`wl_surface.damage_buffer`).
  package var bufferDamage = Region<BufferPixels>()
  package var scale: Change<Int> = .unchanged
  package var transform: Change<Transform> = .unchanged
  package var source: Change<PreciseRect<SurfacePoints>?> = .unchanged
  package var destination: Change<Size<SurfacePoints>?> = .unchanged
  /// The part that the client promises to be opaque.
  package var opaqueRegion: Change<Region<SurfacePoints>> = .unchanged
  /// The part that takes input; nil: all of it.
  package var inputRegion: Change<Region<SurfacePoints>?> = .unchanged
  /// Objects that wait for the surface's next frame; they belong to the service.
  package var frameCallbacks: [AnyObject] = []
  /// Objects that wait to learn when this content is shown; they belong to the service.
  package var feedback: [AnyObject] = []

  /// What seldom is asked; nil: nothing of it.
  package var rare: RareUpdate? { rareBox?.value }
  private var rareBox: RareBox?

  /// Whether several commits were folded of which one changed the shape, maybe back: what they said of damage is not the whole story.
  private(set) var isAnythingDamaged = false

  package init() {}

  /// Lets `change` write what seldom is asked.
  package mutating func changeRare(_ change: (inout RareUpdate) -> Void) {
    if rareBox == nil {
      rareBox = RareBox(RareUpdate())
    } else if !isKnownUniquelyReferenced(&rareBox) {
      rareBox = RareBox(rareBox!.value)
    }
    change(&rareBox!.value)
  }

  /// Folds a newer update into this one, for commits that a synchronised subsurface caches.
  package mutating func merge(_ newer: SurfaceUpdate) {
    if newer.isAnythingDamaged || newer.changesShape(after: buffer) { isAnythingDamaged = true }
    buffer.merge(newer.buffer)
    offset += newer.offset
    surfaceDamage.formUnion(newer.surfaceDamage)
    bufferDamage.formUnion(newer.bufferDamage)
    scale.merge(newer.scale)
    transform.merge(newer.transform)
    source.merge(newer.source)
    destination.merge(newer.destination)
    opaqueRegion.merge(newer.opaqueRegion)
    inputRegion.merge(newer.inputRegion)
    frameCallbacks += newer.frameCallbacks
    feedback += newer.feedback
    if let rare = newer.rareBox?.value { changeRare { $0.merge(rare) } }
  }

  private func changesShape(after earlier: Change<BufferUse?>) -> Bool {
    if scale.isSet || transform.isSet || source.isSet || destination.isSet { return true }
    guard case .set(let use) = buffer, case .set(let old) = earlier else { return false }
    return use?.buffer.size != old?.buffer.size
  }

  /// Writes what the update says of the shape.
  func apply(to shape: inout SurfaceShape) {
    if case .set(let use) = buffer { shape.bufferSize = use?.buffer.size }
    scale.apply(to: &shape.scale)
    transform.apply(to: &shape.transform)
    source.apply(to: &shape.source)
    destination.apply(to: &shape.destination)
  }
}

/// Keeps what seldom is asked out of the way: one reference, nil as a rule, copied when written.
private final class RareBox {
  var value: RareUpdate

  init(_ value: RareUpdate) { self.value = value }
}
