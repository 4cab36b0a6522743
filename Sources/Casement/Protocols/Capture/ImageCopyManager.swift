internal import WaylandProtocols
internal import WaylandServer

/// `ext_image_copy_capture_manager_v1`: makes capture sessions.
final class ImageCopyManager: ExtImageCopyCaptureManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func createSession(
    session: ExtImageCopyCaptureSessionV1Resource, source: ExtImageCaptureSourceV1Resource, options: ExtImageCopyCaptureManagerV1.Options
  ) throws(ProtocolError) {
    guard options.isValid() else {
      throw .extImageCopyCaptureManagerV1(.invalidOption, "options 0x\(String(options.rawValue, radix: 16)) have bits that mean nothing")
    }
    session.handler = ImageCopySession(session, source.current, service, paintsCursors: options.contains(.paintCursors))
  }

  func createPointerCursorSession(
    session: ExtImageCopyCaptureCursorSessionV1Resource, source: ExtImageCaptureSourceV1Resource, pointer: WlPointerResource
  ) throws(ProtocolError) {
    session.handler = ImageCopyCursorSession(session, source.current, service)
  }
}
