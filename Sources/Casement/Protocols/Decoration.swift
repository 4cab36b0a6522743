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
      throw error(.alreadyConstructed, "xdg_toplevel#\(toplevel.id) already has a decoration object")
    }
    guard !surface.state.hasContent, !surface.node.update.hasBuffer else {
      throw error(.unconfiguredBuffer, "xdg_toplevel#\(toplevel.id) already has a buffer")
    }
    let made = Decoration(id, target, answersServerSide: service.configuration.placement == .fill)
    id.handler = made
    target.decoration = made
    made.changed()
  }

  /// An error of an object that does not come to be is posted on its maker, in the object's own numbers.
  private func error(_ code: ZxdgToplevelDecorationV1.Error, _ message: String) -> ProtocolError {
    ProtocolError(interface: "zxdg_toplevel_decoration_v1", code: code.rawValue, resource: resource, message: message)
  }
}

/// `zxdg_toplevel_decoration_v1`.
final class Decoration: ZxdgToplevelDecorationV1Requests {
  private typealias Mode = ZxdgToplevelDecorationV1.Mode
  let resource: ZxdgToplevelDecorationV1Resource
  private weak var toplevel: XdgToplevel?
  private let answersServerSide: Bool
  private var wish: ZxdgToplevelDecorationV1.Mode?
  private var told: ZxdgToplevelDecorationV1.Mode?

  init(_ resource: ZxdgToplevelDecorationV1Resource, _ toplevel: XdgToplevel, answersServerSide: Bool) {
    self.resource = resource
    self.toplevel = toplevel
    self.answersServerSide = answersServerSide
  }

  func setMode(mode: ZxdgToplevelDecorationV1.Mode) throws(ProtocolError) {
    guard mode.isValid() else { throw .implementation("\(mode.rawValue) is not a decoration mode") }
    wish = mode
    changed()
  }

  func unsetMode() throws(ProtocolError) {
    wish = nil
    changed()
  }

  /// The client is told the mode again, as part of a configure.
  func changed() { toplevel?.configureAgain() }

  /// Sends the mode, before the toplevel's configure.
  func sendConfigure() {
    let mode = answersServerSide ? Mode.serverSide : wish ?? .clientSide
    told = mode
    resource.sendConfigure(mode: mode)
  }

  func resourceDestroyed() { toplevel?.decoration = nil }
}
