import CasementControl
import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

extension Bench {
  fileprivate var icons: XdgToplevelIconManagerV1Proxy { client.bind(XdgToplevelIconManagerV1Proxy.self) }
  fileprivate func told() throws -> WindowInfo { try #require(try service.controller.windows().first) }
}

private typealias IconError = XdgToplevelIconV1.Error

private let offences = [
  Offence("a picture that is not square", "xdg_toplevel_icon_v1", IconError.invalidBuffer.rawValue) { bench in
    bench.icons.createIcon().addBuffer(buffer: bench.client.makeBuffer(16, 15, 0), scale: 1)
  },
  Offence("a picture not in shared memory", "xdg_toplevel_icon_v1", IconError.invalidBuffer.rawValue) { bench in
    let pixel = bench.client.bind(WpSinglePixelBufferManagerV1Proxy.self).createU32RgbaBuffer(r: 0, g: 0, b: 0, a: 0)
    bench.icons.createIcon().addBuffer(buffer: pixel, scale: 1)
  },
  Offence("a picture after the icon was set", "xdg_toplevel_icon_v1", IconError.immutable.rawValue) { bench in
    let (icons, window) = (bench.icons, TestWindow(bench.client))
    let icon = icons.createIcon()
    icons.setIcon(toplevel: window.toplevel, icon: icon)
    icon.addBuffer(buffer: bench.client.makeBuffer(16, 16, 0), scale: 1)
  },
  Offence("a name after the icon was set", "xdg_toplevel_icon_v1", IconError.immutable.rawValue) { bench in
    let (icons, window) = (bench.icons, TestWindow(bench.client))
    let icon = icons.createIcon()
    icon.setName(iconName: "a")
    icons.setIcon(toplevel: window.toplevel, icon: icon)
    icon.setName(iconName: "b")
  },
  Offence("a picture destroyed before its icon", "xdg_toplevel_icon_v1", IconError.noBuffer.rawValue) { bench in
    let buffer = bench.client.makeBuffer(16, 16, 0)
    let icon = bench.icons.createIcon()
    icon.addBuffer(buffer: buffer, scale: 1)
    buffer.destroy()
  },
  Offence("a picture destroyed before its icon, which is set", "xdg_toplevel_icon_v1", IconError.noBuffer.rawValue) { bench in
    let (icons, window) = (bench.icons, TestWindow(bench.client))
    let buffer = bench.client.makeBuffer(16, 16, 0)
    let icon = icons.createIcon()
    icon.addBuffer(buffer: buffer, scale: 1)
    icons.setIcon(toplevel: window.toplevel, icon: icon)
    buffer.destroy()
  },
]

@Test(arguments: offences)
private func aWrongIconEndsItsClient(_ offence: Offence) throws { try offence.check() }

@Test func usefulSizesAreToldAndThenDone() throws {
  let bench = try Bench()
  let log = EventLog()
  let icons = bench.icons
  icons.onEvent = { event in
    switch event {
    case .iconSize(let size): log.add("\(size)")
    case .done: log.add("done")
    }
  }
  try bench.client.roundtrip()
  #expect(log.taken == ["16", "24", "32", "48", "64", "128", "256", "done"])
}

@Test func anIconComesWithACommitAndStaysWhenItsObjectsGo() throws {
  let bench = try Bench()
  let (icons, window) = (bench.icons, try bench.client.window())
  let icon = icons.createIcon()
  icon.setName(iconName: "first")
  icon.setName(iconName: "editor")
  let buffers = [(16, 1), (32, 2), (16, 1), (16, 2)].map { side, scale in
    let buffer = bench.client.makeBuffer(side, side, 0)
    icon.addBuffer(buffer: buffer, scale: Int32(scale))
    return buffer
  }
  icons.setIcon(toplevel: window.toplevel, icon: icon)
  icon.destroy()
  for buffer in buffers { buffer.destroy() }
  try bench.client.roundtrip()
  #expect(try bench.told().icon == nil)
  window.surface.commit()
  try bench.client.roundtrip()
  // the second picture of a size and scale takes the place of the first
  let pictures: [IconInfo.Picture] = [.init(size: 32, scale: 2), .init(size: 16, scale: 1), .init(size: 16, scale: 2)]
  #expect(try bench.told().icon == IconInfo(name: "editor", pictures: pictures))
  #expect(bench.service.windows.first?.iconName == "editor")
}

@Test(arguments: [false, true])
func noIconAndAnIconWithNothingInItTakeTheIconAway(isNull: Bool) throws {
  let bench = try Bench()
  let (icons, window) = (bench.icons, TestWindow(bench.client))
  let icon = icons.createIcon()
  icon.setName(iconName: "editor")
  icons.setIcon(toplevel: window.toplevel, icon: icon)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try bench.told().icon == IconInfo(name: "editor", pictures: []))
  icons.setIcon(toplevel: window.toplevel, icon: isNull ? nil : icons.createIcon())
  try bench.client.roundtrip()
  #expect(try bench.told().icon != nil)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try bench.told().icon == nil)
}

@Test func oneIconServesSeveralWindows() throws {
  let bench = try Bench()
  let (icons, one, two) = (bench.icons, try bench.client.window(), try bench.client.window())
  let icon = icons.createIcon()
  icon.setName(iconName: "shared")
  for window in [one, two] {
    icons.setIcon(toplevel: window.toplevel, icon: icon)
    window.surface.commit()
  }
  icons.destroy()
  try bench.client.roundtrip()
  #expect(try bench.service.controller.windows().map(\.icon?.name) == ["shared", "shared"])
}

// MARK: xdg_toplevel_tag

@Test func tagsAndDescriptionsAreToldAndNameWindows() throws {
  let bench = try Bench()
  let tags = bench.client.bind(XdgToplevelTagManagerV1Proxy.self)
  let window = TestWindow(bench.client)
  tags.setToplevelTag(toplevel: window.toplevel, tag: "settings")
  tags.setToplevelDescription(toplevel: window.toplevel, description: "Ustawienia")
  try bench.client.roundtrip()
  #expect(try bench.told().tag == "settings")
  #expect(try bench.told().purpose == "Ustawienia")
  _ = try bench.client.window()
  tags.setToplevelTag(toplevel: window.toplevel, tag: "main window")
  tags.destroy()
  try bench.client.roundtrip()
  #expect(try bench.told().tag == "main window" && bench.told().purpose == "Ustawienia")
  #expect(bench.service.windows.first?.tag == "main window" && bench.service.windows.first?.purpose == "Ustawienia")
  let named = try bench.service.controller.window(WindowSelector(parsing: "tag=main window"))
  #expect(try named.rawValue == bench.told().id)
}

@Test func anUnmappedWindowForgetsWhatWasSaidOfIt() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  bench.client.bind(XdgToplevelTagManagerV1Proxy.self).setToplevelTag(toplevel: window.toplevel, tag: "settings")
  window.surface.attach(buffer: nil, x: 0, y: 0)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try bench.told().tag == nil)
}

// MARK: xdg_system_bell

@Test func theBellIsToldWithItsWindow() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let child = bench.surface()
  bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  let bell = bench.client.bind(XdgSystemBellV1Proxy.self)
  var rung: [Int?] = []
  let observation = bench.service.observe { if case .bellDidRing(let window) = $0 { rung.append(window?.id) } }
  var heard: [Int?] = []
  bench.service.incidentObservers.append { if case .bell(let id) = $0 { heard.append(id?.rawValue) } }
  bell.ring(surface: nil)
  bell.ring(surface: window.surface)
  bell.ring(surface: child)
  bell.ring(surface: bench.surface())
  bell.destroy()
  try bench.client.roundtrip()
  let id = try bench.told().id
  #expect(rung == [nil, id, id, nil])
  #expect(heard == rung)
  observation.cancel()
}
