package import Geometry

/// What a surface shows now.
package struct SurfaceState {
  /// The buffer that is shown; nil: nothing.
  package private(set) var buffer: BufferUse?
  package private(set) var shape = SurfaceShape()
  /// The size, in points; zero without a buffer.
  package private(set) var size: Size<SurfacePoints> = .zero
  /// The part that the client promises to be opaque, whatever the pixels say.
  package private(set) var opaqueRegion = Region<SurfacePoints>()
  /// The part that takes input; nil: all of it.
  package private(set) var inputRegion: Region<SurfacePoints>?
  /// What extensions that few surfaces use made of it.
  package private(set) var rare = RareState()
  /// Grows with each commit that may have changed a pixel.
  package private(set) var contentSequence: UInt64 = 0
  /// What changed lately, for capturers that have an older picture.
  package private(set) var history = DamageHistory()

  package init() {}

  /// Whether the surface has something to show.
  package var hasContent: Bool { buffer != nil }

  /// Whether a touch or pointer at `point` is the surface's.
  package func acceptsInput(at point: PrecisePoint<SurfacePoints>) -> Bool {
    Rect(size: size).contains(point) && (inputRegion?.contains(point) ?? true)
  }

  /// Makes an update what is shown. - Returns: what changed.
  package mutating func apply(_ update: SurfaceUpdate) -> SurfaceChanges {
    var changes = SurfaceChanges()
    changes.offset = update.offset
    let hadContent = hasContent
    let isReshaped = update.reshapes(shape)
    if isReshaped {
      let oldSize = size
      update.apply(to: &shape)
      size = shape.size
      changes.isResized = size != oldSize
    }
    let isReplacedSilently = update.replacesSilently(buffer)
    if case .set(let use) = update.buffer { buffer = use }
    if update.hasSeldomAsked {
      update.opaqueRegion.apply(to: &opaqueRegion)
      if case .set(let region) = update.inputRegion {
        changes.isInputChanged = true
        inputRegion = region
      }
    }
    changes.isMapped = hasContent && !hadContent
    changes.isUnmapped = hadContent && !hasContent
    if let asked = update.rare, asked.apply(to: &rare) { changes.isContentChanged = hasContent }
    guard hasContent else {
      if hadContent {
        contentSequence += 1
        history.reset(at: contentSequence)
      }
      changes.isContentChanged = hadContent
      return changes
    }
    let isWholeNew = changes.isMapped || isReshaped || isReplacedSilently || update.isAnythingDamaged
    var damage = update.bufferDamage
    if !update.surfaceDamage.isEmpty { damage.formUnion(shape.bufferDamage(update.surfaceDamage)) }
    if let size = shape.bufferSize { damage.formIntersection(Rect(size: size)) }
    guard isWholeNew || !damage.isEmpty else { return changes }
    contentSequence += 1
    changes.isContentChanged = true
    if isWholeNew { history.reset(at: contentSequence) } else { history.add(damage, at: contentSequence) }
    return changes
  }
}

/// What one commit changed.
package struct SurfaceChanges: Equatable {
  /// How far the content moved against the surface's place.
  package var offset: Point<SurfacePoints> = .zero
  /// The surface has content and had none.
  package var isMapped = false
  /// The surface lost its content.
  package var isUnmapped = false
  package var isResized = false
  package var isInputChanged = false
  /// Subsurfaces were added, moved or restacked.
  package var isTreeChanged = false
  /// A pixel may look different.
  package var isContentChanged = false
  /// Nothing changed yet: the commit waits for its time, or for a tick of the screen.
  package var isHeld = false
}
