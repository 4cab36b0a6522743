internal import Geometry
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `zwlr_output_manager_v1`: tells one client of all heads, and lets it set them up.
final class OutputManager: ZwlrOutputManagerV1Requests, NewsTeller {
  private let resource: ZwlrOutputManagerV1Resource
  private unowned let service: WindowService
  private var heads: [OutputHead] = []

  init(_ resource: ZwlrOutputManagerV1Resource, _ service: WindowService) {
    self.resource = resource
    self.service = service
  }

  var client: Client { resource.client }
  func catchUp() { service.outputHeads.tell(self) }

  /// Tells the client what the heads are now, or lets it be told when it reads again.
  func update(to states: [HeadState], _ serial: UInt32) {
    guard service.lateNews.maySend(512 * states.count, by: self) else { return }
    for head in heads where !states.contains(where: { $0.name == head.name }) { head.finish() }
    heads.removeAll { !$0.isPresent }
    for state in states {
      if let head = heads.first(where: { $0.name == state.name }) {
        head.update(to: state)
      } else if let made = try? ZwlrOutputHeadV1Resource(client: resource.client, version: resource.version, id: 0) {
        let head = OutputHead(made, state.name)
        made.handler = head
        heads.append(head)
        resource.sendHead(head: made)
        head.update(to: state)
      } else {
        resource.client.post(.noMemory, from: resource)
      }
    }
    resource.sendDone(serial: serial)
  }

  /// The heads that a configuration has to name: those that the client was told of and still has.
  var namesToConfigure: [String] { heads.lazy.filter(\.isHeld).map(\.name) }

  func createConfiguration(id: ZwlrOutputConfigurationV1Resource, serial: UInt32) throws(ProtocolError) {
    id.handler = OutputConfiguration(id, self, service, serial)
  }

  func stop() throws(ProtocolError) { resource.sendFinished() }

  func resourceDestroyed() { service.outputHeads.remove(self) }
}

/// `zwlr_output_head_v1`: one head, as one client knows it.
final class OutputHead: ZwlrOutputHeadV1Requests {
  private let resource: ZwlrOutputHeadV1Resource
  let name: String
  private var modes: [OutputMode] = []
  private var told: HeadState?
  /// Whether there is such a head.
  private(set) var isPresent = true
  /// Whether the client has not released it.
  var isHeld: Bool { resource.isAlive }

  init(_ resource: ZwlrOutputHeadV1Resource, _ name: String) {
    self.resource = resource
    self.name = name
  }

  func update(to state: HeadState) {
    guard state != told, isHeld else { return }
    if told == nil { introduce() }
    for mode in modes where !state.modes.contains(mode.mode) { mode.finish() }
    modes.removeAll { !state.modes.contains($0.mode) }
    for (index, mode) in state.modes.enumerated() where !modes.contains(where: { $0.mode == mode }) {
      announce(mode, isPreferred: index == state.preferredMode)
    }
    if (state.use != nil) != (told?.use != nil) || told == nil { resource.sendEnabled(enabled: state.use == nil ? 0 : 1) }
    if let use = state.use { update(to: use, from: told?.use) }
    if told == nil { resource.sendAdaptiveSync(state: .disabled) }
    told = state
  }

  private func introduce() {
    resource.sendName(name: name)
    resource.sendDescription(description: "Casement screen \(name)")
    resource.sendMake(make: "Casement")
    resource.sendModel(model: name)
  }

  private func announce(_ mode: ScreenMode, isPreferred: Bool) {
    guard let made = try? ZwlrOutputModeV1Resource(client: resource.client, version: min(resource.version, 3), id: 0) else {
      resource.client.post(.noMemory, from: resource)
      return
    }
    let object = OutputMode(made, mode, of: name)
    made.handler = object
    modes.append(object)
    resource.sendMode(mode: made)
    object.introduce(isPreferred: isPreferred)
  }

  private func update(to use: HeadState.Use, from old: HeadState.Use?) {
    if use.mode != old?.mode, let mode = modes.first(where: { $0.mode == use.mode }) { resource.sendCurrentMode(mode: mode.resource) }
    if use.position != old?.position {
      resource.sendPosition(x: Int32(clamping: use.position.x), y: Int32(clamping: use.position.y))
    }
    if use.transform != old?.transform { resource.sendTransform(transform: .init(rawValue: UInt32(use.transform.rawValue))) }
    if use.scale120 != old?.scale120 { resource.sendScale(scale: Double(use.scale120) / 120) }
  }

  /// The head is gone.
  func finish() {
    isPresent = false
    for mode in modes { mode.finish() }
    modes = []
    resource.sendFinished()
  }
}

/// `zwlr_output_mode_v1`: one mode of a head, as one client knows it.
final class OutputMode: ZwlrOutputModeV1Requests {
  let resource: ZwlrOutputModeV1Resource
  let mode: ScreenMode
  /// The name of the head that has it.
  let head: String
  /// Whether the head still has it.
  private(set) var isPresent = true

  init(_ resource: ZwlrOutputModeV1Resource, _ mode: ScreenMode, of head: String) {
    self.resource = resource
    self.mode = mode
    self.head = head
  }

  func introduce(isPreferred: Bool) {
    resource.sendSize(width: Int32(mode.size.width), height: Int32(mode.size.height))
    resource.sendRefresh(refresh: Int32(mode.refresh))
    if isPreferred { resource.sendPreferred() }
  }

  func finish() {
    isPresent = false
    resource.sendFinished()
  }
}

extension ZwlrOutputHeadV1Resource {
  /// The head; nil when it is gone.
  var head: OutputHead? { handler.map { unsafe unsafeDowncast($0, to: OutputHead.self) }.flatMap { $0.isPresent ? $0 : nil } }
}

extension ZwlrOutputModeV1Resource {
  var mode: OutputMode? { handler.map { unsafe unsafeDowncast($0, to: OutputMode.self) } }
}
