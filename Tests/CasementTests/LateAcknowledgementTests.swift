import CasementTesting
import Testing
import WaylandClient
import WindowModel

@testable import Casement

@Test func aConfigureSentBeforeUnmappingMayStillBeAcknowledged() throws {
  let test = try TestService()
  let client = try test.connect()
  let window = try client.makeWindow(1280, 720, 0xFF00_FF00)
  window.acknowledges = false
  test.service.perform(test.service.model.setMaximised(try test.service.id(of: window.surface), true))
  try client.roundtrip()
  let serial = window.lastSerial
  window.surface.attach(buffer: nil, x: 0, y: 0)
  window.surface.commit()
  window.xdgSurface.ackConfigure(serial: serial)
  #expect(client.failure() == nil)
  window.show(1280, 720, 0xFF00_FF00)
  #expect(isError(client.failure(), "xdg_surface", 3), "it is no answer to the configure that is to come")
}

@Test func aConfigureSentBeforeUnmappingIsAcknowledgedOnce() throws {
  let test = try TestService()
  let client = try test.connect()
  let window = try client.makeWindow(1280, 720, 0xFF00_FF00)
  window.acknowledges = false
  test.service.perform(test.service.model.setMaximised(try test.service.id(of: window.surface), true))
  try client.roundtrip()
  window.surface.attach(buffer: nil, x: 0, y: 0)
  window.surface.commit()
  window.xdgSurface.ackConfigure(serial: window.lastSerial)
  window.xdgSurface.ackConfigure(serial: window.lastSerial)
  #expect(isError(client.failure(), "xdg_surface", 4))
}
