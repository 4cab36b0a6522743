internal import WaylandProtocols
internal import WaylandServer

/// `ext_workspace_manager_v1`: here all windows of all screens are one workspace, always shown, and nothing can be asked of it.
final class Workspaces {
  private unowned let service: WindowService
  private var managers = ObjectBag<WorkspaceManager>()

  init(_ service: WindowService) { self.service = service }

  func bind(_ resource: ExtWorkspaceManagerV1Resource) {
    guard let manager = WorkspaceManager(resource, service) else { return }
    resource.handler = manager
    managers.append(manager)
  }

  func remove(_ manager: WorkspaceManager) { managers.remove(manager) }

  /// A client made an object of a screen.
  func outputBound(_ output: WlOutputResource) {
    for manager in managers { manager.outputBound(output) }
  }

  /// The screen of these objects is gone.
  func outputGone(_ outputs: [WlOutputResource]) {
    for manager in managers { manager.outputGone(outputs) }
  }
}

/// `ext_workspace_manager_v1` of one client, with its one group and one workspace.
final class WorkspaceManager: ExtWorkspaceManagerV1Requests {
  private let resource: ExtWorkspaceManagerV1Resource
  private unowned let service: WindowService
  private let group: ExtWorkspaceGroupHandleV1Resource
  private let workspace: ExtWorkspaceHandleV1Resource

  /// Tells the client of all there is; nil where it cannot have more objects.
  init?(_ resource: ExtWorkspaceManagerV1Resource, _ service: WindowService) {
    self.resource = resource
    self.service = service
    guard let group = try? ExtWorkspaceGroupHandleV1Resource(client: resource.client, version: resource.version, id: 0),
      let workspace = try? ExtWorkspaceHandleV1Resource(client: resource.client, version: resource.version, id: 0)
    else {
      resource.client.post(.noMemory, from: resource)
      return nil
    }
    (self.group, self.workspace) = (group, workspace)
    group.handler = WorkspaceGroup()
    workspace.handler = Workspace()
    resource.sendWorkspaceGroup(workspaceGroup: group)
    resource.sendWorkspace(workspace: workspace)
    group.sendCapabilities(capabilities: [])
    for output in service.outputs.values.sorted(by: { $0.screen < $1.screen }) {
      for object in output.resources(of: resource.client) { group.sendOutputEnter(output: object) }
    }
    group.sendWorkspaceEnter(workspace: workspace)
    workspace.sendName(name: "1")
    workspace.sendCoordinates(coordinates: [0])
    workspace.sendState(state: .active)
    workspace.sendCapabilities(capabilities: [])
    resource.sendDone()
  }

  func outputBound(_ output: WlOutputResource) {
    guard output.client === resource.client else { return }
    group.sendOutputEnter(output: output)
    resource.sendDone()
  }

  func outputGone(_ outputs: [WlOutputResource]) {
    let own = outputs.filter { $0.client === resource.client }
    for output in own { group.sendOutputLeave(output: output) }
    if !own.isEmpty { resource.sendDone() }
  }

  /// What is asked of the group and the workspace takes effect here; nothing can be.
  func commit() throws(ProtocolError) {}

  func stop() throws(ProtocolError) { resource.sendFinished() }

  func resourceDestroyed() { service.workspaces.remove(self) }
}

/// `ext_workspace_group_handle_v1`: the group of all screens, which says that it can make no workspaces.
final class WorkspaceGroup: ExtWorkspaceGroupHandleV1Requests {
  func createWorkspace(workspace: String) throws(ProtocolError) {}
}

/// `ext_workspace_handle_v1`: the one workspace, which says that nothing can be done to it.
final class Workspace: ExtWorkspaceHandleV1Requests {
  func activate() throws(ProtocolError) {}
  func deactivate() throws(ProtocolError) {}
  func assign(workspaceGroup: ExtWorkspaceGroupHandleV1Resource) throws(ProtocolError) {}
  func remove() throws(ProtocolError) {}
}
