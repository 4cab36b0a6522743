import CasementControl
import CasementTesting
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// What a task bar was told of one toplevel.
private final class TestHandle {
  let proxy: ZwlrForeignToplevelHandleV1Proxy
  var title: String?
  var appID: String?
  var states: [UInt32] = []
  var outputs: [UInt32] = []
  var parent: UInt32?
  var isClosed = false
  var doneCount = 0

  init(_ proxy: ZwlrForeignToplevelHandleV1Proxy) {
    self.proxy = proxy
    proxy.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .title(let title): self.title = title
      case .appId(let appID): self.appID = appID
      case .outputEnter(let output): self.outputs.append(output?.id ?? 0)
      case .outputLeave(let output): self.outputs.removeAll { $0 == output?.id ?? 0 }
      case .state(let states): self.states = states.words
      case .done: self.doneCount += 1
      case .closed: self.isClosed = true
      case .parent(let parent): self.parent = parent?.id
      }
    }
  }
}

/// A service with an app and a task bar.
private final class Scene {
  let test: TestService
  let app: TestClient
  let bar: TestClient
  private(set) var handles: [TestHandle] = []
  private(set) var isFinished = false
  private(set) var manager: ZwlrForeignToplevelManagerV1Proxy!
  var service: WindowService { test.service }

  init(_ configuration: ServiceConfiguration = .manual) throws {
    test = try TestService(configuration)
    app = try test.connect()
    bar = try test.connect()
  }

  func bind(version: UInt32 = 3) throws {
    manager = bar.bind(ZwlrForeignToplevelManagerV1Proxy.self, version: version)
    manager.onEvent = { [unowned self] event in
      switch event {
      case .toplevel(let handle): self.handles.append(TestHandle(handle))
      case .finished: self.isFinished = true
      }
    }
    try bar.roundtrip()
  }

  /// Lets the task bar's requests reach the app.
  func settle() throws {
    try bar.roundtrip()
    try app.roundtrip()
    try bar.roundtrip()
  }
}

@Test func aTaskBarHearsOfToplevelsThatAreThereAndThatCome() throws {
  let scene = try Scene()
  let output = scene.bar.bind(WlOutputProxy.self)
  let first = try scene.app.makeWindow(1280, 720, 0xFF00_FF00, appID: "one", title: "One")
  let unmapped = TestWindow(scene.app)
  unmapped.surface.commit()
  try scene.app.roundtrip()
  try scene.bind()
  #expect(scene.handles.count == 1)
  let one = try #require(scene.handles.first)
  #expect(one.title == "One")
  #expect(one.appID == "one")
  #expect(one.states == [0, 2])
  #expect(one.outputs == [output.id])
  #expect(one.doneCount == 1)
  let second = TestWindow(scene.app)
  second.toplevel.setTitle(title: "Two")
  second.toplevel.setParent(parent: first.toplevel)
  second.surface.commit()
  try scene.app.roundtrip()
  second.show(100, 100, 0xFFFF_0000)
  try scene.settle()
  #expect(scene.handles.count == 2)
  #expect(scene.handles[1].title == "Two")
  #expect(scene.handles[1].parent == one.proxy.id)
  #expect(scene.handles[1].states == [2])
  #expect(one.states == [0])
  #expect(one.doneCount == 2)
}

@Test func changesAreToldOnceAndTogether() throws {
  let scene = try Scene()
  let window = try scene.app.makeWindow(1280, 720, 0xFF00_FF00)
  try scene.bind()
  let handle = scene.handles[0]
  window.toplevel.setTitle(title: "Test")
  try scene.settle()
  #expect(handle.doneCount == 1, "nothing is new")
  window.toplevel.setTitle(title: "Another")
  window.toplevel.setAppId(appId: "another")
  try scene.settle()
  #expect(handle.title == "Another")
  #expect(handle.appID == "another")
  #expect(handle.doneCount == 3)
}

@Test func aToplevelWithoutContentIsClosedAndComesBackAsAnother() throws {
  let scene = try Scene()
  let window = try scene.app.makeWindow(1280, 720, 0xFF00_FF00)
  try scene.bind()
  window.surface.attach(buffer: nil, x: 0, y: 0)
  window.surface.commit()
  try scene.settle()
  #expect(scene.handles[0].isClosed)
  scene.handles[0].proxy.activate(seat: scene.bar.seat)
  scene.handles[0].proxy.close()
  window.surface.commit()
  try scene.settle()
  window.show(1280, 720, 0xFF00_FF00)
  try scene.settle()
  #expect(scene.handles.count == 2)
  #expect(!window.events.contains { if case .close = $0 { true } else { false } })
  scene.service.clientWindows[try scene.service.id(of: window.surface)]?.client.disconnect()
  try scene.bar.roundtrip()
  #expect(scene.handles[1].isClosed)
}

@Test func aTaskBarMayDoWhatAControllerMay() throws {
  var configuration = ServiceConfiguration.manual
  configuration.placement = .natural
  let scene = try Scene(configuration)
  let window = try scene.app.makeWindow(300, 200, 0xFF00_FF00)
  let id = try scene.service.id(of: window.surface)
  let other = try scene.app.makeWindow(300, 200, 0xFFFF_0000)
  try scene.bind()
  let handle = try #require(scene.handles.first)
  var states: [[UInt32]] = []
  for request in [
    { handle.proxy.activate(seat: scene.bar.seat) }, { handle.proxy.setMaximized() }, { handle.proxy.unsetMaximized() },
    { handle.proxy.setMinimized() }, { handle.proxy.unsetMinimized() }, { handle.proxy.setFullscreen(output: nil) },
    { handle.proxy.unsetFullscreen() },
  ] {
    request()
    try scene.settle()
    states.append(handle.states)
  }
  #expect(states == [[2], [0, 2], [2], [1], [2], [2, 3], [2]])
  #expect(scene.service.model.key == id)
  #expect(!other.isActivated)
  handle.proxy.close()
  try scene.settle()
  #expect(window.events.contains { if case .close = $0 { true } else { false } })
  handle.proxy.setRectangle(surface: scene.bar.compositor.createSurface(), x: -5, y: 0, width: 0, height: 10)
  #expect(scene.bar.failure() == nil)
  handle.proxy.setRectangle(surface: scene.bar.compositor.createSurface(), x: 0, y: 0, width: -1, height: 10)
  #expect(isError(scene.bar.failure(), "zwlr_foreign_toplevel_handle_v1", 0))
  #expect(scene.service.model.window(id) != nil)
}

@Test(arguments: [false, true]) func aTaskBarThatGivesAWindowThatWasPutAwayAStateBringsItBack(isFullscreen: Bool) throws {
  let scene = try Scene()
  let window = try scene.app.makeWindow(300, 200, 0xFF00_FF00)
  let id = try scene.service.id(of: window.surface)
  try scene.bind()
  let handle = try #require(scene.handles.first)
  handle.proxy.setMinimized()
  try scene.settle()
  #expect(handle.states.contains(1))
  if isFullscreen { handle.proxy.setFullscreen(output: nil) } else { handle.proxy.setMaximized() }
  try scene.settle()
  #expect(!handle.states.contains(1))
  #expect(handle.states.contains(isFullscreen ? 3 : 0))
  #expect(scene.service.model.key == id)
}

@Test func unminimisingWhatIsNotMinimisedChangesNothing() throws {
  let scene = try Scene()
  _ = try scene.app.makeWindow(300, 200, 0xFF00_FF00)
  let other = try scene.app.makeWindow(300, 200, 0xFFFF_0000)
  try scene.bind()
  // the list has the first window first
  scene.handles[0].proxy.unsetMinimized()
  try scene.settle()
  #expect(scene.service.model.key == (try scene.service.id(of: other.surface)))
}

@Test func fullscreenGoesToTheScreenNamedAndOutputsFollow() throws {
  let scene = try Scene()
  try scene.service.connectScreen(ScreenSpec(width: 800, height: 600))
  try scene.bar.roundtrip()
  let outputs = [scene.bar.bind(WlOutputProxy.self, index: 0), scene.bar.bind(WlOutputProxy.self, index: 1)]
  let window = try scene.app.makeWindow(1280, 720, 0xFF00_FF00)
  try scene.bind()
  scene.handles[0].proxy.setFullscreen(output: outputs[1])
  try scene.settle()
  #expect(window.configures.last?.width == 800)
  #expect(scene.handles[0].outputs == [outputs[1].id])
  let late = scene.bar.bind(WlOutputProxy.self, index: 1)
  try scene.settle()
  #expect(scene.handles[0].outputs == [outputs[1].id, late.id])
}

@Test func anOldTaskBarHearsNothingOfFullscreenAndParents() throws {
  let scene = try Scene()
  let window = try scene.app.makeWindow(1280, 720, 0xFF00_FF00)
  try scene.bind(version: 1)
  window.toplevel.setFullscreen(output: nil)
  try scene.settle()
  #expect(!scene.handles[0].states.contains(3))
}

@Test func stoppingEndsTheManagerAndKeepsTheHandles() throws {
  let scene = try Scene()
  let window = try scene.app.makeWindow(1280, 720, 0xFF00_FF00)
  try scene.bind()
  scene.manager.stop()
  try scene.settle()
  #expect(scene.isFinished)
  _ = try scene.app.makeWindow(1280, 720, 0xFFFF_0000)
  window.toplevel.setTitle(title: "Still told")
  try scene.settle()
  #expect(scene.handles.count == 1)
  #expect(scene.handles[0].title == "Still told")
}

/// What a client was told of one toplevel by the list.
private final class ListedToplevel {
  var title: String?
  var appID: String?
  var identifier: String?
  var doneCount = 0
  var isClosed = false

  init(_ proxy: ExtForeignToplevelHandleV1Proxy) {
    proxy.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .closed: self.isClosed = true
      case .done: self.doneCount += 1
      case .title(let title): self.title = title
      case .appId(let appID): self.appID = appID
      case .identifier(let identifier): self.identifier = identifier
      }
    }
  }
}

@Test func theListNamesEachMappingOfAToplevel() throws {
  let test = try TestService()
  let app = try test.connect()
  let window = try app.makeWindow(1280, 720, 0xFF00_FF00, appID: "app", title: "Title")
  let client = try test.connect()
  var listed: [[ListedToplevel]] = [[], []]
  var finished = 0
  let lists = [client.bind(ExtForeignToplevelListV1Proxy.self), client.bind(ExtForeignToplevelListV1Proxy.self)]
  for (index, list) in lists.enumerated() {
    list.onEvent = { event in
      switch event {
      case .toplevel(let handle): listed[index].append(ListedToplevel(handle))
      case .finished: finished += 1
      }
    }
  }
  try client.roundtrip()
  let first = try #require(listed[0].first)
  #expect(first.title == "Title")
  #expect(first.appID == "app")
  #expect(first.doneCount == 1)
  #expect(first.identifier?.isEmpty == false)
  #expect(first.identifier == listed[1].first?.identifier, "the name is the same for all")
  window.surface.attach(buffer: nil, x: 0, y: 0)
  window.surface.commit()
  window.surface.commit()
  try app.roundtrip()
  window.show(1280, 720, 0xFF00_FF00)
  try app.roundtrip()
  lists[1].stop()
  lists[1].stop()
  try client.roundtrip()
  #expect(first.isClosed)
  #expect(listed[0].count == 2)
  #expect(listed[0][1].identifier != first.identifier)
  #expect(finished == 1)
  _ = try app.makeWindow(1280, 720, 0xFFFF_0000)
  try client.roundtrip()
  #expect(listed.map(\.count) == [3, 2])
  lists[1].destroy()
  #expect(client.failure() == nil)
}
