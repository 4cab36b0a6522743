import CasementTesting
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

/// A window and a dialog of it, which is a small window in its middle.
private struct Scene {
  let test: TestService
  let client: TestClient
  let manager: XdgWmDialogV1Proxy
  let parent: TestWindow
  let child: TestWindow
  var service: WindowService { test.service }

  init() throws {
    test = try TestService()
    client = try test.connect()
    manager = client.bind(XdgWmDialogV1Proxy.self)
    parent = try client.makeWindow(1280, 720, 0xFF00_FF00)
    child = TestWindow(client)
    child.toplevel.setParent(parent: parent.toplevel)
  }

  func showChild() throws {
    child.surface.commit()
    try client.roundtrip()
    child.show(200, 100, 0xFF00_00FF)
    try client.roundtrip()
  }

  /// Whether pressing the parent makes the dialog key.
  func isModal() throws -> Bool {
    let (parent, child) = (try service.id(of: parent.surface), try service.id(of: child.surface))
    service.perform(service.model.makeKey(parent, authority: .controller))
    #expect(service.model.key == parent)
    service.click(5, 5)
    return service.model.key == child
  }
}

@Test func pressingTheParentOfAModalDialogMakesTheDialogKey() throws {
  let scene = try Scene()
  let dialog = scene.manager.getXdgDialog(toplevel: scene.child.toplevel)
  try scene.showChild()
  #expect(try !scene.isModal())
  dialog.setModal()
  try scene.client.roundtrip()
  #expect(try scene.isModal())
  dialog.unsetModal()
  try scene.client.roundtrip()
  #expect(try !scene.isModal())
  dialog.setModal()
  dialog.destroy()
  try scene.client.roundtrip()
  #expect(try !scene.isModal())
}

@Test func aDialogIsModalAgainWhenItIsShownAgain() throws {
  let scene = try Scene()
  scene.manager.getXdgDialog(toplevel: scene.child.toplevel).setModal()
  try scene.showChild()
  #expect(try scene.isModal())
  scene.child.surface.attach(buffer: nil, x: 0, y: 0)
  scene.child.surface.commit()
  scene.child.toplevel.setParent(parent: scene.parent.toplevel)
  try scene.showChild()
  #expect(try scene.isModal())
}

@Test func aToplevelHasOneDialogObjectAtATime() throws {
  let scene = try Scene()
  scene.manager.getXdgDialog(toplevel: scene.child.toplevel).destroy()
  _ = scene.manager.getXdgDialog(toplevel: scene.child.toplevel)
  #expect(scene.client.failure() == nil)
  _ = scene.manager.getXdgDialog(toplevel: scene.child.toplevel)
  #expect(isError(scene.client.failure(), "xdg_wm_dialog_v1", 0))
}

@Test func aDialogMayOutliveItsToplevel() throws {
  let scene = try Scene()
  let dialog = scene.manager.getXdgDialog(toplevel: scene.child.toplevel)
  try scene.showChild()
  scene.child.toplevel.destroy()
  dialog.setModal()
  dialog.destroy()
  #expect(scene.client.failure() == nil)
}
