internal import Geometry
internal import WaylandClient
internal import WaylandProtocols

/// One output of the host, as far as windows on it care.
final class HostOutput {
  /// Its number among the host's globals.
  let name: UInt32
  let proxy: WlOutputProxy
  private(set) var scale = 1
  private(set) var transform = Transform.normal
  /// Frames in a thousand seconds; 0 where the host does not say.
  private(set) var refresh = 0

  /// - Parameter changed: called when the host has told all that changed.
  init(_ name: UInt32, _ proxy: WlOutputProxy, changed: @escaping () -> Void) {
    self.name = name
    self.proxy = proxy
    proxy.onEvent = { [unowned self] event in
      switch event {
      case .geometry(_, _, _, _, _, _, _, let transform):
        self.transform = Transform(rawValue: Int32(bitPattern: transform.rawValue)) ?? .normal
      case .mode(let flags, _, _, let refresh):
        if flags.contains(.current) { self.refresh = Int(max(refresh, 0)) }
      case .scale(let factor): self.scale = min(max(Int(factor), 1), 8)
      case .done: changed()
      case .name, .description: break
      }
    }
  }

  func release() {
    if proxy.version >= 3 { proxy.release() } else { proxy.destroyProxy() }
  }
}
