internal import WaylandProtocols
internal import WindowModel

extension CasementWindowV1.Reason {
  /// The model's reason on the wire.
  init(_ reason: ChangeReason) {
    self =
      switch reason {
      case .requested: .requested
      case .windowHidden: .windowHidden
      case .windowDestroyed: .windowDestroyed
      case .clientGone: .clientGone
      case .screenLost: .screenLost
      case .notCapable: .notCapable
      case .fallback: .fallback
      case .controller: .controller
      case .lock: .lock
      case .press: .press
      }
  }
}

extension CasementWindowV1.Orientation {
  /// The model's orientation on the wire.
  init(_ orientation: Orientation) { self.init(rawValue: OrientationMask(orientation).rawValue) }
}
