internal import WaylandServer
internal import WindowModel

/// `ext_output_image_capture_source_manager_v1`: makes sources out of screens.
final class OutputImageCaptureSourceManager: ExtOutputImageCaptureSourceManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func createSource(source: ExtImageCaptureSourceV1Resource, output: WlOutputResource) throws(ProtocolError) {
    source.handler = ImageCaptureSource(output.output.map { .screen($0.screen) }, service)
  }
}

/// `ext_foreign_toplevel_image_capture_source_manager_v1`: makes sources out of windows.
final class ToplevelImageCaptureSourceManager: ExtForeignToplevelImageCaptureSourceManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func createSource(
    source: ExtImageCaptureSourceV1Resource, toplevelHandle: ExtForeignToplevelHandleV1Resource
  ) throws(ProtocolError) {
    source.handler = ImageCaptureSource(toplevelHandle.window.map { .window($0) }, service)
  }
}

/// `ext_image_capture_source_v1`: something that can be captured.
final class ImageCaptureSource: ExtImageCaptureSourceV1Requests {
  private unowned let service: WindowService
  private let source: CaptureSource?
  /// A window that lost its content and got some again is another toplevel to those that knew it.
  private let identifier: String?

  init(_ source: CaptureSource?, _ service: WindowService) {
    self.service = service
    self.source = source
    if case .window(let id)? = source { identifier = service.toplevels.identifier(of: id) } else { identifier = nil }
  }

  /// What is to be captured; nil where it is gone.
  var current: CaptureSource? {
    switch source {
    case .screen(let id)? where service.model.screen(id) != nil: source
    case .window(let id)? where identifier != nil && service.toplevels.identifier(of: id) == identifier: source
    default: nil
    }
  }
}

extension ExtImageCaptureSourceV1Resource {
  /// What the source stands for; nil where it is gone.
  var current: CaptureSource? { handler.map { unsafe unsafeDowncast($0, to: ImageCaptureSource.self) }?.current }
}
