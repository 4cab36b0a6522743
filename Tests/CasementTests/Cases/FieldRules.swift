import CasementControl
import CasementTesting
import Geometry
import Input
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

@Test(arguments: [true, false])
func field57AMenuAndADragBegunByOnePress(menuFirst: Bool) throws {
  let bench = try Bench()
  let pointer = PointerListener(bench.client)
  let window = try bench.client.window(1280, 720)
  let data = bench.client.bind(WlDataDeviceManagerProxy.self)
  let device = data.getDataDevice(seat: bench.client.seat)
  let source = data.createDataSource()
  source.offer(mimeType: "text/plain")
  bench.move(600, 600)
  bench.button(true)
  try bench.client.roundtrip()
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu())
  let grab = { popup.popup.grab(seat: bench.client.seat, serial: pointer.pressSerial) }
  if menuFirst { grab() }
  device.startDrag(source: source, origin: window.surface, icon: nil, serial: pointer.pressSerial)
  if !menuFirst { grab() }
  try popup.map()
  bench.move(110, 110)
  bench.button(false)
  try bench.client.roundtrip()
  #expect(bench.service.seat.drag == nil && !bench.service.seat.pointer.isOverridden)
  popup.destroy()
  try bench.client.roundtrip()
  #expect(bench.service.seat.popupGrabs.isEmpty && bench.service.seat.keyboard.target?.resource.id == window.surface.id)
  #expect(try bench.click(300, 300, pointer) != 0)
  #expect(bench.error() == nil)
}

@Test func field58ATouchScreenThatGoesLeavesNoFinger() throws {
  let bench = try Bench.natural()
  _ = try bench.window(0, 0, 100, 100)
  let touches = TouchListener(bench.client)
  try bench.client.roundtrip()
  let (device, touch) = (bench.service.seat.makeDevice(), bench.service.seat.touch)
  touch.down(FingerID(0, on: device), at: PrecisePoint(x: 10, y: 10))
  touch.frame()
  touch.cancelDevice(device)
  touch.down(FingerID(0), at: PrecisePoint(x: 20, y: 10))
  touch.frame()
  touch.up(FingerID(0))
  touch.frame()
  try bench.client.roundtrip()
  #expect(touches.log.taken == ["down 0 10,10", "frame", "cancel", "down 0 20,10", "frame", "up 0", "frame"])
  #expect(touch.fingersDown.isEmpty)
}

@Test func field59ADropOnAClientWithoutDataDevicesIsCancelled() throws {
  let bench = try Bench.natural()
  let pointer = PointerListener(bench.client)
  let window = try bench.window(0, 0, 100, 100)
  _ = try bench.window(200, 0, 100, 100, 0xFF00_FF00, of: bench.witness)
  let data = bench.client.bind(WlDataDeviceManagerProxy.self)
  let device = data.getDataDevice(seat: bench.client.seat)
  let source = data.createDataSource()
  let log = EventLog()
  source.onEvent = { event in
    switch event {
    case .cancelled: log.add("cancelled")
    case .dndDropPerformed: log.add("dropped")
    default: break
    }
  }
  source.offer(mimeType: "text/plain")
  bench.move(50, 50)
  bench.button(true)
  try bench.client.roundtrip()
  device.startDrag(source: source, origin: window.surface, icon: nil, serial: pointer.pressSerial)
  try bench.client.roundtrip()
  bench.move(250, 50)
  bench.button(false)
  try bench.client.roundtrip()
  #expect(log.taken == ["cancelled"])
  try bench.witness.roundtrip()
}

@Test func field60ASubsurfaceOfAWaitingParentMovesWithTheCommitThatItWasAskedBefore() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFFFF_0000)
  let parent = bench.client.child(of: window.surface, 0, 0, 60, 60, 0xFF00_FF00)
  let child = bench.client.child(of: parent.surface, 0, 0, 10, 10, 0xFF00_00FF)
  parent.role.setSync()
  child.role.setSync()
  parent.surface.commit()
  window.surface.commit()
  try bench.client.roundtrip()
  child.role.setPosition(x: 20, y: 20)
  parent.surface.commit()
  child.role.setPosition(x: 40, y: 40)
  window.surface.commit()
  #expect(try bench.pixel(25, 25) == 0x00_00FF && bench.pixel(45, 45) == 0x00_FF00)
  parent.surface.commit()
  window.surface.commit()
  #expect(try bench.pixel(25, 25) == 0x00_FF00 && bench.pixel(45, 45) == 0x00_00FF)
}

@Test func field61AScreenIsAnnouncedBeforeWindowsAreToldItsScale() throws {
  var second = ScreenSpec.sized(320, 240, name: "second")
  second.scale = 2
  let bench = try Bench.natural(.sized(320, 240, name: "main"), second)
  let window = try bench.window(0, 0, 50, 50)
  let id = try bench.id(of: window.surface)
  let other = try bench.screen(1)
  bench.service.perform(bench.service.model.setScreen(id, other))
  try bench.client.roundtrip()
  let log = EventLog()
  window.surface.onEvent = { event in
    if case .preferredBufferScale(let factor) = event { log.add("scale \(factor)") }
  }
  let description = try #require(bench.service.model.screen(other))
  try bench.remove(1)
  try bench.client.roundtrip()
  #expect(log.taken == ["scale 1"], "where the window goes the scale is another")
  let before = bench.client.globals.filter { $0.interface == "wl_output" }.count
  var again = ScreenDescription(name: description.name, modes: description.modes)
  again.scale = 2
  let added = try bench.service.model.addScreen(again)
  bench.service.perform(added.events)
  window.surface.onEvent = { event in
    guard case .preferredBufferScale(let factor) = event else { return }
    log.add("scale \(factor) with \(bench.client.globals.filter { $0.interface == "wl_output" }.count - before) more")
  }
  try bench.client.roundtrip()
  #expect(log.taken == ["scale 2 with 1 more"])
}

@Test func field62WhatIsUnderAMenuThatGoesHasPointerAndKeyboardAgain() throws {
  let bench = try Bench()
  let (pointer, keyboard) = (PointerListener(bench.client), KeyboardListener(bench.client))
  let window = try bench.client.window(1280, 720)
  let serial = try bench.click(110, 110, pointer)
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(100, 100, 50, 50))
  for (listener, name) in [(popup.surface, "menu"), (window.surface, "window")] {
    pointer.names[ObjectIdentifier(listener)] = name
    keyboard.names[ObjectIdentifier(listener)] = name
  }
  popup.popup.grab(seat: bench.client.seat, serial: serial)
  try popup.map()
  try bench.client.roundtrip()
  _ = (pointer.log.taken, keyboard.log.taken)
  popup.surface.attach(buffer: nil, x: 0, y: 0)
  popup.surface.commit()
  popup.destroy()
  try bench.client.roundtrip()
  #expect(pointer.log.taken.contains("enter window 110,110"))
  #expect(keyboard.log.taken.contains { $0.hasPrefix("enter window") })
  bench.button(true)
  try bench.client.roundtrip()
  #expect(pointer.log.taken == ["press 272", "frame"])
}

@Test(arguments: [SelectionPort.Kind.primary, .gtkPrimary])
func field63ThePrimarySelectionNeedsTheKeyboardAndNoPointer(kind: SelectionPort.Kind) throws {
  let bench = try Bench.natural()
  let first = try bench.window(0, 0, 100, 100)
  let control = SelectionPort(.extPrimary, of: bench.witness)
  let port = SelectionPort(kind, of: bench.client)
  _ = try bench.window(200, 0, 100, 100, 0xFF00_FF00, of: bench.witness)
  bench.move(1000, 600)
  try bench.client.roundtrip()
  control.select(control.makeSource(), serial: 0)
  try bench.witness.roundtrip()
  try bench.client.roundtrip()
  #expect(port.told.last.flatMap { $0 } == nil)
  let id = try bench.id(of: first.surface)
  bench.service.perform(bench.service.model.makeKey(id, authority: .controller))
  try bench.client.roundtrip()
  #expect(port.told.last.flatMap { $0 } == ["text/plain"])
}

@Test func field64AMenuMayGrabWhileAnInputMethodHasTheKeys() throws {
  let scene = try TextScene()
  let grab = scene.im.grabKeyboard()
  try scene.method.roundtrip()
  let pointer = PointerListener(scene.app)
  try scene.app.roundtrip()
  scene.service.injectPointerMotion(to: PrecisePoint(x: 640, y: 360))
  scene.service.injectButton(pressed: true)
  scene.service.injectButton(pressed: false)
  try scene.app.roundtrip()
  let popup = PopupProbe(scene.app, on: scene.window.xdgSurface, scene.app.menu(10, 10, 50, 50))
  popup.popup.grab(seat: scene.app.seat, serial: pointer.pressSerial)
  try popup.map()
  #expect(scene.service.seat.popupGrabs.count == 1)
  #expect(scene.service.seat.keyboard.target?.resource.id == popup.surface.id)
  grab.release()
  popup.destroy()
  try scene.method.roundtrip()
  try scene.app.roundtrip()
  #expect(scene.service.seat.keyboard.target?.resource.id == scene.window.surface.id)
}

@Test func field65AMenuOfABarThatTakesNoKeyboardHasIt() throws {
  let bench = try Bench()
  let (pointer, keyboard) = (PointerListener(bench.client), KeyboardListener(bench.client))
  let window = try bench.client.window(1280, 690)
  let bar = try TestLayer.bar(bench.client, bench.client.bind(ZwlrLayerShellV1Proxy.self))
  let serial = try bench.click(10, 10, pointer)
  let popup = PopupProbe(bench.client, on: nil, bench.client.menu(10, 30, 50, 50))
  bar.layer.getPopup(popup: popup.popup)
  popup.popup.grab(seat: bench.client.seat, serial: serial)
  try popup.map()
  keyboard.names[ObjectIdentifier(window.surface)] = "window"
  #expect(bench.service.seat.keyboard.target?.resource.id == popup.surface.id)
  _ = keyboard.log.taken
  popup.destroy()
  try bench.client.roundtrip()
  #expect(keyboard.log.taken.contains { $0.hasPrefix("enter window") })
}

@Test func field66DamageOfASubsurfaceOfAMenuIsWhereTheMenuIs() throws {
  let bench = try Bench.natural(.sized(320, 240))
  let window = try bench.window(30, 20, 100, 100)
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(50, 50, 60, 60))
  try popup.map()
  let child = bench.client.child(of: popup.surface, 10, 10, 30, 30, 0xFF00_00FF)
  try bench.client.roundtrip()
  let repainter = try Repainter(bench)
  child.surface.attach(buffer: bench.client.makeBuffer(30, 30, 0xFFFF_FFFF), x: 0, y: 0)
  child.surface.damage(x: 0, y: 0, width: 30, height: 30)
  child.surface.commit()
  try bench.client.roundtrip()
  #expect(try repainter.repaint().bounds == Rect(x: 90, y: 80, width: 30, height: 30))
}

@Test func field67ASurfaceThatIsMovedToAnotherScreenIsToldItsScale() throws {
  var second = ScreenSpec.sized(320, 240, name: "second")
  second.scale = 2
  let bench = try Bench.natural(.sized(320, 240, name: "main"), second)
  let window = try bench.window(0, 0, 50, 50)
  let child = bench.client.child(of: window.surface, 0, 0, 10, 10, 0xFF00_00FF)
  let log = EventLog()
  for (surface, name) in [(window.surface, "window"), (child.surface, "child")] {
    surface.onEvent = { event in
      if case .preferredBufferScale(let factor) = event { log.add("\(name) \(factor)") }
    }
  }
  try bench.client.roundtrip()
  _ = log.taken
  let (id, other) = (try bench.id(of: window.surface), try bench.screen(1))
  bench.service.perform(bench.service.model.setScreen(id, other))
  try bench.client.roundtrip()
  #expect(log.taken == ["window 2", "child 2"])
}
