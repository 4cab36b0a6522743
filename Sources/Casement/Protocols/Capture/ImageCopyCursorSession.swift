internal import Geometry
internal import Scene
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `ext_image_copy_capture_cursor_session_v1`: tells where the cursor is over a source, and lets its picture be captured.
///
/// Positions are pixels of the source as a person sees it: the transform that its frames tell is not applied.
final class ImageCopyCursorSession: ExtImageCopyCaptureCursorSessionV1Requests, CaptureFollower, NewsTeller {
  private let resource: ExtImageCopyCaptureCursorSessionV1Resource
  private unowned let service: WindowService
  private var source: CaptureSource?
  private var hasSession = false
  /// What the client was told; nil while the cursor is not over the source.
  private var told: Place?

  /// Where the cursor is.
  private struct Place: Equatable {
    var position: Point<ScreenPixels>
    var hotspot: Point<ScreenPixels>
  }

  init(_ resource: ExtImageCopyCaptureCursorSessionV1Resource, _ source: CaptureSource?, _ service: WindowService) {
    self.resource = resource
    self.service = service
    self.source = source
    guard source != nil else { return }
    service.captures.add(self)
    cursorMayHaveChanged()
  }

  func getCaptureSession(session: ExtImageCopyCaptureSessionV1Resource) throws(ProtocolError) {
    guard !hasSession else {
      throw .extImageCopyCaptureCursorSessionV1(.duplicateSession, "the cursor's picture has a session already")
    }
    hasSession = true
    session.handler = ImageCopySession(session, source.map { .cursor(over: $0) }, service, paintsCursors: false)
  }

  func resourceDestroyed() {
    service.lateNews.forget(self)
    service.captures.remove(self)
  }

  var client: Client { resource.client }
  func catchUp() { cursorMayHaveChanged() }

  // MARK: The cursor

  func cursorMayHaveChanged() {
    let place = place()
    guard place != told else { return service.lateNews.forget(self) }
    guard service.lateNews.maySend(48, by: self) else { return }
    if let place {
      if told == nil { resource.sendEnter() }
      if place.position != told?.position {
        resource.sendPosition(x: Int32(clamping: place.position.x), y: Int32(clamping: place.position.y))
      }
      if place.hotspot != told?.hotspot { resource.sendHotspot(x: Int32(clamping: place.hotspot.x), y: Int32(clamping: place.hotspot.y)) }
    } else {
      resource.sendLeave()
    }
    told = place
  }

  /// Where the cursor is, as far as its picture and that of the source overlap.
  private func place() -> Place? {
    guard let source, let scale = service.scale(of: source), let view = CursorView(service, scale: scale),
      let (position, size) = service.pointer(on: source)
    else { return nil }
    let image = Rect<ScreenPixels>(origin: position - view.hotspot, size: view.size)
    return image.intersects(Rect(size: size)) ? Place(position: position, hotspot: view.hotspot) : nil
  }

  func sourceMayHaveChanged() { cursorMayHaveChanged() }

  func screenGone(_ screen: ScreenID) {
    if source?.isOn(screen: screen) == true { stop() }
  }

  func windowGone(_ window: WindowID) {
    if source?.isOn(window: window) == true { stop() }
  }

  private func stop() {
    source = nil
    cursorMayHaveChanged()
    service.captures.remove(self)
  }
}

extension WindowService {
  /// The pixel of `source` at which the pointer is, maybe outside, and the source's size; nil where the pointer is not to be seen there.
  fileprivate func pointer(on source: CaptureSource) -> (Point<ScreenPixels>, Size<ScreenPixels>)? {
    switch source {
    case .screen(let id):
      guard let shown = model.screen(id) else { return nil }
      let projection = Projection(shown.mirrors.flatMap { model.screen($0) } ?? shown, on: shown)
      return (projection.pixel(seat.pointer.position), projection.size)
    case .window(let id):
      guard !model.isLocked, let view = WindowView(id, in: self), let place = view.pointer(in: self) else { return nil }
      return (view.projection.pixel(place), view.projection.size)
    case .cursor: return nil
    }
  }
}
