internal import Geometry

extension SceneFrame {
  /// Whether something of one of these surfaces can be seen: opaque content does not cover all of it.
  package func shows(anyOf surfaces: Set<SurfaceKey>) -> Bool {
    guard let rearmost = elements.firstIndex(where: { surfaces.contains($0.key) }) else { return false }
    var open = Region(bounds)
    for index in elements.indices.reversed() {
      if index < rearmost || open.isEmpty { return false }
      if surfaces.contains(elements[index].key), open.intersects(elements[index].extent) { return true }
      open.subtract(elements[index].opaqueExtent)
    }
    return false
  }
}
