import CasementTesting
import Geometry
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

private typealias BaseError = WaylandProtocols.XdgWmBase.Error
private typealias XdgError = WaylandProtocols.XdgSurface.Error

private func base(_ title: String, _ code: WaylandProtocols.XdgWmBase.Error, _ commit: @escaping @Sendable (Bench) throws -> Void)
  -> Offence
{
  Offence(title, "xdg_wm_base", code.rawValue, commit)
}

private func xdg(_ title: String, _ code: WaylandProtocols.XdgSurface.Error, _ commit: @escaping @Sendable (Bench) throws -> Void)
  -> Offence
{
  Offence(title, "xdg_surface", code.rawValue, commit)
}

private func top(_ title: String, _ code: WaylandProtocols.XdgToplevel.Error, _ commit: @escaping @Sendable (Bench) throws -> Void)
  -> Offence
{
  Offence(title, "xdg_toplevel", code.rawValue, commit)
}

private func positioner(_ title: String, _ request: @escaping @Sendable (XdgPositionerProxy) -> Void) -> Offence {
  Offence(title, "xdg_positioner", WaylandProtocols.XdgPositioner.Error.invalidInput.rawValue) {
    request($0.client.wmBase.createPositioner())
  }
}

extension Bench {
  /// A positioner that is complete.
  func positioner() -> XdgPositionerProxy {
    let positioner = client.wmBase.createPositioner()
    positioner.setSize(width: 20, height: 10)
    positioner.setAnchorRect(x: 0, y: 0, width: 1, height: 1)
    return positioner
  }
}

private let ofTheBase = [
  base("get_xdg_surface of a subsurface", .role) {
    let surface = $0.surface()
    $0.subcompositor.getSubsurface(surface: surface, parent: $0.surface())
    $0.client.wmBase.getXdgSurface(surface: surface)
  },
  base("get_xdg_surface of a cursor", .role) {
    let surface = $0.surface()
    $0.client.seat.getPointer().setCursor(serial: 0, surface: surface, hotspotX: 0, hotspotY: 0)
    $0.client.wmBase.getXdgSurface(surface: surface)
  },
  base("get_xdg_surface twice", .role) {
    let surface = $0.surface()
    $0.client.wmBase.getXdgSurface(surface: surface)
    $0.client.wmBase.getXdgSurface(surface: surface)
  },
  base("get_xdg_surface with a buffer attached", .invalidSurfaceState) {
    let surface = $0.surface()
    surface.attach(buffer: $0.client.makeBuffer(1, 1, 0), x: 0, y: 0)
    $0.client.wmBase.getXdgSurface(surface: surface)
  },
  base("get_xdg_surface with a buffer committed", .invalidSurfaceState) {
    let surface = $0.surface()
    surface.attach(buffer: $0.client.makeBuffer(1, 1, 0), x: 0, y: 0)
    surface.commit()
    $0.client.wmBase.getXdgSurface(surface: surface)
  },
  // the client has forgotten the object by then, so libwayland cannot name its interface
  Offence("destroy with an xdg_surface alive", "", BaseError.defunctSurfaces.rawValue) {
    $0.client.wmBase.getXdgSurface(surface: $0.surface())
    $0.client.wmBase.destroy()
  },
  base("a toplevel becomes a popup", .role) {
    let parent = try $0.client.window()
    let window = TestWindow($0.client)
    window.toplevel.destroy()
    window.xdgSurface.getPopup(parent: parent.xdgSurface, positioner: $0.positioner())
  },
  base("a positioner without a size", .invalidPositioner) {
    let positioner = $0.client.wmBase.createPositioner()
    positioner.setAnchorRect(x: 0, y: 0, width: 1, height: 1)
    let parent = try $0.client.window()
    $0.client.wmBase.getXdgSurface(surface: $0.surface()).getPopup(parent: parent.xdgSurface, positioner: positioner)
  },
  base("a positioner without an anchor rectangle", .invalidPositioner) {
    let positioner = $0.client.wmBase.createPositioner()
    positioner.setSize(width: 5, height: 5)
    let parent = try $0.client.window()
    $0.client.wmBase.getXdgSurface(surface: $0.surface()).getPopup(parent: parent.xdgSurface, positioner: positioner)
  },
  base("reposition with an empty positioner", .invalidPositioner) {
    let parent = try $0.client.window()
    let popup = $0.client.wmBase.getXdgSurface(surface: $0.surface()).getPopup(parent: parent.xdgSurface, positioner: $0.positioner())
    popup.reposition(positioner: $0.client.wmBase.createPositioner(), token: 1)
  },
  base("a parent without a role object", .invalidPopupParent) {
    let parent = $0.client.wmBase.getXdgSurface(surface: $0.surface())
    $0.client.wmBase.getXdgSurface(surface: $0.surface()).getPopup(parent: parent, positioner: $0.positioner())
  },
  base("a popup on itself", .invalidPopupParent) {
    let surface = $0.client.wmBase.getXdgSurface(surface: $0.surface())
    surface.getPopup(parent: surface, positioner: $0.positioner())
  },
  base("a popup that nobody adopted commits", .invalidPopupParent) {
    let surface = $0.surface()
    $0.client.wmBase.getXdgSurface(surface: surface).getPopup(parent: nil, positioner: $0.positioner())
    surface.commit()
  },
]

private let ofTheSurface = [
  xdg("get_toplevel twice", .alreadyConstructed) { _ = TestWindow($0.client).xdgSurface.getToplevel() },
  xdg("get_popup of a toplevel", .alreadyConstructed) {
    let parent = try $0.client.window()
    TestWindow($0.client).xdgSurface.getPopup(parent: parent.xdgSurface, positioner: $0.positioner())
  },
  xdg("set_window_geometry without a role object", .notConstructed) {
    $0.client.wmBase.getXdgSurface(surface: $0.surface()).setWindowGeometry(x: 0, y: 0, width: 1, height: 1)
  },
  xdg("ack_configure without a role object", .notConstructed) {
    $0.client.wmBase.getXdgSurface(surface: $0.surface()).ackConfigure(serial: 1)
  },
  xdg("a buffer without a role object", .unconfiguredBuffer) {
    let surface = $0.surface()
    $0.client.wmBase.getXdgSurface(surface: surface)
    surface.attach(buffer: $0.client.makeBuffer(1, 1, 0), x: 0, y: 0)
    surface.commit()
  },
  xdg("a buffer that is only attached, without a role object", .unconfiguredBuffer) {
    let surface = $0.surface()
    $0.client.wmBase.getXdgSurface(surface: surface)
    surface.attach(buffer: $0.client.makeBuffer(1, 1, 0), x: 0, y: 0)
  },
  xdg("a buffer that is only attached, before the first commit", .unconfiguredBuffer) {
    TestWindow($0.client).surface.attach(buffer: $0.client.makeBuffer(1, 1, 0), x: 0, y: 0)
  },
  xdg("a window geometry of no width", .invalidSize) {
    TestWindow($0.client).xdgSurface.setWindowGeometry(x: 0, y: 0, width: 0, height: 1)
  },
  xdg("a window geometry of negative height", .invalidSize) {
    TestWindow($0.client).xdgSurface.setWindowGeometry(x: 0, y: 0, width: 1, height: -1)
  },
  xdg("a window geometry wholly outside the surface", .invalidSize) {
    let window = try $0.client.window(100, 100)
    window.xdgSurface.setWindowGeometry(x: 100, y: 0, width: 50, height: 50)
    window.surface.commit()
  },
  xdg("the same before the first buffer", .invalidSize) {
    let window = TestWindow($0.client)
    window.xdgSurface.setWindowGeometry(x: .max, y: .max, width: .max, height: .max)
    window.surface.commit()
    try $0.client.roundtrip()
    window.show(10, 10, 0)
  },
  Offence("destroy with a toplevel alive", "", XdgError.defunctRoleObject.rawValue) { TestWindow($0.client).xdgSurface.destroy() },
  xdg("a buffer on the first commit", .unconfiguredBuffer) { TestWindow($0.client).show(10, 10, 0) },
  xdg("a buffer before the acknowledgement", .unconfiguredBuffer) {
    let window = TestWindow($0.client)
    window.acknowledges = false
    window.surface.commit()
    try $0.client.roundtrip()
    window.show(10, 10, 0)
  },
  xdg("a buffer right after unmapping", .unconfiguredBuffer) {
    let window = try $0.client.window()
    window.surface.attach(buffer: nil, x: 0, y: 0)
    window.surface.commit()
    window.show(10, 10, 0)
  },
  xdg("a buffer for a second toplevel before its configure", .unconfiguredBuffer) {
    let window = try $0.client.window()
    window.toplevel.destroy()
    window.xdgSurface.getToplevel()
    window.show(10, 10, 0)
  },
  xdg("ack of an unknown serial", .invalidSerial) {
    let window = TestWindow($0.client)
    window.acknowledges = false
    window.surface.commit()
    try $0.client.roundtrip()
    window.xdgSurface.ackConfigure(serial: window.lastSerial &+ 1000)
  },
  xdg("ack before any configure", .invalidSerial) { TestWindow($0.client).xdgSurface.ackConfigure(serial: 0) },
  xdg("ack twice", .invalidSerial) {
    let window = TestWindow($0.client)
    window.surface.commit()
    try $0.client.roundtrip()
    window.xdgSurface.ackConfigure(serial: window.lastSerial)
  },
  xdg("ack of an older serial after a newer one", .invalidSerial) {
    let window = TestWindow($0.client)
    window.acknowledges = false
    window.surface.commit()
    try $0.client.roundtrip()
    let first = window.lastSerial
    window.toplevel.setMaximized()
    try $0.client.roundtrip()
    window.xdgSurface.ackConfigure(serial: window.lastSerial)
    window.xdgSurface.ackConfigure(serial: first)
  },
]

private let ofTheToplevel = [
  top("its own parent", .invalidParent) {
    let window = try $0.client.window()
    window.toplevel.setParent(parent: window.toplevel)
  },
  top("a loop of two parents", .invalidParent) {
    let (a, b) = (try $0.client.window(), try $0.client.window())
    b.toplevel.setParent(parent: a.toplevel)
    a.toplevel.setParent(parent: b.toplevel)
  },
  top("a loop of three parents", .invalidParent) {
    let (a, b, c) = (try $0.client.window(), try $0.client.window(), try $0.client.window())
    b.toplevel.setParent(parent: a.toplevel)
    c.toplevel.setParent(parent: b.toplevel)
    a.toplevel.setParent(parent: c.toplevel)
  },
  top("a resize edge of two opposite sides", .invalidResizeEdge) {
    try $0.client.window().toplevel.resize(seat: $0.client.seat, serial: 1, edges: .init(rawValue: 3))
  },
  top("an unknown resize edge", .invalidResizeEdge) {
    try $0.client.window().toplevel.resize(seat: $0.client.seat, serial: 1, edges: .init(rawValue: 16))
  },
  top("a negative maximum", .invalidSize) { TestWindow($0.client).toplevel.setMaxSize(width: -1, height: 0) },
  top("a negative minimum", .invalidSize) { TestWindow($0.client).toplevel.setMinSize(width: 0, height: -1) },
  top("a minimum above the maximum", .invalidSize) {
    let window = TestWindow($0.client)
    window.toplevel.setMinSize(width: 100, height: 0)
    window.toplevel.setMaxSize(width: 99, height: 0)
    window.surface.commit()
  },
  top("a maximum below an older minimum", .invalidSize) {
    let window = TestWindow($0.client)
    window.toplevel.setMinSize(width: 0, height: 100)
    window.surface.commit()
    window.toplevel.setMaxSize(width: 0, height: 99)
    window.surface.commit()
  },
]

private let ofThePositioner = [
  positioner("a size of no width") { $0.setSize(width: 0, height: 1) },
  positioner("a size of negative height") { $0.setSize(width: 1, height: -1) },
  positioner("a negative anchor rectangle") { $0.setAnchorRect(x: 0, y: 0, width: -1, height: 0) },
  positioner("an unknown anchor") { $0.setAnchor(anchor: .init(rawValue: 9)) },
  positioner("an unknown gravity") { $0.setGravity(gravity: .init(rawValue: .max)) },
  positioner("a negative parent size") { $0.setParentSize(parentWidth: -1, parentHeight: 1) },
]

@Test(arguments: ofTheBase + ofTheSurface + ofTheToplevel + ofThePositioner)
private func aWrongXdgRequestEndsItsClient(_ offence: Offence) throws { try offence.check() }

private let oddities = [
  Oddity("an anchor rectangle of no size") { bench in
    let positioner = bench.client.wmBase.createPositioner()
    positioner.setSize(width: .max, height: .max)
    positioner.setAnchorRect(x: .min, y: .max, width: 0, height: 0)
    positioner.setOffset(x: .max, y: .min)
    positioner.setParentSize(parentWidth: 0, parentHeight: 0)
    positioner.setConstraintAdjustment(constraintAdjustment: .init(rawValue: .max))
    let parent = try bench.client.window()
    let surface = bench.surface()
    bench.client.wmBase.getXdgSurface(surface: surface).getPopup(parent: parent.xdgSurface, positioner: positioner)
    surface.commit()
  },
  Oddity("a positioner destroyed right after its use") { bench in
    let positioner = bench.positioner()
    let parent = try bench.client.window()
    bench.client.wmBase.getXdgSurface(surface: bench.surface()).getPopup(parent: parent.xdgSurface, positioner: positioner)
    positioner.destroy()
  },
  Oddity("only the newest of several configures is acknowledged") { bench in
    let window = TestWindow(bench.client)
    window.acknowledges = false
    window.surface.commit()
    try bench.client.roundtrip()
    window.toplevel.setMaximized()
    window.toplevel.setFullscreen(output: nil)
    try bench.client.roundtrip()
    window.xdgSurface.ackConfigure(serial: window.lastSerial)
    window.show(10, 10, 0)
  },
  Oddity("an acknowledgement that crosses an unmap") { bench in
    let window = try bench.client.window()
    window.acknowledges = false
    window.toplevel.setFullscreen(output: nil)
    try bench.client.roundtrip()
    window.surface.attach(buffer: nil, x: 0, y: 0)
    window.surface.commit()
    window.xdgSurface.ackConfigure(serial: window.lastSerial)
    window.acknowledges = true
    window.surface.commit()
    try bench.client.roundtrip()
    window.show(10, 10, 0)
  },
  Oddity("the surface is destroyed before its toplevel") { bench in
    let window = try bench.client.window()
    window.surface.destroy()
    window.toplevel.setTitle(title: "late")
    window.toplevel.setMaximized()
    window.toplevel.setParent(parent: nil)
    window.xdgSurface.setWindowGeometry(x: 0, y: 0, width: 5, height: 5)
    try bench.client.roundtrip()
    #expect(bench.service.clientWindows.isEmpty)
    window.toplevel.destroy()
    window.xdgSurface.destroy()
    bench.client.wmBase.destroy()
  },
  Oddity("the surface is destroyed before its popup") { bench in
    let parent = try bench.client.window()
    let surface = bench.surface()
    let xdgSurface = bench.client.wmBase.getXdgSurface(surface: surface)
    let popup = xdgSurface.getPopup(parent: parent.xdgSurface, positioner: bench.positioner())
    surface.commit()
    try bench.client.roundtrip()
    surface.destroy()
    popup.reposition(positioner: bench.positioner(), token: 5)
    popup.destroy()
    xdgSurface.destroy()
  },
  Oddity("a toplevel again on the same surface, shown without a new buffer") { bench in
    let window = try bench.client.window()
    window.toplevel.destroy()
    let again = window.xdgSurface.getToplevel()
    window.surface.commit()
    try bench.client.roundtrip()
    window.surface.commit()
    try bench.client.roundtrip()
    #expect(bench.service.clientWindows.count == 1)
    again.destroy()
  },
  Oddity("a window geometry that the next, smaller buffer does not reach") { bench in
    let window = try bench.client.window(100, 100)
    window.xdgSurface.setWindowGeometry(x: 60, y: 60, width: 30, height: 30)
    window.surface.commit()
    window.show(20, 20, 0)
  },
  Oddity("everything at once on a new toplevel") { bench in
    let window = TestWindow(bench.client)
    window.toplevel.setTitle(title: "")
    window.toplevel.setAppId(appId: String(repeating: "x", count: 4000))
    window.toplevel.setMinSize(width: .max, height: .max)
    window.toplevel.setMaxSize(width: .max, height: .max)
    window.toplevel.setFullscreen(output: nil)
    window.toplevel.setMaximized()
    window.toplevel.setMinimized()
    window.toplevel.unsetFullscreen()
    window.toplevel.showWindowMenu(seat: bench.client.seat, serial: 7, x: .min, y: .max)
    window.toplevel.move(seat: bench.client.seat, serial: 7)
    window.surface.commit()
    try bench.client.roundtrip()
    window.show(3, 3, 0)
  },
]

@Test(arguments: oddities)
private func anOddXdgRequestIsNoError(_ oddity: Oddity) throws { try oddity.check() }
