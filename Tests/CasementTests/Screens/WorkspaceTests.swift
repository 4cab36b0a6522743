import CasementControl
import CasementTesting
import Geometry
import Glibc
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// What a client is told of workspaces, in words.
private final class TestWorkspaces {
  let manager: ExtWorkspaceManagerV1Proxy
  private(set) var group: ExtWorkspaceGroupHandleV1Proxy?
  private(set) var workspace: ExtWorkspaceHandleV1Proxy?
  private let events = EventLog()
  var taken: [String] { events.taken }

  init(_ client: TestClient) {
    manager = client.bind(ExtWorkspaceManagerV1Proxy.self)
    manager.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .workspaceGroup(let group): self.hear(group)
      case .workspace(let workspace): self.hear(workspace)
      case .done: self.events.add("done")
      case .finished: self.events.add("finished")
      }
    }
  }

  private func hear(_ group: ExtWorkspaceGroupHandleV1Proxy) {
    self.group = group
    events.add("group")
    group.onEvent = { [events] event in
      switch event {
      case .capabilities(let capabilities): events.add("group can \(capabilities.rawValue)")
      case .outputEnter: events.add("output enter")
      case .outputLeave: events.add("output leave")
      case .workspaceEnter: events.add("workspace enter")
      case .workspaceLeave: events.add("workspace leave")
      case .removed: events.add("group removed")
      }
    }
  }

  private func hear(_ workspace: ExtWorkspaceHandleV1Proxy) {
    self.workspace = workspace
    events.add("workspace")
    workspace.onEvent = { [events] event in
      switch event {
      case .id: events.add("id")
      case .name(let name): events.add("name \(name)")
      case .coordinates(let bytes): events.add("coordinates \(bytes.words)")
      case .state(let state): events.add("state \(state.rawValue)")
      case .capabilities(let capabilities): events.add("workspace can \(capabilities.rawValue)")
      case .removed: events.add("workspace removed")
      }
    }
  }
}

@Test func thereIsOneWorkspaceOnAllScreens() throws {
  let bench = try Bench()
  let output = bench.client.bind(WlOutputProxy.self)
  let workspaces = TestWorkspaces(bench.client)
  try bench.client.roundtrip()
  #expect(
    workspaces.taken == [
      "group", "workspace", "group can 0", "output enter", "workspace enter", "name 1", "coordinates [0]", "state 1", "workspace can 0",
      "done",
    ])
  withExtendedLifetime(output) {}
}

@Test func screensEnterAndLeaveTheGroup() throws {
  let bench = try Bench()
  let workspaces = TestWorkspaces(bench.client)
  try bench.client.roundtrip()
  _ = workspaces.taken
  let output = bench.client.bind(WlOutputProxy.self)
  try bench.client.roundtrip()
  #expect(workspaces.taken == ["output enter", "done"])
  bench.service.perform(bench.service.model.removeScreen(try #require(bench.service.model.mainScreen)))
  try bench.client.roundtrip()
  #expect(workspaces.taken == ["output leave", "done"])
  withExtendedLifetime(output) {}
}

@Test func whatCannotBeAskedForIsIgnored() throws {
  let bench = try Bench()
  let workspaces = TestWorkspaces(bench.client)
  try bench.client.roundtrip()
  _ = workspaces.taken
  let (group, workspace) = (try #require(workspaces.group), try #require(workspaces.workspace))
  group.createWorkspace(workspace: "more")
  workspace.activate()
  workspace.deactivate()
  workspace.assign(workspaceGroup: group)
  workspace.remove()
  workspaces.manager.commit()
  try bench.client.roundtrip()
  #expect(workspaces.taken.isEmpty)
}

@Test func aManagerOfWorkspacesCanBeStoppedAndItsHandlesDestroyed() throws {
  let bench = try Bench()
  let workspaces = TestWorkspaces(bench.client)
  try bench.client.roundtrip()
  workspaces.workspace?.destroy()
  workspaces.manager.stop()
  try bench.client.roundtrip()
  #expect(workspaces.taken.last == "finished")
  workspaces.group?.destroy()
  _ = bench.client.bind(WlOutputProxy.self)
  try bench.client.roundtrip()
  #expect(workspaces.taken.isEmpty)
}
