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
    if service.displayControls.isDark(screen) {
      return (SceneFrame(size: shown.pixelSize, scale: shown.nativeScale, background: .colour(.black), elements: []), [])
    }
    let source = shown.mirrors.flatMap { service.model.screen($0) } ?? shown
    var builder = SceneBuilder(service, Projection(source, on: shown))
    let background = builder.addBackground(of: source)
    for id in service.model.backToFront(on: source.id) {
      guard let window = service.clientWindows[id], let placement = service.model.placement(of: id) else { continue }
      builder.addBackdrop(of: id, placement)
      builder.add(window, WindowMapping(placement, of: window))
    }
    builder.addDragIcon()
    if cursor, service.seat.pointer.isPresent { builder.addCursor(at: service.seat.pointer.position) }
    if cursor { builder.addTools() }
    let frame = SceneFrame(
      size: shown.pixelSize, scale: shown.nativeScale, background: background, elements: builder.elements,
      ramps: service.displayControls.ramps(of: screen))
    return (frame, builder.windows)
  }

  /// The picture of one window alone, whatever covers it, with its popups and what of it lies outside its frame.
  static func frame(of window: WindowID, in service: WindowService, cursor: Bool = false) -> (frame: SceneFrame, windows: [WindowID])? {
    guard let view = WindowView(window, in: service), let shown = service.clientWindows[window] else { return nil }
    // as its client laid it out, however its screen shows it
    let mapping = WindowMapping(
      frame: Rect(size: Size(width: view.geometry.width, height: view.geometry.height)), geometryOrigin: .zero, rotation: .normal)
    var builder = SceneBuilder(service, view.projection)
    builder.add(shown, mapping)
    if cursor, let place = view.pointer(in: service) { builder.addCursor(at: place) }
    return (
      SceneFrame(size: view.projection.size, scale: view.projection.scale, background: .colour(.clear), elements: builder.elements),
      builder.windows
    )
  }

  /// The windows that are seen on `screen`, front to back, each with whether those in front hide all of it.
  static func coverage(of screen: ScreenID, in service: WindowService) -> [(window: WindowID, isCovered: Bool)] {
    guard let shown = service.model.screen(screen), !service.displayControls.isDark(screen) else { return [] }
    var visible = Region(Rect<ScreenPixels>(size: shown.pixelSize))
    var result: [(window: WindowID, isCovered: Bool)] = []
    for id in service.model.backToFront(on: screen).reversed() {
      guard let window = service.clientWindows[id], let placement = service.model.placement(of: id) else { continue }
      var builder = SceneBuilder(service, Projection(shown, on: shown))
      builder.add(window, WindowMapping(placement, of: window))
      if builder.elements.isEmpty { continue }
      result.append((id, !builder.elements.contains { visible.intersects($0.extent) }))
      builder.addBackdrop(of: id, placement)
      for element in builder.elements { visible.subtract(element.opaqueExtent) }
    }
    return result
  }

  /// The size that the picture of a window has.
  static func size(of window: WindowID, in service: WindowService) -> Size<ScreenPixels>? {
    WindowView(window, in: service)?.projection.size
  }

  /// A picture of `surface` and its subsurfaces alone.
  static func frame(of surface: Surface, _ projection: Projection, in service: WindowService) -> SceneFrame {
    var builder = SceneBuilder(service, projection)
    builder.add(surface, at: .zero, WindowMapping(frame: .zero, geometryOrigin: .zero, rotation: .normal))
    return SceneFrame(size: projection.size, scale: projection.scale, background: .colour(.clear), elements: builder.elements)
  }

  /// The picture of a pointer that a client drew, alone; nil where there is nothing of it.
  static func frame(ofCursor surface: Surface, in service: WindowService, scale: Double) -> SceneFrame? {
    let size = surface.state.size
    guard surface.state.hasContent, !size.isEmpty, size.width <= 1024, size.height <= 1024 else { return nil }
    let area = Rect<LayoutPoints>(x: 0, y: 0, width: size.width, height: size.height)
    var builder = SceneBuilder(service, Projection(origin: .zero, size: area.size, scale: scale))
    builder.add(surface, at: .zero, WindowMapping(frame: area, geometryOrigin: .zero, rotation: .normal))
    return SceneFrame(size: builder.projection.size, scale: scale, background: .colour(.clear), elements: builder.elements)
  }

  /// Behind a fullscreen window nothing of other windows is seen, however small or transparent it is (`xdg_toplevel.set_fullscreen`).
  private mutating func addBackdrop(of id: WindowID, _ placement: WindowPlacement) {
    guard placement.hasBackdrop else { return }
    elements.append(
      SceneElement(
        key: SurfaceKey(rawValue: 1 << 63 | UInt64(id.rawValue)), contentSequence: 0, colour: .black,
        destination: projection.pixels(placement.area), clip: projection.clip))
  }

  private mutating func add(_ window: ClientWindow, _ mapping: WindowMapping) {
    let before = elements.count
    add(window.surface, at: .zero, mapping)
    for popup in window.popups { add(popup.surface, at: popup.originOnWindow, mapping) }
    if elements.count > before { windows.append(window.id) }
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
    let colours = (state.rare.colours?.object as? ColourMeaning)?.map
    switch buffer.content {
    case .shm(let picture):
      elements.append(
        SceneElement(
          key: key, contentSequence: state.contentSequence, picture: picture, source: state.shape.bufferSource,
          transform: mapping.rotation == .normal ? state.shape.transform : mapping.rotation.inverse.then(state.shape.transform),
          destination: destination, clip: clip, opaque: opaque, alpha: state.rare.opacity, colours: colours))
    case .colour(let colour):
      elements.append(
        SceneElement(
          key: key, contentSequence: state.contentSequence, colour: colours?.map(colour) ?? colour, destination: destination,
          clip: clip,
          opaque: opaque, alpha: state.rare.opacity))
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

  /// - Parameter position: where the pointer is, in the points that the projection takes.
  private mutating func addCursor(at position: PrecisePoint<LayoutPoints>) { add(service.seat.pointer.cursor, at: position, key: .max) }

  /// The tools of the tablet that are near something.
  private mutating func addTools() {
    for tool in service.seat.tablet.tools where tool.isNear && tool.target != nil {
      add(tool.cursor, at: tool.position, key: .max - 16 - UInt64(tool.kind.rawValue))
    }
  }

  private mutating func add(_ cursor: SeatPointer.Cursor, at position: PrecisePoint<LayoutPoints>, key: UInt64) {
    switch cursor {
    case .hidden: break
    case .surface(let cursor):
      let corner = Rect<LayoutPoints>(origin: position.floored, size: Size(width: 0, height: 0))
      add(cursor.surface, at: .zero, WindowMapping(frame: corner, geometryOrigin: cursor.hotspot, rotation: .normal))
    case .shape(let shape):
      let picture = service.cursors.picture(for: shape, scale: projection.scale)
      let place = projection.pixel(position)
      let destination = Rect<ScreenPixels>(
        x: place.x - picture.hotspot.x, y: place.y - picture.hotspot.y, width: picture.pixels.size.width,
        height: picture.pixels.size.height)
      guard destination.intersects(projection.clip) else { return }
      elements.append(
        SceneElement(
          key: SurfaceKey(rawValue: key), contentSequence: UInt64(shape.rawValue), picture: picture.pixels, destination: destination,
          clip: projection.clip))
    }
  }
}
