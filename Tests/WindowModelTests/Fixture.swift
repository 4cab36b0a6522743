import Geometry
import Testing

@testable import WindowModel

/// A model with main and S2, and short ways to make windows in it.
struct Fixture {
  var model: WindowModel
  let main: ScreenID
  let other: ScreenID

  static let client = ClientID(rawValue: 1)
  static let stranger = ClientID(rawValue: 2)

  init(_ policy: ModelPolicy = ModelPolicy()) throws {
    model = WindowModel(policy: policy)
    main = try model.addScreen(Self.screen("main", 1280, 720)).id
    other = try model.addScreen(Self.screen("S2", 800, 600)).id
  }

  static func screen(_ name: String, _ width: Int, _ height: Int, scale: Double = 1) -> ScreenDescription {
    var description = ScreenDescription(
      name: name,
      modes: [
        ScreenMode(size: Size(width: width, height: height)), ScreenMode(size: Size(width: width / 2, height: height / 2), refresh: 30_000),
      ])
    description.scale = scale
    return description
  }

  /// A stock toplevel that was mapped.
  mutating func stock(_ client: ClientID = client, screen: ScreenID? = nil, size: Size<WindowPoints> = Size(width: 300, height: 200))
    -> WindowID
  {
    let id = model.addWindow(client: client, screen: screen).id
    _ = model.setContent(id, isMapped: true, size: size)
    return id
  }

  /// An extension window with content, shown (not by the first map, so not key by itself) unless asked otherwise.
  mutating func window(
    _ client: ClientID = client, level: Double = 0, screen: ScreenID? = nil, isHidden: Bool = false, size: Size<WindowPoints>? = nil
  ) throws -> WindowID {
    let id = model.addWindow(client: client, isExtended: true, screen: screen ?? main).id
    _ = try model.setLevel(id, level)
    let bounds = model.screen(screen ?? main)?.bounds.size ?? .zero
    _ = model.setContent(id, isMapped: true, size: size ?? Size(width: bounds.width, height: bounds.height))
    if !isHidden { _ = model.setHidden(id, false) }
    return id
  }

  /// A mapped layer surface.
  mutating func layer(_ layer: Layer, screen: ScreenID? = nil, _ change: (inout LayerState) -> Void = { _ in }) -> WindowID {
    var state = LayerState(layer: layer)
    state.anchor = .all
    change(&state)
    let id = model.addWindow(client: ClientID(rawValue: 9), kind: .layer(state), screen: screen ?? main).id
    _ = model.setContent(id, isMapped: true, size: model.configuration(of: id)!.size)
    return id
  }

  /// The windows of main (or another screen), back to front.
  func stack(_ screen: ScreenID? = nil) -> [WindowID] { Array(model.backToFront(on: screen ?? main)) }
}

extension Array<WindowEvent> {
  /// Without what every test but its own leaves out: frames, insets, configures, mirrors.
  var decisions: Self {
    filter {
      switch $0 {
      case .configure, .frameChanged, .insetsChanged, .keyboardFrameChanged, .reordered, .popupsDismissed, .keyMoved, .mirroringChanged:
        false
      default: true
      }
    }
  }
}
