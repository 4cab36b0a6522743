import CasementTesting
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// A client that exports its window, and one that puts a dialog in front of it.
private struct Scene {
  let test: TestService
  let app: TestClient
  let portal: TestClient
  let window: TestWindow
  let dialog: TestWindow
  let windowID: WindowID
  let dialogID: WindowID
  var service: WindowService { test.service }

  init() throws {
    test = try TestService()
    app = try test.connect()
    portal = try test.connect()
    window = try app.makeWindow(1280, 720, 0xFF00_FF00)
    windowID = try test.service.id(of: window.surface)
    dialog = try portal.makeWindow(1280, 720, 0xFFFF_0000)
    dialogID = try test.service.id(of: dialog.surface)
  }

  var parent: WindowID? { service.model.window(dialogID)?.parent }

  func exported() throws -> (ZxdgExportedV2Proxy, String) {
    let exported = app.bind(ZxdgExporterV2Proxy.self).exportToplevel(surface: window.surface)
    var handle: String?
    exported.onEvent = { event in if case .handle(let text) = event { handle = text } }
    try app.roundtrip()
    return (exported, try #require(handle))
  }

  func imported(_ handle: String) throws -> (ZxdgImportedV2Proxy, Flag) {
    let imported = portal.bind(ZxdgImporterV2Proxy.self).importToplevel(handle: handle)
    let isGone = Flag()
    imported.onEvent = { event in if case .destroyed = event { isGone.count += 1 } }
    try portal.roundtrip()
    return (imported, isGone)
  }
}

private final class Flag { var count = 0 }

@Test func anImportedToplevelIsAParentAsLongAsBothSidesHold() throws {
  let scene = try Scene()
  let (exported, handle) = try scene.exported()
  let (imported, isGone) = try scene.imported(handle)
  imported.setParentOf(surface: scene.dialog.surface)
  try scene.portal.roundtrip()
  #expect(scene.parent == scene.windowID)
  imported.destroy()
  try scene.portal.roundtrip()
  #expect(scene.parent == nil)
  let (again, isGoneAgain) = try scene.imported(handle)
  again.setParentOf(surface: scene.dialog.surface)
  try scene.portal.roundtrip()
  #expect(scene.parent == scene.windowID)
  exported.destroy()
  try scene.app.roundtrip()
  try scene.portal.roundtrip()
  #expect(scene.parent == nil)
  #expect(isGoneAgain.count == 1)
  #expect(isGone.count == 0)
  again.setParentOf(surface: scene.dialog.surface)
  try scene.portal.roundtrip()
  #expect(scene.parent == nil)
}

@Test func theToplevelsEndEndsTheImport() throws {
  let scene = try Scene()
  let (exported, handle) = try scene.exported()
  let (imported, isGone) = try scene.imported(handle)
  imported.setParentOf(surface: scene.dialog.surface)
  try scene.portal.roundtrip()
  scene.window.toplevel.destroy()
  try scene.app.roundtrip()
  try scene.portal.roundtrip()
  #expect(isGone.count == 1)
  #expect(scene.parent == nil)
  exported.destroy()
  #expect(scene.app.failure() == nil)
  imported.destroy()
  #expect(scene.portal.failure() == nil)
}

@Test func theExportersEndEndsTheImport() throws {
  let scene = try Scene()
  let (_, handle) = try scene.exported()
  let (_, isGone) = try scene.imported(handle)
  scene.service.clientWindows[scene.windowID]?.client.disconnect()
  try scene.portal.roundtrip()
  #expect(isGone.count == 1)
}

@Test func anotherParentGivenSinceIsKept() throws {
  let scene = try Scene()
  let (exported, handle) = try scene.exported()
  let (imported, _) = try scene.imported(handle)
  imported.setParentOf(surface: scene.dialog.surface)
  let own = try scene.portal.makeWindow(1280, 720, 0xFFFF_FFFF)
  scene.dialog.toplevel.setParent(parent: own.toplevel)
  try scene.portal.roundtrip()
  exported.destroy()
  try scene.app.roundtrip()
  #expect(scene.parent == (try scene.service.id(of: own.surface)))
}

@Test func anUnknownHandleIsGoneAtOnce() throws {
  let scene = try Scene()
  let (imported, isGone) = try scene.imported("nothing")
  #expect(isGone.count == 1)
  imported.setParentOf(surface: scene.dialog.surface)
  #expect(scene.portal.failure() == nil)
}

@Test func onlyToplevelsAreExportedAndHaveParents() throws {
  let scene = try Scene()
  let (_, handle) = try scene.exported()
  let (imported, _) = try scene.imported(handle)
  imported.setParentOf(surface: scene.portal.compositor.createSurface())
  #expect(isError(scene.portal.failure(), "zxdg_imported_v2", 0))
  _ = scene.app.bind(ZxdgExporterV2Proxy.self).exportToplevel(surface: scene.app.compositor.createSurface())
  #expect(isError(scene.app.failure(), "zxdg_exporter_v2", 0))
}

@Test func aLoopThroughAnImportIsRefused() throws {
  let scene = try Scene()
  let (_, handle) = try scene.exported()
  let imported = scene.app.bind(ZxdgImporterV2Proxy.self).importToplevel(handle: handle)
  imported.setParentOf(surface: scene.window.surface)
  #expect(isError(scene.app.failure(), "zxdg_imported_v2", 0))
}

@Test func theFirstVersionDoesTheSame() throws {
  let scene = try Scene()
  let exported = scene.app.bind(ZxdgExporterV1Proxy.self).export(surface: scene.window.surface)
  var handle: String?
  exported.onEvent = { event in if case .handle(let text) = event { handle = text } }
  try scene.app.roundtrip()
  let imported = scene.portal.bind(ZxdgImporterV1Proxy.self).import(handle: try #require(handle))
  var isGone = false
  imported.onEvent = { event in if case .destroyed = event { isGone = true } }
  imported.setParentOf(surface: scene.dialog.surface)
  try scene.portal.roundtrip()
  #expect(scene.parent == scene.windowID)
  // a handle is good for both versions
  let (_, isGoneInSecond) = try scene.imported(try #require(handle))
  exported.destroy()
  try scene.app.roundtrip()
  try scene.portal.roundtrip()
  #expect(isGone)
  #expect(isGoneInSecond.count == 1)
  #expect(scene.parent == nil)
  imported.setParentOf(surface: scene.portal.compositor.createSurface())
  #expect(isError(scene.portal.failure(), "wl_display", 3))
}
