package import Geometry

extension SceneFrame {
  /// The same picture as it lies in the memory of a panel that is turned: as `wl_output.transform` means it.
  ///
  /// Coordinates of the result are pixels of the panel.
  package func turned(by transform: Transform) -> SceneFrame {
    if transform == .normal { return self }
    var turned: [SceneElement] = []
    turned.reserveCapacity(elements.count + 1)
    var background = background
    if case .picture(let picture) = background {
      background = .colour(.black)
      turned.append(
        SceneElement(
          key: SurfaceKey(rawValue: .max - 1), contentSequence: 0, picture: picture, transform: transform.inverse,
          destination: Rect(size: transform.apply(size))))
    }
    for element in elements {
      var element = element
      element.destination = transform.apply(element.destination, in: size)
      element.clip = element.clip.map { transform.apply($0, in: size) }
      element.opaque = element.opaque.transformed(by: transform, in: size)
      element.transform = transform.inverse.then(element.transform)
      turned.append(element)
    }
    return SceneFrame(size: transform.apply(size), scale: scale, background: background, elements: turned, ramps: ramps)
  }
}
