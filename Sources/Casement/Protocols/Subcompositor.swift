internal import Geometry
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `wl_subcompositor`: puts surfaces on surfaces.
final class Subcompositor: WlSubcompositorRequests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func getSubsurface(id: WlSubsurfaceResource, surface: WlSurfaceResource, parent: WlSurfaceResource) throws(ProtocolError) {
    guard let child = surface.surface, let parent = parent.surface else { return }
    guard child !== parent else { throw .wlSubcompositor(.badParent, "a surface cannot be its own parent") }
    let subsurface = Subsurface(id, child, service)
    try child.assign(.subsurface, subsurface) { .wlSubcompositor(.badSurface, $0) }
    do throws(SurfaceNode.AttachmentError) {
      try child.node.attach(to: parent.node)
    } catch {
      child.removeRole()
      switch error {
      case .loop: throw .wlSubcompositor(.badParent, "wl_surface#\(parent.resource.id) lies on wl_surface#\(surface.id) already")
      case .tooMany: throw .wlSubcompositor(.badParent, "more than \(SurfaceNode.maximumChildren) surfaces would lie on one")
      case .tooDeep: throw .wlSubcompositor(.badParent, "more than \(SurfaceNode.maximumDepth) surfaces would lie on each other")
      }
    }
    id.handler = subsurface
  }
}

/// `wl_subsurface`: where and in which order a surface lies on its parent. The rules are `SurfaceNode`'s.
final class Subsurface: WlSubsurfaceRequests, SurfaceRole {
  private let resource: WlSubsurfaceResource
  /// Nil when the surface is gone; the object is inert then.
  private var surface: Surface?
  private unowned let service: WindowService

  init(_ resource: WlSubsurfaceResource, _ surface: Surface, _ service: WindowService) {
    self.resource = resource
    self.surface = surface
    self.service = service
  }

  func setPosition(x: Int32, y: Int32) throws(ProtocolError) { surface?.node.setPosition(Point(x: Int(x), y: Int(y))) }

  func placeAbove(sibling: WlSurfaceResource) throws(ProtocolError) {
    try place(sibling) { surface, sibling in surface.place(above: sibling) }
  }

  func placeBelow(sibling: WlSurfaceResource) throws(ProtocolError) {
    try place(sibling) { surface, sibling in surface.place(below: sibling) }
  }

  private func place(_ sibling: WlSurfaceResource, _ place: (SurfaceNode, SurfaceNode) -> Bool) throws(ProtocolError) {
    guard let surface, surface.node.parent != nil, let other = sibling.surface else { return }
    guard place(surface.node, other.node) else {
      throw .wlSubsurface(.badSurface, "wl_surface#\(sibling.id) is neither a sibling nor the parent")
    }
  }

  func setSync() throws(ProtocolError) { surface?.setSynchronized(true) }
  func setDesync() throws(ProtocolError) { surface?.setSynchronized(false) }

  func didCommit(_ surface: Surface, _ changes: SurfaceChanges) {}

  func surfaceDestroyed(_ surface: Surface) { self.surface = nil }

  func resourceDestroyed() {
    guard let surface else { return }
    service.lastWindow.willDestroy(surface)
    service.beginCommit()
    surface.removeRole()
    surface.leaveParent()
    service.treeChanged(surface)
    service.endCommit()
    self.surface = nil
  }
}
