internal import CasementControl
internal import Geometry
internal import Input
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// The one seat: a pointer, a keyboard and a touch screen, there from the first client to the last.
///
/// Where events go is decided by the routes of `Input`; this sends them.
final class Seat {
  unowned let service: WindowService
  let name = "seat0"
  /// Serials that clients were given, and what for.
  var ledger = SerialLedger<ClientID, SurfaceID>()
  let pointer: SeatPointer
  let keyboard: SeatKeyboard
  let touch: SeatTouch
  /// Popups that grab input, the topmost last.
  private(set) var popupGrabs: [XdgPopup] = []
  private var clients: [ClientID: SeatClient] = [:]
  /// Gestures of a touchpad.
  let gestures: PointerGestures
  let tablet: SeatTablet
  /// Text fields and the input method.
  let textInputs: TextInputs
  /// What is selected, and who may select.
  let selections: Selections
  /// The drag and drop that goes on.
  var drag: (any DragSession)?

  init(_ service: WindowService) throws(ServiceError) {
    self.service = service
    pointer = SeatPointer(service)
    touch = SeatTouch(service)
    selections = Selections(service)
    textInputs = TextInputs(service)
    gestures = PointerGestures(service)
    tablet = SeatTablet(service)
    keyboard = try SeatKeyboard(service)
  }

  /// Numbers of devices that clients make; those of others are lower.
  private var lastDevice: UInt64 = 1 << 32

  /// A new device of a client.
  func makeDevice() -> InputDevice {
    lastDevice += 1
    return InputDevice(id: lastDevice)
  }

  /// What one client has of the seat.
  func client(_ id: ClientID) -> SeatClient {
    if let known = clients[id] { return known }
    let made = SeatClient()
    clients[id] = made
    return made
  }

  /// What one client has of the seat, nil where it has nothing or is gone.
  func knownClient(_ id: ClientID) -> SeatClient? { clients[id] }

  /// The clients that have a keyboard, the oldest first.
  var clientsWithKeyboards: [Client] {
    clients.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { $0.value.keyboards.first?.client }
  }

  /// Tells a new `wl_seat` what there is.
  func bind(_ resource: WlSeatResource) {
    resource.handler = SeatObject(resource, self)
    client(resource.client.id).seats.append(resource)
    resource.sendName(name: name)
    resource.sendCapabilities(capabilities: [.pointer, .keyboard, .touch])
  }

  /// A client's oldest `wl_seat`.
  func resource(of client: Client) -> WlSeatResource? { clients[client.id]?.seats.first }

  /// A client's `wl_seat` is gone.
  fileprivate func forget(_ resource: WlSeatResource) { clients[resource.client.id]?.seats.removeAll { $0 === resource } }

  // MARK: What the service tells

  /// What lies under the pointer may be another surface now.
  func sceneChanged() {
    pointer.sceneChanged()
    touch.sceneChanged()
    tablet.sceneChanged()
    textInputs.refreshPanels()
  }

  /// Another window is key, or the session was locked or unlocked.
  func keyMoved() { keyboard.retarget() }

  func screensChanged() { pointer.screensChanged() }

  func surfaceDestroyed(_ surface: Surface) {
    pointer.forget(surface)
    touch.forget(surface)
    gestures.forget(surface)
    tablet.forget(surface)
    textInputs.forget(surface)
    keyboard.forget(surface)
    drag?.surfaceDestroyed(surface)
  }

  func clientGone(_ client: Client) {
    for popup in popupGrabs where popup.resource.client === client { endPopupGrab(popup) }
    drag?.clientGone(client)
    pointer.forget(client)
    touch.forget(client)
    gestures.forget(client)
    tablet.forget(client)
    textInputs.forget(client)
    keyboard.forget(client)
    ledger.forget(client.id)
    for selection in [selections.clipboard, selections.primary] { selection.forget(client) }
    clients[client.id] = nil
  }

  func cancelTouches(in window: WindowID) { touch.cancel { $0 == window } }
  func cancelAllTouches() {
    drag?.cancel()
    touch.cancel { _ in true }
    for popup in popupGrabs.reversed() { popup.dismiss() }
  }

  /// The session is locked: what buttons and fingers began in it is over.
  func sessionLocked() {
    gestures.end(isCancelled: true)
    tablet.cancel()
    pointer.cancel()
    ledger.endPointerGrab()
  }

  /// Somebody used a device of the seat.
  func userActivity() { service.idle.userActivity() }

  // MARK: Popup grabs

  /// Whether a popup may take all input because of `serial`: a press, key or touch of its client that is still the latest.
  func mayGrab(_ serial: UInt32, client: Client) -> Bool {
    !service.model.isLocked && ledger.allowsPopupGrab(serial, of: client.id)
  }

  func beginPopupGrab(_ popup: XdgPopup) {
    for other in popupGrabs.reversed() where other.resource.client !== popup.resource.client { other.dismiss() }
    popupGrabs.append(popup)
    let client = popup.resource.client.id
    pointer.beginPopupGrab(of: client)
    touch.setPopupGrab(of: client)
    keyboard.retarget()
  }

  /// A grabbing popup is shown: the keyboard is its now.
  func popupMapped(_ popup: XdgPopup) { keyboard.retarget() }

  func endPopupGrab(_ popup: XdgPopup) {
    guard let index = popupGrabs.firstIndex(where: { $0 === popup }) else { return }
    popupGrabs.remove(at: index)
    if let top = popupGrabs.last {
      touch.setPopupGrab(of: top.resource.client.id)
    } else {
      pointer.endPopupGrab()
      touch.setPopupGrab(of: nil)
    }
    keyboard.retarget()
  }

  /// A press outside everything of the popups' client ends them, the topmost first. The press itself reaches nobody.
  func pressedOutside() { dismissPopupGrabs() }

  /// Ends all popups that grab, the topmost first.
  func dismissPopupGrabs() {
    for popup in popupGrabs.reversed() { popup.dismiss() }
  }

  // MARK: Interactive move and resize

  /// Begins to move a window with the pointer, where `serial` is the press that still holds it.
  func startMove(of window: ClientWindow, serial: UInt32) {
    guard ledger.activeGrab(serial, of: window.client.id) != nil else { return }
    pointer.beginInteraction(window.id, edges: [])
  }

  /// Begins to resize a window with the pointer, where `serial` is the press that still holds it.
  func startResize(of window: ClientWindow, edges: Edges, serial: UInt32) {
    guard !edges.isEmpty, ledger.activeGrab(serial, of: window.client.id) != nil else { return }
    pointer.beginInteraction(window.id, edges: edges)
  }

  /// Makes the window of `surface` key as the policy says, because it was pressed.
  func press(_ surface: Surface) {
    guard let window = service.window(of: surface) else { return }
    service.perform(service.model.press(window.id))
  }
}

/// One client's objects of the seat.
final class SeatClient {
  var seats: [WlSeatResource] = []
  var pointers: [WlPointerResource] = []
  var keyboards: [WlKeyboardResource] = []
  var touches: [WlTouchResource] = []
  var relativePointers: [RelativePointer] = []
  var gestures: [any GestureListener] = []
  var dataDevices: [DataDevice] = []
  /// The keymap that the client was sent last.
  var keymapSent: SentKeymap?
}

/// A drag and drop that goes on: who is told what the routes find.
protocol DragSession: AnyObject {
  /// Whether what it is over has said what it takes, or is nobody.
  var isAgreed: Bool { get }
  func perform(_ action: DragAction<SurfaceID>, time: UInt32)
  func surfaceDestroyed(_ surface: Surface)
  func clientGone(_ client: Client)
  func sourceGone(_ source: TransferSource)
  /// The pointer or the finger moved, or is not the drag's any more.
  func moved()
  /// Ends it with nothing dropped.
  func cancel()
  /// What is drawn where the drag is.
  var icon: DragIcon? { get }
  /// The surface whose client is told of the drag; nil where it is over nobody.
  var targetSurface: Surface? { get }
  /// The finger that carries it, by its number in `wl_touch`; nil: the pointer does.
  var finger: Int32? { get }
  /// The window that follows the drag.
  var carriedWindow: WindowID? { get }
}

/// `wl_seat`.
final class SeatObject: WlSeatRequests {
  private let resource: WlSeatResource
  let seat: Seat

  init(_ resource: WlSeatResource, _ seat: Seat) {
    self.resource = resource
    self.seat = seat
  }

  func getPointer(id: WlPointerResource) throws(ProtocolError) {
    let client = seat.client(resource.client.id)
    id.handler = PointerObject(id, seat)
    seat.pointer.tellAll(resource.client)
    client.pointers.append(id)
    seat.pointer.announce(to: id)
  }

  func getKeyboard(id: WlKeyboardResource) throws(ProtocolError) {
    let client = seat.client(resource.client.id)
    id.handler = KeyboardObject(id, seat)
    seat.keyboard.tellAll(resource.client)
    client.keyboards.append(id)
    seat.keyboard.announce(to: id)
  }

  func getTouch(id: WlTouchResource) throws(ProtocolError) {
    id.handler = TouchObject(id, seat)
    seat.client(resource.client.id).touches.append(id)
  }

  func resourceDestroyed() { seat.forget(resource) }
}

extension WlSeatResource {
  var seat: Seat? { handler.map { unsafe unsafeDowncast($0, to: SeatObject.self) }?.seat }
}

/// `wl_touch`.
final class TouchObject: WlTouchRequests {
  private let resource: WlTouchResource
  private let seat: Seat

  init(_ resource: WlTouchResource, _ seat: Seat) {
    self.resource = resource
    self.seat = seat
  }

  func resourceDestroyed() { seat.knownClient(resource.client.id)?.touches.removeAll { $0 === resource } }
}
