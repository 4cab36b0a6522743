import CasementTesting
import Testing
import WaylandClient
import WaylandProtocols

@testable import Casement

@Test func anInhibitorIsActiveWhileItsSurfaceHasTheKeyboard() throws {
  let test = try TestService()
  let client = try test.connect()
  let window = try client.makeWindow(1280, 720, 0xFF00_FF00)
  let manager = client.bind(ZwpKeyboardShortcutsInhibitManagerV1Proxy.self)
  let inhibitor = manager.inhibitShortcuts(surface: window.surface, seat: client.seat)
  var events: [String] = []
  inhibitor.onEvent = { event in
    switch event {
    case .active: events.append("active")
    case .inactive: events.append("inactive")
    }
  }
  try client.roundtrip()
  #expect(events == ["active"])
  let other = try client.makeWindow(1280, 720, 0xFFFF_0000)
  #expect(events == ["active"], "losing the keyboard is no news of the inhibitor")
  other.toplevel.destroy()
  try client.roundtrip()
  #expect(events == ["active", "active"])
  inhibitor.destroy()
  _ = manager.inhibitShortcuts(surface: window.surface, seat: client.seat)
  #expect(client.failure() == nil)
}

@Test func aSurfaceInhibitsOnce() throws {
  let test = try TestService()
  let client = try test.connect()
  let surface = client.compositor.createSurface()
  let manager = client.bind(ZwpKeyboardShortcutsInhibitManagerV1Proxy.self)
  _ = manager.inhibitShortcuts(surface: surface, seat: client.seat)
  _ = manager.inhibitShortcuts(surface: surface, seat: client.seat)
  #expect(isError(client.failure(), "zwp_keyboard_shortcuts_inhibit_manager_v1", 0))
}

@Test func anInhibitorMayOutliveItsSurface() throws {
  let test = try TestService()
  let client = try test.connect()
  let window = try client.makeWindow(1280, 720, 0xFF00_FF00)
  let inhibitor = client.bind(ZwpKeyboardShortcutsInhibitManagerV1Proxy.self).inhibitShortcuts(
    surface: window.surface, seat: client.seat)
  window.toplevel.destroy()
  window.xdgSurface.destroy()
  window.surface.destroy()
  try client.roundtrip()
  inhibitor.destroy()
  #expect(client.failure() == nil)
  #expect(test.service.shortcutsInhibitors.isEmpty)
}
