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

/// A head as a test's client knows it.
final class TestHead {
  let proxy: ZwlrOutputHeadV1Proxy
  var name = ""
  var isEnabled: Bool?
  var modes: [TestMode] = []
  var current: TestMode?
  var position: [Int32]?
  var transform: WlOutput.Transform?
  var scale: Double?
  var isFinished = false
  var log: [String] = []

  /// A mode of it.
  final class TestMode {
    let proxy: ZwlrOutputModeV1Proxy
    var size: [Int32] = []
    var refresh: Int32 = 0
    var isPreferred = false
    var isFinished = false

    init(_ proxy: ZwlrOutputModeV1Proxy) {
      self.proxy = proxy
      proxy.onEvent = { [weak self] event in
        guard let self else { return }
        switch event {
        case .size(let width, let height): self.size = [width, height]
        case .refresh(let refresh): self.refresh = refresh
        case .preferred: self.isPreferred = true
        case .finished: self.isFinished = true
        }
      }
    }
  }

  init(_ proxy: ZwlrOutputHeadV1Proxy) {
    self.proxy = proxy
    proxy.onEvent = { [weak self] event in self?.hear(event) }
  }

  private func hear(_ event: ZwlrOutputHeadV1Event) {
    switch event {
    case .name(let name):
      self.name = name
      log.append("name")
    case .description: log.append("description")
    case .physicalSize: log.append("physical size")
    case .mode(let mode):
      modes.append(TestMode(mode))
      log.append("mode")
    case .enabled(let enabled):
      isEnabled = enabled != 0
      log.append("enabled \(enabled)")
    case .currentMode(let mode):
      current = modes.first { $0.proxy === mode }
      log.append("current mode")
    case .position(let x, let y):
      position = [x, y]
      log.append("position")
    case .transform(let transform):
      self.transform = transform
      log.append("transform")
    case .scale(let scale):
      self.scale = scale
      log.append("scale")
    case .finished:
      isFinished = true
      log.append("finished")
    case .make: log.append("make")
    case .model: log.append("model")
    case .serialNumber: log.append("serial number")
    case .adaptiveSync(let state): log.append("adaptive sync \(state.rawValue)")
    }
  }
}

/// A client that sets up screens.
final class HeadClient {
  let client: TestClient
  let manager: ZwlrOutputManagerV1Proxy
  private(set) var heads: [TestHead] = []
  private(set) var serial: UInt32 = 0
  private(set) var doneCount = 0
  private(set) var isFinished = false

  init(_ client: TestClient, version: UInt32? = nil) throws {
    self.client = client
    manager = client.bind(ZwlrOutputManagerV1Proxy.self, version: version)
    manager.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .head(let head): self.heads.append(TestHead(head))
      case .done(let serial):
        self.serial = serial
        self.doneCount += 1
      case .finished: self.isFinished = true
      }
    }
    try client.roundtrip()
  }

  subscript(name: String) -> TestHead { heads.last { $0.name == name }! }

  /// Begins a configuration that enables every head but those of `off`.
  func configuration(serial: UInt32? = nil, off: Set<String> = []) -> TestConfiguration {
    let made = TestConfiguration(manager.createConfiguration(serial: serial ?? self.serial))
    for head in heads where !head.isFinished {
      if off.contains(head.name) {
        made.proxy.disableHead(head: head.proxy)
      } else {
        made.heads[head.name] = made.proxy.enableHead(head: head.proxy)
      }
    }
    return made
  }
}

/// A configuration and its answer.
final class TestConfiguration {
  let proxy: ZwlrOutputConfigurationV1Proxy
  var heads: [String: ZwlrOutputConfigurationHeadV1Proxy] = [:]
  private(set) var answers: [String] = []

  init(_ proxy: ZwlrOutputConfigurationV1Proxy) {
    self.proxy = proxy
    proxy.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .succeeded: self.answers.append("succeeded")
      case .failed: self.answers.append("failed")
      case .cancelled: self.answers.append("cancelled")
      }
    }
  }

  /// Applies it, or tries it. - Returns: the answer.
  func use(_ client: TestClient, isTest: Bool = false) throws -> [String] {
    if isTest { proxy.test() } else { proxy.apply() }
    try client.roundtrip()
    return answers
  }
}
