package import Geometry

/// What of each element has to be painted, once what others hide is left out.
package struct Occlusion {
  /// One element's share of the work.
  package struct Share {
    /// The element's place in its frame, from the back.
    package let index: Int
    /// Where it is painted over what is behind it.
    package let blended: Region<ScreenPixels>
    /// Where it is painted as if it had no alpha; nothing is painted behind it there.
    package let solid: Region<ScreenPixels>
  }

  /// What is to be painted, from back to front; elements that need no painting are left out.
  package let shares: [Share]
  /// Where the background is seen.
  package let background: Region<ScreenPixels>

  /// The shares of `frame` in painting `region` anew.
  package init(_ frame: SceneFrame, in region: Region<ScreenPixels>) {
    var remaining = region.intersection(frame.bounds)
    var shares: [Share] = []
    for index in frame.elements.indices.reversed() {
      if remaining.isEmpty { break }
      let extent = frame.elements[index].extent
      guard remaining.intersects(extent) else { continue }
      let visible = remaining.intersection(extent)
      if frame.elements[index].isOpaque {
        shares.append(Share(index: index, blended: Region(), solid: visible))
        remaining.subtract(extent)
        continue
      }
      let solid = visible.intersection(frame.elements[index].opaqueExtent)
      shares.append(Share(index: index, blended: visible.subtracting(solid), solid: solid))
      remaining.subtract(solid)
    }
    self.shares = shares.reversed()
    background = remaining
  }
}
