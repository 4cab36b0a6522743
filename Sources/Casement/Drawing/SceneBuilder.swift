internal import Geometry
internal import Input
internal import Rendering
internal import Scene
internal import Surfaces
internal import WindowModel

/// Makes the picture of one moment out of the windows: elements in order, in pixels.
struct SceneBuilder {
  private let service: WindowService
  private let projection: Projection
  private var elements: [SceneElement] = []
  /// The windows that are in the picture, back to front.
  private(set) var windows: [WindowID] = []

  private init(_ service: WindowService, _ projection: Projection) {
    self.service = service
    self.projection = projection
  }

  /// The picture of `screen`, as a person sees it.
  static func frame(of screen: ScreenID, in service: WindowService, cursor: Bool) -> (frame: SceneFrame, windows: [WindowID])? {
    guard let shown = service.model.screen(screen) else { return nil }
    let source = shown.mirrors.flatMap { service.model.screen($0) } ?? shown
    var builder = SceneBuilder(service, Projection(source, on: shown))
    for id in service.model.backToFront(on: source.id) { builder.add(id) }
    builder.addDragIcon()
    if cursor { builder.addCursor(on: source) }
    let frame = SceneFrame(
      size: shown.pixelSize, scale: shown.nativeScale, background: .colour(.black), elements: builder.elements)
    return (frame, builder.windows)
  }

  /// The picture of one window alone, whatever covers it, with its popups and what of it lies outside its frame.
  static func frame(of window: WindowID, in service: WindowService) -> (frame: SceneFrame, windows: [WindowID])? {
    guard let shown = service.windows[window], shown.surface.state.hasContent, let frame = service.model.frame(of: window) else {
      return nil
    }
    let screen = service.model.window(window)?.screen.flatMap { service.model.screen($0) }
    let scale = screen?.nativeScale ?? 1
    let extent = shown.surface.node.extent
    let geometry = Rect<SurfacePoints>(
      origin: shown.geometryOrigin, size: Size(width: max(1, frame.width), height: max(1, frame.height)))
    let visible = extent.intersection(geometry).isEmpty ? extent : geometry
    let origin = Point<LayoutPoints>(x: frame.x + visible.x - shown.geometryOrigin.x, y: frame.y + visible.y - shown.geometryOrigin.y)
    var builder = SceneBuilder(
      service, Projection(origin: origin, size: Size(width: visible.width, height: visible.height), scale: scale))
    builder.add(window)
    return (
      SceneFrame(size: builder.projection.size, scale: scale, background: .colour(.clear), elements: builder.elements), builder.windows
    )
  }

  private mutating func add(_ id: WindowID) {
    guard let window = service.windows[id], let origin = service.surfaceOrigin(of: window) else { return }
    let before = elements.count
    add(window.surface, at: origin)
    for popup in window.popups {
      let offset = popup.originOnWindow
      add(popup.surface, at: Point(x: origin.x + offset.x, y: origin.y + offset.y))
    }
    if elements.count > before { windows.append(id) }
  }

  private mutating func add(_ surface: Surface, at origin: Point<LayoutPoints>) {
    surface.node.forEachShown { node, offset in
      append(node, at: Point(x: origin.x + offset.x, y: origin.y + offset.y))
    }
  }

  private mutating func append(_ node: SurfaceNode, at origin: Point<LayoutPoints>) {
    let state = node.state
    guard let buffer = state.buffer?.buffer as? ClientBuffer, !state.size.isEmpty else { return }
    let rect = Rect<LayoutPoints>(origin: origin, size: Size(width: state.size.width, height: state.size.height))
    let destination = projection.pixels(rect)
    guard destination.intersects(projection.clip) else { return }
    let key = SurfaceKey(rawValue: node.id.rawValue)
    let clip = projection.clip.contains(destination) ? nil : projection.clip
    let opaque = buffer.isOpaque ? Region() : projection.opaque(state.opaqueRegion, at: origin, size: state.size, destination)
    switch buffer.content {
    case .shm(let picture):
      elements.append(
        SceneElement(
          key: key, contentSequence: state.contentSequence, picture: picture, source: state.shape.bufferSource,
          transform: state.shape.transform, destination: destination, clip: clip, opaque: opaque))
    case .colour(let colour):
      elements.append(
        SceneElement(
          key: key, contentSequence: state.contentSequence, colour: colour, destination: destination, clip: clip, opaque: opaque))
    }
  }

  /// What is dragged is content, not a cursor: every picture shows it.
  private mutating func addDragIcon() {
    if let icon = service.seat.drag?.icon, let origin = icon.origin { add(icon.surface, at: origin) }
  }

  private mutating func addCursor(on screen: Screen) {
    let pointer = service.seat.pointer
    guard pointer.isPresent, screen.frame.contains(pointer.position) else { return }
    switch pointer.cursor {
    case .hidden: break
    case .surface(let cursor):
      let place = pointer.position.floored
      add(cursor.surface, at: Point(x: place.x - cursor.hotspot.x, y: place.y - cursor.hotspot.y))
    case .shape(let shape):
      let picture = service.cursors.picture(for: shape, scale: projection.scale)
      let place = projection.pixel(pointer.position)
      elements.append(
        SceneElement(
          key: SurfaceKey(rawValue: .max), contentSequence: UInt64(shape.rawValue), picture: picture.pixels,
          destination: Rect(
            x: place.x - picture.hotspot.x, y: place.y - picture.hotspot.y, width: picture.pixels.size.width,
            height: picture.pixels.size.height), clip: projection.clip))
    }
  }
}

/// How points of the layout become pixels of a picture.
struct Projection {
  /// The picture's size.
  let size: Size<ScreenPixels>
  /// Pixels a point.
  let scale: Double
  /// What of the picture may be drawn on.
  let clip: Rect<ScreenPixels>
  private let origin: Point<LayoutPoints>
  private let offset: Point<ScreenPixels>
  /// The screen whose rule for edges holds; nil: plain rounding.
  private let screen: Screen?

  /// What `source` shows, on `target`: as it is where both are the same screen, letterboxed where one mirrors the other.
  init(_ source: Screen, on target: Screen) {
    origin = source.frame.origin
    size = target.pixelSize
    guard source.id != target.id else {
      scale = source.nativeScale
      clip = Rect(size: size)
      offset = .zero
      screen = source
      return
    }
    let points = source.bounds.size
    scale = min(Double(size.width) / Double(points.width), Double(size.height) / Double(points.height))
    let (width, height) = (Int((Double(points.width) * scale).rounded()), Int((Double(points.height) * scale).rounded()))
    offset = Point(x: (size.width - width) / 2, y: (size.height - height) / 2)
    clip = Rect(origin: offset, size: Size(width: width, height: height))
    screen = nil
  }

  /// A picture of the part of the layout at `origin`, `size` points large.
  init(origin: Point<LayoutPoints>, size: Size<LayoutPoints>, scale: Double) {
    self.origin = origin
    self.scale = scale
    self.size = Size(
      width: max(1, Int((Double(size.width) * scale).rounded())), height: max(1, Int((Double(size.height) * scale).rounded())))
    clip = Rect(size: self.size)
    offset = .zero
    screen = nil
  }

  /// The pixels that `rect` covers.
  func pixels(_ rect: Rect<LayoutPoints>) -> Rect<ScreenPixels> {
    let local = Rect<ScreenPoints>(
      x: rect.x - origin.x, y: rect.y - origin.y, width: rect.width, height: rect.height)
    if let screen { return screen.pixels(local) }
    let (left, right) = (edge(local.minX), edge(local.maxX))
    let (top, bottom) = (edge(local.minY), edge(local.maxY))
    return Rect(x: offset.x + left, y: offset.y + top, width: right - left, height: bottom - top)
  }

  /// The pixel at a place.
  func pixel(_ point: PrecisePoint<LayoutPoints>) -> Point<ScreenPixels> {
    Point(
      x: offset.x + Int(((point.x - Double(origin.x)) * scale).rounded(.down)),
      y: offset.y + Int(((point.y - Double(origin.y)) * scale).rounded(.down)))
  }

  /// The pixels that are surely inside an opaque region: edges inward, but those on the surface's own edge are where it ends.
  func opaque(
    _ region: Region<SurfacePoints>, at place: Point<LayoutPoints>, size: Size<SurfacePoints>, _ destination: Rect<ScreenPixels>
  ) -> Region<ScreenPixels> {
    if region.isEmpty { return Region() }
    if region.contains(Rect(size: size)) { return Region(destination) }
    var result = Region<ScreenPixels>()
    let base = (x: Double(place.x - origin.x), y: Double(place.y - origin.y))
    for rect in region.intersection(Rect(size: size)).rects {
      let left = rect.minX == 0 ? destination.minX : offset.x + Int(((base.x + Double(rect.minX)) * scale).rounded(.up))
      let top = rect.minY == 0 ? destination.minY : offset.y + Int(((base.y + Double(rect.minY)) * scale).rounded(.up))
      let right = rect.maxX == size.width ? destination.maxX : offset.x + Int(((base.x + Double(rect.maxX)) * scale).rounded(.down))
      let bottom = rect.maxY == size.height ? destination.maxY : offset.y + Int(((base.y + Double(rect.maxY)) * scale).rounded(.down))
      result.formUnion(Rect(x: left, y: top, width: right - left, height: bottom - top))
    }
    return result
  }

  private func edge(_ edge: Int) -> Int { Int((Double(edge) * scale).rounded()) }
}
