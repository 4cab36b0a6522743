package import Geometry

/// What the client asked since its last commit: a delta, never a second copy of the state.
///
/// What nearly every commit has lies side by side; what few have is kept apart, so that a commit without it is cheap to hand on.
package struct SurfaceUpdate {
  /// The buffer to show; nil takes the surface's content away.
  package var buffer: Change<BufferUse?> = .unchanged
  /// How far the new buffer's top-left corner lies from the old one's (`wl_surface.attach`, `wl_surface.offset`); adds up.
  package var offset: Point<SurfacePoints> = .zero
  /// Changed parts, in surface points (`wl_surface.damage`).
  package var surfaceDamage = Region<SurfacePoints>()
  /// Changed parts, in buffer pixels (`wl_surface.damage_buffer`).
  package var bufferDamage = Region<BufferPixels>()
  /// Objects that wait for the surface's next frame; they belong to the service.
  package var frameCallbacks = ObjectList()
  /// Nil where nothing of it was asked.
  private var box: SeldomAsked?
  /// Whether several commits were folded of which one changed the shape, maybe back: what they said of damage is not the whole story.
  private(set) var isAnythingDamaged = false

  package init() {}

  /// What few commits have. It is shared by the values that hold it and written only by a sole owner.
  private final class SeldomAsked {
    var scale: Change<Int> = .unchanged
    var transform: Change<Transform> = .unchanged
    var source: Change<PreciseRect<SurfacePoints>?> = .unchanged
    var destination: Change<Size<SurfacePoints>?> = .unchanged
    var opaqueRegion: Change<Region<SurfacePoints>> = .unchanged
    var inputRegion: Change<Region<SurfacePoints>?> = .unchanged
    var feedback = ObjectList()
    var rare = RareUpdate()

    init() {}

    init(copying other: SeldomAsked) {
      (scale, transform, source, destination) = (other.scale, other.transform, other.source, other.destination)
      (opaqueRegion, inputRegion, feedback, rare) = (other.opaqueRegion, other.inputRegion, other.feedback, other.rare)
    }

    var changesShape: Bool { scale.isSet || transform.isSet || source.isSet || destination.isSet }
  }

  /// What few commits have, to be written by this value alone.
  private var own: SeldomAsked {
    mutating get {
      if box == nil {
        box = SeldomAsked()
      } else if !isKnownUniquelyReferenced(&box) {
        box = SeldomAsked(copying: box!)
      }
      return box!
    }
  }

  /// What extensions asked that few surfaces use; nil: nothing of it.
  package var rare: RareUpdate? { box?.rare }

  /// Whether there may be anything of it.
  package var isRare: Bool { box != nil }

  /// Lets `change` write what extensions ask that few surfaces use.
  package mutating func changeRare(_ change: (inout RareUpdate) -> Void) { change(&own.rare) }

  package var scale: Change<Int> {
    get { box?.scale ?? .unchanged }
    set { own.scale = newValue }
  }
  package var transform: Change<Transform> {
    get { box?.transform ?? .unchanged }
    set { own.transform = newValue }
  }
  package var source: Change<PreciseRect<SurfacePoints>?> {
    get { box?.source ?? .unchanged }
    set { own.source = newValue }
  }
  package var destination: Change<Size<SurfacePoints>?> {
    get { box?.destination ?? .unchanged }
    set { own.destination = newValue }
  }
  /// The part that the client promises to be opaque.
  package var opaqueRegion: Change<Region<SurfacePoints>> {
    get { box?.opaqueRegion ?? .unchanged }
    set { own.opaqueRegion = newValue }
  }
  /// The part that takes input; nil: all of it.
  package var inputRegion: Change<Region<SurfacePoints>?> {
    get { box?.inputRegion ?? .unchanged }
    set { own.inputRegion = newValue }
  }
  /// Objects that wait to learn when this content is shown; they belong to the service.
  package var feedback: ObjectList {
    get { box?.feedback ?? ObjectList() }
    set { own.feedback = newValue }
  }

  /// Whether something is asked that few commits ask.
  var hasSeldomAsked: Bool { box != nil }
  /// Whether somebody waits to learn when this content is shown.
  package var hasFeedback: Bool { !(box?.feedback.isEmpty ?? true) }
  /// Whether a buffer, not its absence, was attached.
  package var hasBuffer: Bool {
    if case .set(.some) = buffer { true } else { false }
  }

  /// Folds a newer update into this one, for commits that a synchronised subsurface caches.
  package mutating func merge(_ newer: SurfaceUpdate) {
    if newer.isAnythingDamaged || newer.changesShape(after: buffer) { isAnythingDamaged = true }
    if hidesSilence(of: newer) { isAnythingDamaged = true }
    buffer.merge(newer.buffer)
    offset += newer.offset
    surfaceDamage.formUnion(newer.surfaceDamage)
    bufferDamage.formUnion(newer.bufferDamage)
    frameCallbacks.append(contentsOf: newer.frameCallbacks)
    guard let other = newer.box else { return }
    guard box != nil else {
      box = other
      return
    }
    let own = own
    own.scale.merge(other.scale)
    own.transform.merge(other.transform)
    own.source.merge(other.source)
    own.destination.merge(other.destination)
    own.opaqueRegion.merge(other.opaqueRegion)
    own.inputRegion.merge(other.inputRegion)
    own.feedback.append(contentsOf: other.feedback)
    own.rare.merge(other.rare)
  }

  private var saysDamage: Bool { !surfaceDamage.isEmpty || !bufferDamage.isEmpty }

  /// Whether a buffer is attached without a word about damage, in one of the two, and would not be any more in both together.
  private func hidesSilence(of newer: SurfaceUpdate) -> Bool {
    if hasBuffer, !saysDamage { return newer.saysDamage || newer.replacesSilently(attachedUse) }
    guard newer.hasBuffer, !newer.saysDamage else { return false }
    return saysDamage && (attachedUse == nil || newer.replacesSilently(attachedUse))
  }

  private var attachedUse: BufferUse? {
    if case .set(let use) = buffer { use } else { nil }
  }

  /// Whether another buffer than `shown` is attached without a word about damage. Its pixels are the surface's content all the same
  /// (`wl_surface.attach`), so anything may look different.
  func replacesSilently(_ shown: BufferUse?) -> Bool {
    guard !saysDamage, let use = attachedUse, let shown else { return false }
    return use.buffer !== shown.buffer
  }

  private func changesShape(after earlier: Change<BufferUse?>) -> Bool {
    if let box, box.changesShape { return true }
    guard case .set(let use) = buffer, case .set(let old) = earlier else { return false }
    return use?.size != old?.size
  }

  /// Whether `shape` is another one once the update is applied to it.
  func reshapes(_ shape: SurfaceShape) -> Bool {
    if case .set(let use) = buffer, use?.size != shape.bufferSize || !shape.fitsScale { return true }
    guard let box, box.changesShape else { return false }
    var next = shape
    apply(to: &next)
    return next != shape
  }

  /// Writes what the update says of the shape.
  func apply(to shape: inout SurfaceShape) {
    if case .set(let use) = buffer { shape.bufferSize = use?.size }
    guard let box else { return }
    box.scale.apply(to: &shape.scale)
    box.transform.apply(to: &shape.transform)
    box.source.apply(to: &shape.source)
    box.destination.apply(to: &shape.destination)
  }
}
