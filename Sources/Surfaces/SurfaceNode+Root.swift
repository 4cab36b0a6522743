package import Geometry

// The surface that is a window's content, in front of the window's own (`casement_window_v1.set_root`).
extension SurfaceNode {
  /// Makes `node` the root from the next commit on, or takes the root away. The old root is free then, with all that it committed. A
  /// tree may be one surface deeper for it.
  ///
  /// - Precondition: `node` has no parent but this surface, and is not an ancestor of it.
  package func setRoot(_ node: SurfaceNode?) {
    precondition(node == nil || ((node?.parent == nil || node?.parent === self) && !node!.isAncestor(of: self)), "a root has one window")
    nextRoot = .set(node)
  }

  /// Takes the root away at once, and forgets the one that the next commit would have brought.
  package func removeRoot(_ applied: Applied) {
    replaceRoot(by: nil, applied)
  }

  /// Says which part of this surface the root covers.
  package func setRootArea(_ area: Rect<SurfacePoints>) {
    rootArea = area
    root?.position = area.origin
  }

  func replaceRoot(by new: SurfaceNode?, _ applied: Applied) {
    nextRoot = .unchanged
    guard new !== root else { return }
    root?.detach(applied)
    root = new
    if let new { noteNewcomer(new) }
    new?.parent = self
    new?.isSynchronizedItself = true
    new?.position = rootArea.origin
  }
}
