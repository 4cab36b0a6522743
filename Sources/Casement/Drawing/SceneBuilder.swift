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
    let background = builder.addBackground(of: source)
    for id in service.model.backToFront(on: source.id) {
      if let mapping = service.clientWindows[id].flatMap({ service.mapping(of: $0) }) { builder.add(id, mapping) }
    }
    builder.addDragIcon()
    if cursor { builder.addCursor(on: source) }
    let frame = SceneFrame(
      size: shown.pixelSize, scale: shown.nativeScale, background: background, elements: builder.elements)
    return (frame, builder.windows)
  }

  /// The picture of one window alone, whatever covers it, with its popups and what of it lies outside its frame.
  static func frame(of window: WindowID, in service: WindowService) -> (frame: SceneFrame, windows: [WindowID])? {
    guard let shown = service.clientWindows[window], shown.surface.state.hasContent, let state = service.model.window(window) else {
      return nil
    }
    let scale = state.screen.flatMap { service.model.screen($0) }?.nativeScale ?? 1
    let extent = shown.surface.node.extent
    let geometry = Rect<SurfacePoints>(
      origin: shown.geometryOrigin, size: Size(width: max(1, state.contentSize.width), height: max(1, state.contentSize.height)))
    let visible = extent.intersection(geometry).isEmpty ? extent : geometry
    // as its client laid it out, however its screen shows it
    let mapping = WindowMapping(
      frame: Rect(size: Size(width: geometry.width, height: geometry.height)), geometryOrigin: .zero, rotation: .normal)
    let origin = Point<LayoutPoints>(x: visible.x, y: visible.y)
    var builder = SceneBuilder(
      service, Projection(origin: origin, size: Size(width: visible.width, height: visible.height), scale: scale))
    builder.add(window, mapping)
    return (
      SceneFrame(size: builder.projection.size, scale: scale, background: .colour(.clear), elements: builder.elements), builder.windows
    )
  }

  private mutating func add(_ id: WindowID, _ mapping: WindowMapping) {
    guard let window = service.clientWindows[id] else { return }
    let before = elements.count
    add(window.surface, at: .zero, mapping)
    for popup in window.popups { add(popup.surface, at: popup.originOnWindow, mapping) }
    if elements.count > before { windows.append(id) }
  }

  private mutating func add(_ surface: Surface, at origin: Point<SurfacePoints>, _ mapping: WindowMapping) {
    surface.node.forEachShown(at: origin) { node, place, clip in append(node, at: place, clip, mapping) }
  }

  private mutating func append(
    _ node: SurfaceNode, at origin: Point<SurfacePoints>, _ area: Rect<SurfacePoints>?, _ mapping: WindowMapping
  ) {
    let state = node.state
    guard let buffer = state.buffer?.buffer as? ClientBuffer, !state.size.isEmpty else { return }
    let destination = projection.pixels(mapping.layout(Rect(origin: origin, size: state.size)))
    let allowed = area.map { projection.clip.intersection(projection.pixels(mapping.layout($0))) } ?? projection.clip
    guard destination.intersects(allowed) else { return }
    let key = SurfaceKey(rawValue: node.id.rawValue)
    let clip = allowed.contains(destination) ? nil : allowed
    let opaque = buffer.isOpaque ? Region() : opaque(state, at: origin, destination, mapping)
    switch buffer.content {
    case .shm(let picture):
      elements.append(
        SceneElement(
          key: key, contentSequence: state.contentSequence, picture: picture, source: state.shape.bufferSource,
          transform: mapping.rotation == .normal ? state.shape.transform : mapping.rotation.inverse.then(state.shape.transform),
          destination: destination, clip: clip, opaque: opaque, alpha: state.rare.opacity))
    case .colour(let colour):
      elements.append(
        SceneElement(
          key: key, contentSequence: state.contentSequence, colour: colour, destination: destination, clip: clip, opaque: opaque,
          alpha: state.rare.opacity))
    }
  }

  /// What is behind the windows of `screen`; an element where it does not reach the picture's edges, over black.
  private mutating func addBackground(of screen: ModelScreen) -> SceneBackground {
    // a locked session shows nothing but its lock
    if service.model.isLocked { return .colour(.black) }
    let background = service.backgrounds.background(of: screen.name)
    if projection.clip == Rect(size: projection.size) { return background }
    let key = SurfaceKey(rawValue: .max - 1)
    switch background {
    case .colour(let colour):
      if colour != .black { elements.append(SceneElement(key: key, contentSequence: 0, colour: colour, destination: projection.clip)) }
    case .picture(let picture):
      elements.append(SceneElement(key: key, contentSequence: 0, picture: picture, destination: projection.clip))
    }
    return .colour(.black)
  }

  /// What is dragged is content, not a cursor: every picture shows it.
  private mutating func addDragIcon() {
    guard let icon = service.seat.drag?.icon, let origin = icon.origin else { return }
    let corner = Rect<LayoutPoints>(origin: origin, size: Size(width: 0, height: 0))
    add(icon.surface, at: .zero, WindowMapping(frame: corner, geometryOrigin: .zero, rotation: .normal))
  }

  /// Where a surface promises to be opaque.
  private func opaque(
    _ state: SurfaceState, at origin: Point<SurfacePoints>, _ destination: Rect<ScreenPixels>, _ mapping: WindowMapping
  ) -> Region<ScreenPixels> {
    let bounds = Rect<SurfacePoints>(size: state.size)
    if state.opaqueRegion.isEmpty { return Region() }
    if state.opaqueRegion.contains(bounds) { return Region(destination) }
    let whole = mapping.layout(Rect(origin: origin, size: state.size))
    var result = Region<ScreenPixels>()
    for rect in state.opaqueRegion.intersection(bounds).rects {
      let part = mapping.layout(Rect(origin: origin + rect.origin, size: rect.size))
      result.formUnion(projection.inside(part, of: whole, destination))
    }
    return result
  }

  private mutating func addCursor(on screen: ModelScreen) {
    let pointer = service.seat.pointer
    guard pointer.isPresent, screen.frame.contains(pointer.position) else { return }
    switch pointer.cursor {
    case .hidden: break
    case .surface(let cursor):
      let place = pointer.position.floored
      let corner = Rect<LayoutPoints>(origin: place, size: Size(width: 0, height: 0))
      add(cursor.surface, at: .zero, WindowMapping(frame: corner, geometryOrigin: cursor.hotspot, rotation: .normal))
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
  private let screen: ModelScreen?

  /// What `source` shows, on `target`: as it is where both are the same screen, letterboxed where one mirrors the other.
  init(_ source: ModelScreen, on target: ModelScreen) {
    origin = source.frame.origin
    size = target.pixelSize
    let area = target.pictureArea
    guard source.id != target.id || area.size != size else {
      scale = source.nativeScale
      clip = area
      offset = .zero
      screen = source
      return
    }
    clip = Rect<ScreenPoints>.fitted(source.bounds.size, in: area)
    offset = clip.origin
    scale = Double(clip.width) / Double(source.bounds.width)
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

  /// The pixels that are surely inside `part`: edges inward, but those on the edge of `whole` are where its pixels end.
  func inside(_ part: Rect<LayoutPoints>, of whole: Rect<LayoutPoints>, _ pixels: Rect<ScreenPixels>) -> Rect<ScreenPixels> {
    func first(_ edge: Int, _ end: Int, _ pixel: Int, _ base: Int, _ offset: Int) -> Int {
      edge == end ? pixel : offset + Int((Double(edge - base) * scale).rounded(.up))
    }
    func last(_ edge: Int, _ end: Int, _ pixel: Int, _ base: Int, _ offset: Int) -> Int {
      edge == end ? pixel : offset + Int((Double(edge - base) * scale).rounded(.down))
    }
    let left = first(part.minX, whole.minX, pixels.minX, origin.x, offset.x)
    let top = first(part.minY, whole.minY, pixels.minY, origin.y, offset.y)
    let right = last(part.maxX, whole.maxX, pixels.maxX, origin.x, offset.x)
    let bottom = last(part.maxY, whole.maxY, pixels.maxY, origin.y, offset.y)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func edge(_ edge: Int) -> Int { Int((Double(edge) * scale).rounded()) }
}
