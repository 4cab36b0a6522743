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

@Test func aChangeOfStatesAloneIsAnsweredByItsAcknowledgement() throws {
  let test = try TestService()
  let client = try test.connect()
  let first = try client.makeWindow(1280, 720, 0xFF00_FF00)
  let role = try #require(test.service.clientWindows[try test.service.id(of: first.surface)]?.role)
  first.acknowledges = false
  _ = try client.makeWindow(1280, 720, 0xFF00_00FF)
  try client.roundtrip()
  #expect(!role.isConfigureAnswered, "it is told that it is not activated any more")
  first.xdgSurface.ackConfigure(serial: first.lastSerial)
  try client.roundtrip()
  #expect(role.isConfigureAnswered, "the same size: nothing to draw")
}

@Test func aNewSizeIsAnsweredByACommitOnly() throws {
  let test = try TestService()
  let client = try test.connect()
  let window = try client.makeWindow(1280, 720, 0xFF00_FF00)
  let role = try #require(test.service.clientWindows[try test.service.id(of: window.surface)]?.role)
  window.acknowledges = false

  try test.service.screens[0].setScale(2)
  try client.roundtrip()
  window.xdgSurface.ackConfigure(serial: window.lastSerial)
  try client.roundtrip()
  #expect(!role.isConfigureAnswered)
  window.surface.commit()
  try client.roundtrip()
  #expect(role.isConfigureAnswered)
}
