package import CasementControl
internal import Geometry
package import WindowModel

/// Screens come, change and go.
extension WindowService {
  /// Connects a screen. - Returns: its id.
  ///
  /// - Throws: `ServiceError.screen` where its name is in use, or a value is out of range.
  @discardableResult
  func connectScreen(_ spec: ScreenSpec) throws(ServiceError) -> ScreenID {
    // what the model counts in whole thousandths
    guard spec.refresh > 0, spec.refresh <= ScreenSpec.rates.upperBound else {
      throw .screen("a rate is at most \(ScreenSpec.rates.upperBound.short) frames a second, and more than 0, not \(spec.refresh)")
    }
    if let name = spec.name, ScreenSpec.isReserved(name) { throw .screen("no screen can be called “\(name)”") }
    do throws(ModelError) {
      let added = try model.addScreen(description(of: spec))
      screenSpecs[added.id] = spec
      perform(added.events)
      return added.id
    } catch {
      throw .screen(error.sentence)
    }
  }

  /// Throws where a new screen is to mirror one that is not there, or, directly or by others, itself.
  func checkMirror(of spec: ScreenSpec) throws(ServiceError) {
    guard let mirror = spec.mirroredName else { return }
    guard let source = model.screen(named: mirror) else {
      let names = model.screens.map(\.name)
      throw .screen("there is no screen “\(mirror)” to mirror" + (names.isEmpty ? "" : "; there are \(names.joined(separator: ", "))"))
    }
    if let name = spec.name, model.mirrors(source, screenNamed: name) {
      throw .screen("the screen “\(name)” cannot mirror itself, directly or by “\(mirror)”")
    }
  }

  /// What was asked for when `screen` was connected; nil when it is gone.
  package func spec(of screen: ScreenID) -> ScreenSpec? { screenSpecs[screen] }

  private func description(of spec: ScreenSpec) -> ScreenDescription {
    var description = ScreenDescription(
      name: spec.name ?? freeName(),
      modes: [ScreenMode(size: Size(width: spec.width, height: spec.height), refresh: Int((spec.refresh * 1000).rounded()))])
    description.scale = spec.scale
    description.transform = spec.transform.geometry
    if spec.x != nil || spec.y != nil { description.position = Point(x: spec.x ?? 0, y: spec.y ?? 0) }
    description.mirror = MirrorWish(spec.mirror)
    description.overscanInsets = spec.overscan.geometry
    description.overscan = spec.compensation.model
    return description
  }

  private func freeName() -> String {
    var number = 1
    func name() -> String { "\(configuration.screenPrefix)-\(number)" }
    while model.screen(named: name()) != nil || outputHeads.isOff(name()) { number += 1 }
    return name()
  }

  /// Changes a screen, as its backend finds it to be.
  ///
  /// - Throws: `ServiceError.screen` for a value that is out of range.
  package func changeScreen(_ screen: ScreenID, _ change: ScreenChange) throws(ServiceError) {
    do throws(ModelError) { try updateScreen(screen, change) } catch { throw .screen(error.sentence) }
  }

  /// Changes a screen, and tells everyone.
  ///
  /// - Throws: what the model throws.
  func updateScreen(_ screen: ScreenID, _ change: ScreenChange) throws(ModelError) {
    try seat.touch.turningWindows { () throws(ModelError) in perform(try model.updateScreen(screen, change)) }
  }

  /// Disconnects a screen: whoever looked at it does so no longer.
  package func disconnectScreen(_ screen: ScreenID) { perform(model.removeScreen(screen)) }
}

extension MirrorWish {
  /// What `mirror=` of a screen asks for; nil: nothing was said.
  init(_ word: String?) {
    self =
      switch word {
      case nil, ScreenSpec.unaskedName: .byPolicy
      case ScreenSpec.noName: .itself
      case let name?: .screen(name)
      }
  }
}
