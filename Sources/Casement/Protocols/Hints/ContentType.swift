internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `wp_content_type_manager_v1`: lets clients say what kind of picture a surface shows.
final class ContentTypeManager: WpContentTypeManagerV1Requests {
  func getSurfaceContentType(id: WpContentTypeV1Resource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    guard target.extensions.contentType == nil else {
      throw .wpContentTypeManagerV1(.alreadyConstructed, "wl_surface#\(surface.id) already has a content type")
    }
    let made = ContentType(target)
    target.extensions.contentType = made
    id.handler = made
  }
}

/// `wp_content_type_v1`: what kind of picture one surface shows. Double-buffered; no picture depends on it, and controllers are told.
final class ContentType: WpContentTypeV1Requests {
  private var surface: Surface?

  init(_ surface: Surface) { self.surface = surface }

  func setContentType(contentType: WpContentTypeV1.TypeValue) throws(ProtocolError) {
    // no error is named for a value that does not exist: it says nothing
    let value = contentType.isValid() ? contentType.rawValue : 0
    surface?.node.update.changeRare { $0.contentType = .set(value) }
  }

  func surfaceDestroyed() { surface = nil }

  func resourceDestroyed() {
    guard let surface else { return }
    surface.node.update.changeRare { $0.contentType = .set(0) }
    surface.extensions.contentType = nil
  }
}
