internal import Geometry
internal import Scene
internal import Surfaces
internal import WindowModel

/// What a client captures.
enum CaptureSource: Hashable {
  case screen(ScreenID)
  case window(WindowID)
  /// The pointer's picture, as it is drawn on a screen or a window.
  indirect case cursor(over: CaptureSource)
}

/// How a buffer has to be for a picture of a source.
struct CaptureConstraints: Equatable {
  var size: Size<BufferPixels>
  /// Formats, the best first.
  var formats: [PixelFormat]
}

extension WindowService {
  /// How buffers for `source` have to be; nil where it is gone.
  func constraints(of source: CaptureSource) -> CaptureConstraints? {
    switch source {
    case .screen(let id):
      guard let size = model.panel(of: id)?.size else { return nil }
      return CaptureConstraints(
        size: Size(width: size.width, height: size.height), formats: [.xrgb8888, .argb8888, .xbgr8888, .abgr8888])
    case .window(let id):
      guard let size = SceneBuilder.size(of: id, in: self) else { return nil }
      return CaptureConstraints(
        size: Size(width: size.width, height: size.height), formats: [.argb8888, .abgr8888, .xrgb8888, .xbgr8888])
    case .cursor(let place):
      guard let scale = scale(of: place) else { return nil }
      let size = CursorView(self, scale: scale)?.size ?? CursorView.usualSize(in: self, scale: scale)
      return CaptureConstraints(size: Size(width: size.width, height: size.height), formats: [.argb8888, .abgr8888])
    }
  }

  /// What `source` shows now, in pixels of a buffer; nil where it shows nothing that may be captured. A locked session shows no window.
  func frame(of source: CaptureSource, cursor: Bool) -> SceneFrame? {
    switch source {
    case .screen(let id):
      guard let transform = model.panel(of: id)?.transform else { return nil }
      return SceneBuilder.frame(of: id, in: self, cursor: cursor)?.frame.turned(by: transform)
    case .window(let id):
      return model.isLocked ? nil : SceneBuilder.frame(of: id, in: self, cursor: cursor)?.frame
    case .cursor(let place):
      return scale(of: place).flatMap { CursorView(self, scale: $0)?.frame }
    }
  }

  /// How the picture of `source` is turned against what a person sees.
  func transform(of source: CaptureSource) -> Transform {
    guard case .screen(let id) = source else { return .normal }
    return model.panel(of: id)?.transform ?? .normal
  }

  /// The screen whose ticks captures of `source` follow.
  func pace(of source: CaptureSource) -> ScreenID? {
    switch source {
    case .screen(let id): model.panel(of: id) == nil ? nil : id
    case .window(let id): model.window(id)?.screen ?? model.mainScreen
    case .cursor(let place): pace(of: place)
    }
  }

  /// Pixels a point.
  func scale(of source: CaptureSource) -> Double? {
    switch source {
    case .screen(let id): model.screen(id)?.nativeScale
    case .window(let id): model.window(id).map { $0.screen.flatMap { model.screen($0) }?.nativeScale ?? 1 }
    case .cursor(let place): scale(of: place)
    }
  }

  /// The screen at whose ticks `surface` is told to draw: the one that shows it, unless it is dark, or one that paces whoever captures its window.
  func screenPacing(_ surface: Surface) -> ScreenID? { screenPacing(surface, shownOn: screenShowing(surface)) }

  /// The same for a surface of which it is known which screen shows it.
  func screenPacing(_ surface: Surface, shownOn screen: ScreenID?) -> ScreenID? {
    if let screen, !displayControls.isDark(screen), !isSuspendedAsCovered(surface) { return screen }
    guard !model.isLocked, surface.hasContent, let window = window(of: surface)?.id, let state = model.window(window),
      state.captures > 0
    else { return nil }
    return state.screen ?? model.mainScreen
  }

  private func isSuspendedAsCovered(_ surface: Surface) -> Bool {
    guard model.policy.suspendsCovered, let window = window(of: surface)?.id else { return false }
    return model.window(window)?.isCovered == true
  }
}
