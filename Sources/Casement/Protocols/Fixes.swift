internal import WaylandServer

/// `wl_fixes`: destructors for objects that have none of their own.
final class Fixes: WlFixesRequests {
  private let resource: WlFixesResource

  init(_ resource: WlFixesResource) { self.resource = resource }

  func destroyRegistry(registry: OpaquePointer) throws(ProtocolError) { unsafe resource.client.destroyRegistry(registry) }
}
