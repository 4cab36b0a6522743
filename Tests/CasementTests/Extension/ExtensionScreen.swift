import CasementTesting
import WaylandClient
import WaylandProtocols

@testable import Casement

/// A screen of the extension in a test's client.
final class ExtensionScreen {
  unowned let client: ExtensionClient
  let output: WlOutputProxy
  let proxy: CasementScreenV1Proxy
  /// What it was told, oldest first.
  private(set) var log: [String] = []

  init(_ output: WlOutputProxy, _ client: ExtensionClient, _ name: String) throws {
    self.client = client
    self.output = output
    proxy = client.manager.getScreen(output: output)
    client.screenNames[ObjectIdentifier(proxy)] = name
    proxy.onEvent = { [unowned self] event in
      let line = self.line(event)
      self.log.append(line)
      self.client.world.note("\(name): \(line)")
    }
    try client.core.roundtrip()
  }

  /// What it was told since the last time.
  func take() throws -> [String] {
    try client.world.sync()
    defer { log = [] }
    return log
  }

  private func line(_ event: CasementScreenV1Event) -> String {
    switch event {
    case .identity(let identity): "identity \(identity)"
    case .isMain(let isMain): "main \(isMain)"
    case .bounds(let width, let height): "bounds \(width)x\(height)"
    case .nativeBounds(let width, let height): "native bounds \(width)x\(height)"
    case .scale(let scale): "scale \(scale)"
    case .nativeScale(let scale): "native scale \(scale)"
    case .orientation(let orientation): "orientation \(orientation.rawValue)"
    case .mode(let index, let width, let height, let refresh, let flags):
      "mode \(index) \(width)x\(height)@\(refresh)\(flags.contains(.current) ? " current" : "")\(flags.contains(.preferred) ? " preferred" : "")"
    case .mirrored(let screen, let identity):
      "mirrored \(screen.map { client.screenNames[ObjectIdentifier($0)] ?? "?" } ?? "-") \(identity ?? "none")"
    case .captured(let captured): "captured \(captured)"
    case .brightness(let brightness): "brightness \(brightness.short)"
    case .overscanInsets(let top, let left, let bottom, let right): "overscan \(top),\(left),\(bottom),\(right)"
    case .maxFps(let frames): "max_fps \(frames)"
    case .done: "done"
    case .removed: "removed"
    case .denied(let request): "denied \(request.rawValue)"
    }
  }
}
