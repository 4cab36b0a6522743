internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `zxdg_decoration_manager_v1`: who draws a window's frame.
///
/// Casement draws none. Windows that fill their screen are told that the server does, so that they leave it out; others may have
/// what they ask for.
final class DecorationManager: ZxdgDecorationManagerV1Requests {
  private let resource: ZxdgDecorationManagerV1Resource
  private unowned let service: WindowService

  init(_ resource: ZxdgDecorationManagerV1Resource, _ service: WindowService) {
    self.resource = resource
    self.service = service
  }

  func getToplevelDecoration(id: ZxdgToplevelDecorationV1Resource, toplevel: XdgToplevelResource) throws(ProtocolError) {
    guard let target = toplevel.toplevel, let surface = target.window?.surface else { return }
    guard target.decoration == nil else {
      throw Decoration.error(.alreadyConstructed, on: resource, "xdg_toplevel#\(toplevel.id) already has a decoration object")
    }
    guard !surface.state.hasContent, !surface.node.update.hasBuffer else {
      throw Decoration.error(.unconfiguredBuffer, on: resource, "xdg_toplevel#\(toplevel.id) already has a buffer")
    }
    let made = Decoration(id, target, maker: resource, answersServerSide: service.configuration.placement == .fill)
    id.handler = made
    target.decoration = made
    _ = target.configureAgain()
  }
}

/// `zxdg_toplevel_decoration_v1`.
final class Decoration: ZxdgToplevelDecorationV1Requests {
  private typealias Mode = ZxdgToplevelDecorationV1.Mode
  let resource: ZxdgToplevelDecorationV1Resource
  private let maker: ZxdgDecorationManagerV1Resource
  private weak var toplevel: XdgToplevel?
  private let answersServerSide: Bool
  private var wish: ZxdgToplevelDecorationV1.Mode?
  private var told: ZxdgToplevelDecorationV1.Mode?

  init(
    _ resource: ZxdgToplevelDecorationV1Resource, _ toplevel: XdgToplevel, maker: ZxdgDecorationManagerV1Resource, answersServerSide: Bool
  ) {
    self.resource = resource
    self.maker = maker
    self.toplevel = toplevel
    self.answersServerSide = answersServerSide
  }

  func setMode(mode: ZxdgToplevelDecorationV1.Mode) throws(ProtocolError) {
    guard mode.isValid() else { throw invalidMode(mode) }
    wish = mode
    changed()
  }

  func unsetMode() throws(ProtocolError) {
    wish = nil
    changed()
  }

  /// The client is told the mode again, as part of a configure; before its first one the mode alone, which is part of that.
  private func changed() {
    guard let toplevel else { return }
    if !toplevel.configureAgain() { sendConfigure() }
  }

  /// An error, in the numbers of this interface. It is posted on the manager: the object may not have come to be, and clients look for
  /// all errors of this protocol there.
  static func error(_ code: ZxdgToplevelDecorationV1.Error, on resource: Resource, _ message: String) -> ProtocolError {
    ProtocolError(interface: "zxdg_toplevel_decoration_v1", code: code.rawValue, resource: resource, message: message)
  }

  /// An error of this object; on itself where its manager is gone.
  func error(_ code: ZxdgToplevelDecorationV1.Error, _ message: String) -> ProtocolError {
    Self.error(code, on: maker.isAlive ? maker : resource, message)
  }

  /// `invalid_mode`, which descriptions of the protocol that are installed may not have yet.
  private func invalidMode(_ mode: ZxdgToplevelDecorationV1.Mode) -> ProtocolError {
    ProtocolError(
      interface: "zxdg_toplevel_decoration_v1", code: 3, resource: resource, message: "\(mode.rawValue) is not a decoration mode")
  }

  /// Sends the mode, before the toplevel's configure.
  func sendConfigure() {
    let mode = answersServerSide ? Mode.serverSide : wish ?? .clientSide
    told = mode
    resource.sendConfigure(mode: mode)
  }

  func resourceDestroyed() { toplevel?.decoration = nil }
}
