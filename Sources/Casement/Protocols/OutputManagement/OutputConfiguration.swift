internal import Geometry
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `zwlr_output_configuration_v1`: what one client wants of all heads at once.
final class OutputConfiguration: ZwlrOutputConfigurationV1Requests {
  private let resource: ZwlrOutputConfigurationV1Resource
  private let manager: OutputManager
  private unowned let service: WindowService
  private let serial: UInt32
  private var wishes: [(name: String, head: OutputConfigurationHead?)] = []
  /// Whether it names a head that is gone.
  private var isOutOfDate = false
  private var isUsed = false

  init(_ resource: ZwlrOutputConfigurationV1Resource, _ manager: OutputManager, _ service: WindowService, _ serial: UInt32) {
    self.resource = resource
    self.manager = manager
    self.service = service
    self.serial = serial
  }

  func enableHead(id: ZwlrOutputConfigurationHeadV1Resource, head: ZwlrOutputHeadV1Resource) throws(ProtocolError) {
    guard let name = try configure(head) else { return }
    let made = OutputConfigurationHead(name)
    id.handler = made
    wishes.append((name, made))
  }

  func disableHead(head: ZwlrOutputHeadV1Resource) throws(ProtocolError) {
    if let name = try configure(head) { wishes.append((name, nil)) }
  }

  /// - Returns: the head's name; nil where it is gone, so that the configuration will be cancelled.
  private func configure(_ head: ZwlrOutputHeadV1Resource) throws(ProtocolError) -> String? {
    try mustNotBeUsed()
    guard let name = head.head?.name else {
      isOutOfDate = true
      return nil
    }
    guard !wishes.contains(where: { $0.name == name }) else {
      throw .zwlrOutputConfigurationV1(.alreadyConfiguredHead, "the head \(name) is named twice")
    }
    return name
  }

  func apply() throws(ProtocolError) { try use(isTest: false) }
  func test() throws(ProtocolError) { try use(isTest: true) }

  private func use(isTest: Bool) throws(ProtocolError) {
    try mustNotBeUsed()
    isUsed = true
    for wish in wishes { wish.head?.close() }
    guard serial == service.outputHeads.serial, !isOutOfDate else { return resource.sendCancelled() }
    if let missing = manager.namesToConfigure.first(where: { name in !wishes.contains { $0.name == name } }) {
      throw .zwlrOutputConfigurationV1(.unconfiguredHead, "the head \(missing) is neither enabled nor disabled")
    }
    let isDone = service.outputHeads.apply(wishes.map { ($0.name, $0.head.map { .on($0.change) } ?? .off) }, isTest: isTest)
    if isDone { resource.sendSucceeded() } else { resource.sendFailed() }
  }

  private func mustNotBeUsed() throws(ProtocolError) {
    if isUsed { throw .zwlrOutputConfigurationV1(.alreadyUsed, "the configuration was tried or applied already") }
  }
}

/// `zwlr_output_configuration_head_v1`: what is wanted of one head.
final class OutputConfigurationHead: ZwlrOutputConfigurationHeadV1Requests {
  private let name: String
  private(set) var change = HeadChange()
  private var isAdaptiveSet = false
  private var isClosed = false

  init(_ name: String) { self.name = name }

  /// The configuration was used: nothing counts any more.
  func close() { isClosed = true }

  private func mustNotBeSet(_ isSet: Bool, _ property: String) throws(ProtocolError) {
    if isSet { throw .zwlrOutputConfigurationHeadV1(.alreadySet, "the \(property) of \(name) is set twice") }
  }

  func setMode(mode: ZwlrOutputModeV1Resource) throws(ProtocolError) {
    guard !isClosed else { return }
    try mustNotBeSet(change.mode != nil, "mode")
    guard let object = mode.mode, object.head == name else {
      throw .zwlrOutputConfigurationHeadV1(.invalidMode, "zwlr_output_mode_v1#\(mode.id) is not a mode of \(name)")
    }
    change.mode = object.mode
  }

  func setCustomMode(width: Int32, height: Int32, refresh: Int32) throws(ProtocolError) {
    guard !isClosed else { return }
    try mustNotBeSet(change.mode != nil, "mode")
    guard width > 0, height > 0, refresh >= 0 else {
      throw .zwlrOutputConfigurationHeadV1(.invalidCustomMode, "a mode of \(width)×\(height) at \(refresh) mHz")
    }
    // no rate is the server's choice
    change.mode = ScreenMode(size: Size(width: Int(width), height: Int(height)), refresh: refresh == 0 ? 60_000 : Int(refresh))
  }

  func setPosition(x: Int32, y: Int32) throws(ProtocolError) {
    guard !isClosed else { return }
    try mustNotBeSet(change.position != nil, "position")
    change.position = Point(x: Int(x), y: Int(y))
  }

  func setTransform(transform: WlOutput.Transform) throws(ProtocolError) {
    guard !isClosed else { return }
    try mustNotBeSet(change.transform != nil, "transform")
    guard let value = Transform(rawValue: Int32(bitPattern: transform.rawValue)) else {
      throw .zwlrOutputConfigurationHeadV1(
        .invalidTransform, "\(Int32(bitPattern: transform.rawValue)) is not a transform; there are 0 to 7")
    }
    change.transform = value
  }

  func setScale(scale: Double) throws(ProtocolError) {
    guard !isClosed else { return }
    try mustNotBeSet(change.scale != nil, "scale")
    guard scale > 0 else { throw .zwlrOutputConfigurationHeadV1(.invalidScale, "a scale of \(scale) is not positive") }
    change.scale = scale
  }

  func setAdaptiveSync(state: ZwlrOutputHeadV1.AdaptiveSyncState) throws(ProtocolError) {
    guard !isClosed else { return }
    try mustNotBeSet(isAdaptiveSet, "adaptive sync state")
    guard state.isValid() else {
      throw .zwlrOutputConfigurationHeadV1(.invalidAdaptiveSyncState, "\(state.rawValue) is not a state of adaptive sync")
    }
    isAdaptiveSet = true
    change.isAdaptive = state == .enabled
  }
}
