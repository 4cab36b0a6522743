internal import Input
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `xdg_activation_v1`: hands the right to be key from one client to another.
final class XdgActivation: XdgActivationV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func getActivationToken(id: XdgActivationTokenV1Resource) throws(ProtocolError) { id.handler = ActivationToken(id, service) }

  /// Activates the window of `surface`. A surface that is in no window uses no token up.
  func activate(token: String, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface, let window = service.window(of: target) else { return }
    service.activate(window.id, isTokenValid: service.redeemActivationToken(token))
  }
}

extension WindowService {
  /// A client asks that `id` become key, with a token that it was given.
  ///
  /// A stock window is shown and raised as well, and becomes key when it is mapped where it has no content yet; one that speaks the
  /// extension says itself when it is shown and where. With an invalid token only a client that has key, or might take it
  /// without, gets anything; another one's window draws attention.
  func activate(_ id: WindowID, isTokenValid: Bool) {
    guard let window = model.window(id) else { return }
    let owner = model.key.flatMap { model.window($0)?.client }
    let isAllowed = isTokenValid || owner == nil || owner == window.client
    let authority: Authority = isTokenValid ? .validToken : .invalidToken
    if isAllowed, !window.isExtended, window.kind == .toplevel {
      perform(model.makeKeyAndVisible(id, authority: authority))
    } else {
      perform(model.makeKey(id, authority: authority))
    }
  }
}

/// `xdg_activation_token_v1`: a request for one token.
///
/// Every request is answered with a token; it is worth something only where the client had key and named an input event of its own.
final class ActivationToken: XdgActivationTokenV1Requests {
  private let resource: XdgActivationTokenV1Resource
  private unowned let service: WindowService
  private var serial: UInt32?
  private var isCommitted = false

  init(_ resource: XdgActivationTokenV1Resource, _ service: WindowService) {
    self.resource = resource
    self.service = service
  }

  func setSerial(serial: UInt32, seat: WlSeatResource) throws(ProtocolError) {
    try checkUnused()
    self.serial = serial
  }

  // who is to be activated shows when it happens, and who asks is known by its serial
  func setAppId(appId: String) throws(ProtocolError) { try checkUnused() }
  func setSurface(surface: WlSurfaceResource) throws(ProtocolError) { try checkUnused() }

  func commit() throws(ProtocolError) {
    try checkUnused()
    isCommitted = true
    resource.sendDone(token: isEntitled ? service.mintActivationToken() : .unguessable())
  }

  private func checkUnused() throws(ProtocolError) {
    if isCommitted { throw .xdgActivationTokenV1(.alreadyUsed, "the token was committed already") }
  }

  private var isEntitled: Bool {
    let client = resource.client.id
    guard let serial, let key = service.model.key, service.model.window(key)?.client == client else { return false }
    return service.seat.ledger.allowsActivation(serial, of: client, at: service.clock.milliseconds)
  }
}
