internal import Geometry
internal import WaylandServer
internal import WindowModel

/// Something that happened besides what the model decides, for controllers and the recorder.
enum Incident {
  case clientConnected(Client)
  case clientGone(Client)
  /// The client did something wrong and is ended for it.
  case protocolError(Client, WireError)
  case titleChanged(WindowID)
  case appIDChanged(WindowID)
  /// A device of the seat did something, and what it did went to this window, or to nobody.
  case input(InputIncident, WindowID?)
  /// A client rang the bell, for one of its windows or for none.
  case bell(WindowID?)
}

/// What a device of the seat did.
enum InputIncident {
  case motion(PrecisePoint<LayoutPoints>)
  case button(UInt32, isPressed: Bool, at: PrecisePoint<LayoutPoints>)
  /// How far to the right and down, in points.
  case scroll(Double, Double, at: PrecisePoint<LayoutPoints>)
  case key(UInt32, isPressed: Bool, name: String)
  case touchDown(Int32, PrecisePoint<LayoutPoints>)
  case touchMotion(Int32, PrecisePoint<LayoutPoints>)
  case touchUp(Int32)
  case touchCancel
}

extension WindowService {
  /// Tells whoever listens what happened; where nobody does, it is not even made.
  func tell(_ incident: @autoclosure () -> Incident) {
    guard !incidentObservers.isEmpty else { return }
    let incident = incident()
    for observer in incidentObservers { observer(incident) }
  }

  /// From now on what devices do is told: somebody wants to hear of it.
  func watchInput() { isInputTold = true }

  /// From now on clients' requests are kept, so that an error can be told with those before it.
  func watchErrors() {
    guard display.onError == nil else { return }
    display.onError = { [unowned self] client, error in tell(.protocolError(client, error)) }
    display.keepRequests()
  }
}

extension Seat {
  /// Tells whoever listens what a device did. - Returns: `surface`, to which it went.
  func told(_ surface: Surface?, _ incident: @autoclosure () -> InputIncident) -> Surface? {
    if service.isInputTold { service.tell(.input(incident(), surface.flatMap { service.window(of: $0)?.id })) }
    return surface
  }
}
