internal import CasementControl
internal import Geometry
internal import WindowModel

extension ServiceConfiguration {
  /// What of the configuration the model decides by.
  var modelPolicy: ModelPolicy {
    ModelPolicy(
      placement: placement == .fill ? .fill : .natural, key: keyPolicy == .press ? .press : .explicit,
      mapKey: mapKey == .always ? .always : .token, screenLoss: screenLoss == .wait ? .wait : .move,
      suspendsCovered: suspendsCovered)
  }
}

extension ScreenTransform {
  /// The same in the geometry's terms.
  var geometry: Transform {
    switch self {
    case .normal: .normal
    case .rotated90: .rotated90
    case .rotated180: .rotated180
    case .rotated270: .rotated270
    case .flipped: .flipped
    case .flipped90: .flipped90
    case .flipped180: .flipped180
    case .flipped270: .flipped270
    }
  }
}

extension ScreenTransform {
  /// The same in the control socket's words.
  init(geometry: Transform) {
    self =
      switch geometry {
      case .normal: .normal
      case .rotated90: .rotated90
      case .rotated180: .rotated180
      case .rotated270: .rotated270
      case .flipped: .flipped
      case .flipped90: .flipped90
      case .flipped180: .flipped180
      case .flipped270: .flipped270
      }
  }
}

extension ModelError {
  /// What is wrong, for people.
  var sentence: String {
    switch self {
    case .invalidLevel: "a level is a finite number"
    case .parentLoop: "a window cannot be in front of itself"
    case .systemWindow: "a protocol decides this for a system window"
    case .invalidMode: "the screen has no such mode"
    case .invalidValue(let reason): reason
    case .nameTaken(let name): "there is a screen named \(name) already"
    case .denied: "this is not allowed for this screen"
    case .gone: "it is gone"
    }
  }
}

extension WindowModel {
  /// The screen that a window is seen on: nil while it is hidden, or hidden by the session lock.
  func shownScreen(of id: WindowID) -> ScreenID? {
    guard let window = window(id), window.isShown, !isLocked || window.kind == .lock else { return nil }
    return window.screen
  }
}

extension ScreenOverscan {
  /// The same in the geometry's terms.
  var geometry: EdgeInsets { EdgeInsets(top: top, left: left, bottom: bottom, right: right) }
}

extension ScreenOverscan.Compensation {
  /// The same in the model's terms.
  var model: OverscanCompensation {
    switch self {
    case .scale: .scale
    case .inset: .insetBounds
    case .none: .none
    }
  }

  /// The same in the control socket's words.
  init(model: OverscanCompensation) {
    self =
      switch model {
      case .scale: .scale
      case .insetBounds: .inset
      case .none: .none
      }
  }
}
