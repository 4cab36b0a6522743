package import Geometry

/// Finds where two frames of one screen look different.
package struct FrameDiff {
  /// Asks for what has changed in a surface's buffer since it had a sequence; `nil` says that it is not known, so all of it.
  package typealias ContentDamage = (_ key: SurfaceKey, _ since: UInt64) -> Region<BufferPixels>?

  /// The most rectangles of one surface's damage that are followed one by one.
  package static var maximumRects: Int { 256 }

  private let old: SceneFrame
  private let new: SceneFrame
  /// By place in their frame: where an element changed, as long as nothing in front of it hides that.
  private var changesInOld: [(index: Int, region: Region<ScreenPixels>)] = []
  private var changesInNew: [(index: Int, region: Region<ScreenPixels>)] = []

  /// The region outside of which both frames show the same.
  ///
  /// Never less than what differs, and little more: what hides a change is taken into account, and of elements that changed
  /// places only where they overlap.
  package static func region(from old: SceneFrame, to new: SceneFrame, contentDamage: ContentDamage) -> Region<ScreenPixels> {
    guard old.size == new.size, old.background.looksLike(new.background), old.ramps === new.ramps else { return Region(new.bounds) }
    var diff = FrameDiff(old: old, new: new)
    diff.compare(contentDamage)
    return diff.visibleChanges()
  }

  private init(old: SceneFrame, new: SceneFrame) {
    self.old = old
    self.new = new
  }

  // MARK: Which elements changed

  private mutating func compare(_ contentDamage: ContentDamage) {
    if old.elements.count == new.elements.count,
      new.elements.indices.allSatisfy({ old.elements[$0].key == new.elements[$0].key })
    {
      for index in new.elements.indices { _ = comparePair(index, index, contentDamage) }
      return
    }
    var places = [SurfaceKey: Int](minimumCapacity: old.elements.count)
    for index in old.elements.indices { places[old.elements[index].key] = index }
    var isGone = [Bool](repeating: true, count: old.elements.count)
    var alike: [RestackedElements.Pair] = []
    for index in new.elements.indices {
      guard let place = places[new.elements[index].key] else {
        changesInNew.append((index, Region(new.elements[index].extent)))
        continue
      }
      isGone[place] = false
      if comparePair(place, index, contentDamage) { alike.append(RestackedElements.Pair(old: place, new: index)) }
    }
    for index in old.elements.indices where isGone[index] { changesInOld.append((index, Region(old.elements[index].extent))) }
    for overlap in RestackedElements(alike).overlaps(in: new.elements) { changesInNew.append(overlap) }
  }

  /// Notes what changed between two states of one surface. - Returns: whether it lies where it lay.
  private mutating func comparePair(_ oldIndex: Int, _ newIndex: Int, _ contentDamage: ContentDamage) -> Bool {
    guard Self.lieAlike(old.elements, oldIndex, new.elements, newIndex) else {
      changesInOld.append((oldIndex, Region(old.elements[oldIndex].extent)))
      changesInNew.append((newIndex, Region(new.elements[newIndex].extent)))
      return false
    }
    let since = old.elements[oldIndex].contentSequence
    if new.elements[newIndex].contentSequence != since {
      let damage = contentDamage(new.elements[newIndex].key, since)
      changesInNew.append((newIndex, Self.damage(of: new.elements[newIndex], damage)))
    }
    if old.elements[oldIndex].opaque != new.elements[newIndex].opaque, !new.elements[newIndex].isOpaqueContent {
      // what is solid in one frame only lets something through in the other
      let (before, after) = (old.elements[oldIndex].opaqueExtent, new.elements[newIndex].opaqueExtent)
      changesInNew.append((newIndex, before.union(after).subtracting(before.intersection(after))))
    }
    return true
  }

  /// Whether two elements show their content in the same way at the same place, whatever it is and whatever is solid in it.
  ///
  /// Field by field, in place: a copy of an element costs more than all of the comparison.
  private static func lieAlike(_ old: [SceneElement], _ i: Int, _ new: [SceneElement], _ j: Int) -> Bool {
    guard old[i].destination == new[j].destination, old[i].clip == new[j].clip, old[i].alpha == new[j].alpha else { return false }
    switch (old[i].content, new[j].content) {
    case (.colour(let a), .colour(let b)):
      return a == b
    case (.buffer(let a), .buffer(let b)):
      guard old[i].source == new[j].source, old[i].transform == new[j].transform, old[i].filter == new[j].filter,
        old[i].colours === new[j].colours
      else { return false }
      return a === b || (a.size == b.size && a.format == b.format)
    default:
      return false
    }
  }

  private static func damage(of element: SceneElement, _ region: Region<BufferPixels>?) -> Region<ScreenPixels> {
    guard let region, !element.extent.isEmpty else { return Region(element.extent) }
    // a client may send any number of rectangles; painting too much is always right
    let damage = region.simplified(maximumRects: maximumRects)
    return ElementMapping(element).onScreen(damage).intersection(element.extent)
  }

  // MARK: What of it can be seen

  private func visibleChanges() -> Region<ScreenPixels> {
    var visible: [Rect<ScreenPixels>] = []
    Self.add(changesInNew, of: new.elements, to: &visible)
    Self.add(changesInOld, of: old.elements, to: &visible)
    return (visible.count == 1 ? Region(visible[0]) : Region(visible)).intersection(new.bounds)
  }

  /// Adds what no element in front hides.
  private static func add(
    _ changes: [(index: Int, region: Region<ScreenPixels>)], of elements: [SceneElement], to visible: inout [Rect<ScreenPixels>]
  ) {
    // each change asks all elements in front of it
    var extents: [Rect<ScreenPixels>] = []
    for change in changes {
      var region = change.region
      if change.index + 1 < elements.count {
        if extents.isEmpty { extents = elements.map { $0.extent } }
        var bounds = region.bounds
        for index in (change.index + 1)..<elements.count where bounds.intersects(extents[index]) {
          region.subtract(elements[index].opaqueExtent)
          bounds = region.bounds
        }
      }
      if region.isRectangle {
        if !region.isEmpty { visible.append(region.bounds) }
      } else {
        visible.append(contentsOf: region.rects)
      }
    }
  }
}

extension SceneBackground {
  /// Whether nothing changed behind the elements.
  fileprivate func looksLike(_ other: SceneBackground) -> Bool {
    switch (self, other) {
    case (.colour(let a), .colour(let b)): a == b
    case (.picture(let a), .picture(let b)): a === b
    default: false
    }
  }
}
