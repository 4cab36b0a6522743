internal import Geometry
internal import Surfaces
internal import WindowModel

/// How the points of a window's surface come to lie in the layout: moved, and turned where the window does not follow its screen.
struct WindowMapping {
  /// The place of the window's geometry.
  let frame: Rect<LayoutPoints>
  /// Where the window's geometry begins on its surface.
  let geometryOrigin: Point<SurfacePoints>
  /// How the window is turned to be seen: quarter turns only.
  let rotation: Transform

  /// The geometry's size, as its client laid it out.
  private var size: Size<SurfacePoints> {
    let seen = rotation.inverse.apply(frame.size)
    return Size(width: seen.width, height: seen.height)
  }

  private var preciseSize: PreciseSize<SurfacePoints> { PreciseSize(width: Double(size.width), height: Double(size.height)) }

  /// The place of a rectangle of the surface.
  func layout(_ rect: Rect<SurfacePoints>) -> Rect<LayoutPoints> {
    let inWindow = Rect<SurfacePoints>(origin: rect.origin - geometryOrigin, size: rect.size)
    let turned = rotation == .normal ? inWindow : rotation.apply(inWindow, in: size)
    return Rect(x: frame.x + turned.x, y: frame.y + turned.y, width: turned.width, height: turned.height)
  }

  /// The place of a point of the surface.
  func layout(_ point: PrecisePoint<SurfacePoints>) -> PrecisePoint<LayoutPoints> {
    let inWindow = point - PrecisePoint(geometryOrigin)
    let turned = rotation == .normal ? inWindow : rotation.apply(inWindow, in: preciseSize)
    return PrecisePoint(x: Double(frame.x) + turned.x, y: Double(frame.y) + turned.y)
  }

  /// The point of the surface at a place.
  func surface(_ point: PrecisePoint<LayoutPoints>) -> PrecisePoint<SurfacePoints> {
    let seen = PrecisePoint<SurfacePoints>(x: point.x - Double(frame.x), y: point.y - Double(frame.y))
    let size = PreciseSize<SurfacePoints>(width: Double(frame.width), height: Double(frame.height))
    let inWindow = rotation == .normal ? seen : rotation.inverse.apply(seen, in: size)
    return inWindow + PrecisePoint(geometryOrigin)
  }

  /// The same, for asking what is there. A rectangle holds its left and top edge as it is seen; an axis that the turn reverses
  /// would make that the right or the bottom one.
  func hit(_ point: PrecisePoint<LayoutPoints>) -> PrecisePoint<SurfacePoints> {
    var local = surface(point)
    if rotation == .rotated180 || rotation == .rotated90 { local.x = local.x.nextDown }
    if rotation == .rotated180 || rotation == .rotated270 { local.y = local.y.nextDown }
    return local
  }

  /// The place of a rectangle of the layout in the window's geometry.
  func window(_ rect: Rect<LayoutPoints>) -> Rect<WindowPoints> {
    let seen = Rect<WindowPoints>(x: rect.x - frame.x, y: rect.y - frame.y, width: rect.width, height: rect.height)
    return rotation == .normal ? seen : rotation.inverse.apply(seen, in: Size(width: frame.width, height: frame.height))
  }
}

extension WindowService {
  /// How a window lies; nil where it is gone.
  func mapping(of window: ClientWindow) -> WindowMapping? {
    guard let placement = model.placement(of: window.id) else { return nil }
    return WindowMapping(placement, of: window)
  }

  /// Where a surface begins on its window's surface, and how that lies; nil where it is in no window.
  func mapping(of surface: Surface) -> (mapping: WindowMapping, origin: Point<SurfacePoints>)? {
    var node = surface.node
    var origin = Point<SurfacePoints>.zero
    while let parent = node.parent {
      origin += node.position
      node = parent
    }
    guard let top = Surface.of(node) else { return nil }
    if let window = top.role?.window, let mapping = mapping(of: window) {
      if let popup = top.xdgSurface?.xdgRole as? XdgPopup { origin += popup.originOnWindow }
      return (mapping, origin)
    }
    // a root that was replaced keeps the touches that began in it
    guard let window = top.formerWindow, let mapping = mapping(of: window) else { return nil }
    return (mapping, origin + window.geometryOrigin)
  }

  /// `point` in points of `surface`.
  func convert(_ point: PrecisePoint<LayoutPoints>, to surface: Surface) -> PrecisePoint<SurfacePoints>? {
    mapping(of: surface).map { $0.mapping.surface(point) - PrecisePoint($0.origin) }
  }

  /// A way in the layout as `surface` counts it; as it is where the surface is in no window.
  func convert(vector: PrecisePoint<LayoutPoints>, to surface: Surface) -> PrecisePoint<SurfacePoints> {
    let same = PrecisePoint<SurfacePoints>(x: vector.x, y: vector.y)
    guard let mapping = mapping(of: surface)?.mapping, mapping.rotation != .normal else { return same }
    return mapping.surface(vector) - mapping.surface(.init(x: 0, y: 0))
  }

  /// `point` of `surface` in the layout.
  func convert(_ point: PrecisePoint<SurfacePoints>, from surface: Surface) -> PrecisePoint<LayoutPoints>? {
    mapping(of: surface).map { $0.mapping.layout(point + PrecisePoint($0.origin)) }
  }
}

extension WindowMapping {
  /// How a window lies that stands where the model says.
  init(_ placement: WindowPlacement, of window: ClientWindow) {
    self.init(frame: placement.frame, geometryOrigin: window.geometryOrigin, rotation: placement.rotation)
  }
}
