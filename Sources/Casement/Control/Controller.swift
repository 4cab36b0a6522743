package import CasementControl
internal import Geometry
internal import Input
internal import WaylandServer
internal import WindowModel

/// Answers the calls of the control socket: each is one call on the service, the same that an embedding program makes.
package final class Controller {
  unowned let service: WindowService
  /// What is being waited for.
  let waits: WaitList
  /// Input that takes time, one call after the other.
  let player: InputPlayer
  /// Types text.
  let typer: TextTyper
  /// The frames that a manual clock is being stepped through.
  let stepper: Stepper
  /// Shows the screens in the session at a path, where whoever runs the service can.
  package var onAttachSession: ((_ path: String, _ reply: ControlReply<Nothing>) -> Void)?
  /// The screens that are being filmed.
  let recordings: RecordingList
  /// The socket's path, which clients have in WAYLAND_DISPLAY.
  package var waylandDisplay: String?

  init(_ service: WindowService) {
    self.service = service
    waits = WaitList(service)
    player = InputPlayer(service)
    stepper = Stepper(service)
    typer = TextTyper(service)
    recordings = RecordingList(service)
  }

  /// Something may have happened: what waits is looked at again.
  func turnEnded() {
    player.check()
    recordings.turnEnded()
    stepper.check()
    waits.check()
  }

  // MARK: Names

  /// The window that a selector names.
  func window(_ selector: WindowSelector) throws(ControlError) -> WindowID {
    WindowID(rawValue: try selector.resolve(among: windowInfos()).id)
  }

  /// The screen called `name`; the main one where there is none.
  func screen(_ name: String?) throws(ControlError) -> ScreenID {
    guard let name else {
      guard let main = service.model.mainScreen else { throw ControlError(.notFound, "there is no screen") }
      return main
    }
    guard let screen = service.model.screen(named: name) else {
      throw .noScreen(name, among: service.model.screens.map(\.name))
    }
    return screen
  }

  /// The place in the layout that a point names, also where no screen is.
  func place(_ spec: PointSpec) throws(ControlError) -> PrecisePoint<LayoutPoints> {
    guard spec.x.isFinite, spec.y.isFinite else { throw .badParameter("a point is two finite numbers", given: spec.description) }
    switch spec.origin {
    case .layout: return PrecisePoint(x: spec.x, y: spec.y)
    case .screen(let name):
      let frame = service.model.screen(try screen(name))!.frame
      return PrecisePoint(x: Double(frame.x) + spec.x, y: Double(frame.y) + spec.y)
    case .window(let selector):
      let id = try window(selector)
      guard let place = service.model.layoutPoint(PrecisePoint(x: spec.x, y: spec.y), of: id) else {
        throw ControlError(.refused, "window \(id.rawValue) is on no screen, so that no point of it is anywhere")
      }
      return place
    }
  }

  /// The place for input that a point names: on a screen, and on the one that it names. A point on a screen's right or lower edge is the
  /// last one before it.
  ///
  /// - Throws: where it is beside the screens: a finger or a pointer cannot be there.
  func point(_ spec: PointSpec) throws(ControlError) -> PrecisePoint<LayoutPoints> {
    let place = try place(spec)
    switch spec.origin {
    case .layout: return try inside(place) { "the point \(spec) is on no screen" }
    case .screen(let name):
      let screen = service.model.screen(try screen(name))!
      if let shown = screen.mirrors.flatMap({ service.model.screen($0)?.name }) {
        throw ControlError(.refused, "the screen “\(name)” mirrors “\(shown)”: input goes to that one", .init(screen: name))
      }
      guard Self.holds(screen.frame, place) else {
        throw .badParameter(
          "the point \(spec) is not on that screen", given: spec.description,
          expected: ["0,0 to \(screen.frame.width),\(screen.frame.height)"])
      }
      return try inside(place) { "the point \(spec) is on no screen" }
    case .window(let selector):
      let id = try window(selector)
      return try inside(place) {
        "the point \(spec) of window \(id.rawValue) lies at \(place.x.short),\(place.y.short) of the layout, on no screen"
      }
    }
  }

  /// `place`, where it is on a screen.
  ///
  /// - Parameter sentence: what is wrong otherwise.
  func inside(
    _ place: PrecisePoint<LayoutPoints>, _ sentence: () throws(ControlError) -> String
  ) throws(ControlError) -> PrecisePoint<LayoutPoints> {
    let bounds = service.seat.pointer.screens
    guard bounds.rects.contains(where: { Self.holds($0, place) }) else {
      let screens = service.model.screens.filter { $0.mirrors == nil }
      let areas = screens.map { "\($0.frame.minX),\($0.frame.minY) to \($0.frame.maxX),\($0.frame.maxY) (\($0.name))" }
      throw .badParameter(try sentence(), expected: areas.isEmpty ? ["a screen; there is none"] : areas)
    }
    return bounds.clamping(place)
  }

  static func holds(_ frame: Rect<LayoutPoints>, _ place: PrecisePoint<LayoutPoints>) -> Bool {
    (Double(frame.minX)...Double(frame.maxX)).contains(place.x) && (Double(frame.minY)...Double(frame.maxY)).contains(place.y)
  }

  func reference(_ id: WindowID) -> WindowReference {
    let appID = service.clientWindows[id]?.role.appID ?? ""
    return WindowReference(window: id.rawValue, appID: appID.isEmpty ? nil : appID)
  }
}

extension Controller: SessionBackend {
  package func attachSession(_ parameters: AttachSession.Parameters, reply: ControlReply<AttachSession.Result>) {
    guard parameters.display.hasPrefix("/") else {
      return reply.fail(
        .badParameter("a session's socket is named by its whole path", parameter: "display", given: parameters.display))
    }
    guard parameters.display != waylandDisplay else { return reply.fail(ControlError(.refused, "a service cannot be shown in itself")) }
    guard let onAttachSession else { return reply.fail(ControlError(.refused, "this service cannot show its screens in a session")) }
    onAttachSession(parameters.display, reply)
  }
}
