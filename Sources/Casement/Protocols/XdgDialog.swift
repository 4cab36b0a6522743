internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `xdg_wm_dialog_v1`: says which toplevels are dialogs.
final class XdgWmDialog: XdgWmDialogV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func getXdgDialog(id: XdgDialogV1Resource, toplevel: XdgToplevelResource) throws(ProtocolError) {
    guard let target = toplevel.toplevel else { return }
    guard target.dialog == nil else {
      throw .xdgWmDialogV1(.alreadyUsed, "xdg_toplevel#\(toplevel.id) already has a dialog object")
    }
    let made = XdgDialog(target, service)
    id.handler = made
    target.dialog = made
  }
}

/// `xdg_dialog_v1`: a toplevel that is a dialog. While it is modal, pressing its parent makes it key in the parent's stead.
final class XdgDialog: XdgDialogV1Requests {
  private weak var toplevel: XdgToplevel?
  private unowned let service: WindowService
  private var isModal = false

  init(_ toplevel: XdgToplevel, _ service: WindowService) {
    self.toplevel = toplevel
    self.service = service
  }

  func setModal() throws(ProtocolError) { set(true) }
  func unsetModal() throws(ProtocolError) { set(false) }

  private func set(_ isModal: Bool) {
    self.isModal = isModal
    tellModel()
  }

  /// The toplevel has content, for the first time or again; unmapping made the model forget.
  func toplevelMapped() { tellModel() }

  private func tellModel() {
    guard let id = toplevel?.id else { return }
    service.perform(service.model.setModal(id, isModal))
  }

  func resourceDestroyed() {
    guard let toplevel else { return }
    set(false)
    toplevel.dialog = nil
  }
}
