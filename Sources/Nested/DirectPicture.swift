internal import Geometry
internal import Rendering
internal import Scene

/// A picture that a host can put together itself: a client's buffer as it is, one colour, or both.
struct DirectPicture {
  /// The client's buffer; nil where all is one colour.
  let buffer: ClientPicture?
  /// Where the buffer lies.
  let place: Rect<ScreenPixels>
  /// What is around the buffer; nil where the buffer is all.
  let ground: Colour?
}

/// A client's buffer that is shown pixel for pixel, and through which nothing shows.
struct ClientPicture {
  let key: SurfaceKey
  let picture: ShmBuffer
  /// What the buffer has been through, as in `wl_surface.set_buffer_transform`.
  let transform: Transform
  /// How the host is to read it: without alpha.
  let format: PixelFormat

  /// - Returns: nil where the element is more than a buffer at its place.
  fileprivate init?(_ element: SceneElement) {
    guard case .buffer(let buffer) = element.content, let picture = buffer as? ShmBuffer, element.colours == nil,
      element.source == PreciseRect(Rect(size: buffer.size)), element.clip?.contains(element.destination) ?? true
    else { return nil }
    let size = element.transform.inverse.apply(buffer.size)
    guard size.width == element.destination.width, size.height == element.destination.height else { return nil }
    self.key = element.key
    self.picture = picture
    transform = element.transform
    format = picture.format.opaqueCounterpart
  }
}

extension SceneFrame {
  /// The same picture without composing anything; nil where it is more than that.
  var directPicture: DirectPicture? {
    // bent colours are in no buffer of a client's
    guard ramps == nil else { return nil }
    var remaining = Region(bounds)
    var front: (picture: ClientPicture, place: Rect<ScreenPixels>)?
    for index in elements.indices.reversed() {
      let extent = elements[index].extent
      guard remaining.intersects(extent) else { continue }
      guard elements[index].opaqueExtent.contains(extent.intersection(bounds)) else { return nil }
      if case .colour(let colour) = elements[index].content {
        remaining.subtract(extent)
        return remaining.isEmpty ? DirectPicture(buffer: front?.picture, place: front?.place ?? .zero, ground: colour) : nil
      }
      guard front == nil, bounds.contains(extent), let picture = ClientPicture(elements[index]) else { return nil }
      front = (picture, extent)
      remaining.subtract(extent)
      if remaining.isEmpty { return DirectPicture(buffer: picture, place: extent, ground: nil) }
    }
    guard case .colour(let colour) = background, colour.alpha >= 1 else { return nil }
    return DirectPicture(buffer: front?.picture, place: front?.place ?? .zero, ground: colour)
  }
}
