public import Geometry
internal import Surfaces

extension Window {
  /// What a window shows: a surface that fills it. To show something else, its client replaces the root, not the window.
  ///
  /// A description, as it is when asked for; drawing and replacing it is the client's.
  public struct Root: Hashable, Identifiable, Sendable {
    /// A number that names the surface for as long as the service runs, and no other surface ever.
    public let id: UInt64
    /// Its size in points: the window's, unless its client is late.
    public let size: Size<WindowPoints>

    init(_ surface: Surface) {
      id = surface.node.id.rawValue
      size = Size(width: surface.node.size.width, height: surface.node.size.height)
    }
  }
}
