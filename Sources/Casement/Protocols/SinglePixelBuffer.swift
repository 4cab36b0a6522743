internal import Scene
internal import WaylandServer

/// `wp_single_pixel_buffer_manager_v1`: buffers of one colour, without memory.
final class SinglePixelBufferManager: WpSinglePixelBufferManagerV1Requests {
  func createU32RgbaBuffer(id: WlBufferResource, r: UInt32, g: UInt32, b: UInt32, a: UInt32) throws(ProtocolError) {
    let part = { (value: UInt32) in Double(value) / Double(UInt32.max) }
    id.handler = ClientBuffer(id, .colour(Colour(red: part(r), green: part(g), blue: part(b), alpha: part(a))))
  }
}
