internal import Geometry
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `casement_screen_v1`: what one screen is, in the window model's terms, and requests to change it.
final class CasementScreen: CasementScreenV1Requests, NewsTeller {
  let resource: CasementScreenV1Resource
  /// Nil when the screen is gone.
  private(set) var screen: ScreenID?
  private unowned let service: WindowService
  private var told: ScreenProperties?
  private var isRemovalTold = false

  init(_ resource: CasementScreenV1Resource, _ screen: ScreenID?, _ service: WindowService) {
    self.resource = resource
    self.screen = screen
    self.service = service
  }

  var client: Client { resource.client }

  /// Tells a new object everything.
  func begin() {
    if let screen, let name = service.model.screen(screen)?.name { resource.sendIdentity(identity: name) }
    tellChanges()
    tellRemoval()
  }

  /// Tells what changed since the last time, where the screen is still there.
  func tellChanges() {
    guard let screen, let properties = ScreenProperties(screen, service.model) else {
      screen = nil
      return service.lateNews.forget(self)
    }
    guard properties != told else { return service.lateNews.forget(self) }
    guard told == nil || service.lateNews.maySend(200 + 28 * properties.modes.list.count, by: self) else { return }
    let old = told
    told = properties
    send(properties, after: old)
    resource.sendDone()
  }

  /// Tells that the screen is gone, where it is.
  func tellRemoval() {
    guard screen == nil, !isRemovalTold else { return }
    isRemovalTold = true
    resource.sendRemoved()
  }

  private func send(_ new: ScreenProperties, after old: ScreenProperties?) {
    if new.isMain != old?.isMain { resource.sendIsMain(isMain: new.isMain ? 1 : 0) }
    if new.bounds != old?.bounds { resource.sendBounds(width: Int32(new.bounds.width), height: Int32(new.bounds.height)) }
    if new.nativeBounds != old?.nativeBounds {
      resource.sendNativeBounds(width: Int32(new.nativeBounds.width), height: Int32(new.nativeBounds.height))
    }
    if new.scale120 != old?.scale120 { resource.sendScale(scale120: UInt32(new.scale120)) }
    if new.nativeScale120 != old?.nativeScale120 { resource.sendNativeScale(scale120: UInt32(new.nativeScale120)) }
    if new.orientation != old?.orientation { resource.sendOrientation(orientation: .init(new.orientation)) }
    if new.modes != old?.modes { send(new.modes) }
    if new.mirrors != old?.mirrors || old == nil {
      resource.sendMirrored(
        screen: service.windowExtension.resource(of: new.mirrors?.id, for: resource.client), identity: new.mirrors?.name)
    }
    if new.isCaptured != old?.isCaptured { resource.sendCaptured(captured: new.isCaptured ? 1 : 0) }
    if new.brightness != old?.brightness { resource.sendBrightness(brightness: new.brightness) }
    if new.overscanInsets != old?.overscanInsets {
      let insets = new.overscanInsets
      resource.sendOverscanInsets(
        top: Int32(clamping: insets.top), left: Int32(clamping: insets.left), bottom: Int32(clamping: insets.bottom),
        right: Int32(clamping: insets.right))
    }
    if new.maximumFramesPerSecond != old?.maximumFramesPerSecond { resource.sendMaxFps(maxFps: UInt32(new.maximumFramesPerSecond)) }
  }

  private func send(_ modes: ScreenProperties.Modes) {
    for (index, mode) in modes.list.enumerated() {
      var flags: CasementScreenV1.ModeFlag = []
      if index == modes.current { flags.insert(.current) }
      if index == modes.preferred { flags.insert(.preferred) }
      resource.sendMode(
        index: UInt32(index), width: Int32(mode.size.width), height: Int32(mode.size.height), refresh: Int32(mode.refresh), flags: flags)
    }
  }

  // MARK: Requests

  func setMode(index: UInt32) throws(ProtocolError) {
    guard let screen, let told else { return }
    guard told.modes.list.indices.contains(Int(index)) else {
      throw .casementScreenV1(.invalidMode, "there are \(told.modes.list.count) modes, and none has the index \(index)")
    }
    var change = ScreenChange()
    change.mode = Int(index)
    update(screen, change, .setMode)
  }

  func setOverscan(compensation: CasementScreenV1.Overscan) throws(ProtocolError) {
    guard compensation.isValid() else {
      throw .casementScreenV1(.invalidValue, "\(compensation.rawValue) is no way to deal with overscan; there are 0 to 2")
    }
    guard let screen else { return }
    var change = ScreenChange()
    change.overscan =
      switch compensation {
      case .scale: .scale
      case .insetBounds: .insetBounds
      default: OverscanCompensation.none
      }
    update(screen, change, .setOverscan)
  }

  func setBrightness(brightness: Double) throws(ProtocolError) {
    guard let screen else { return }
    do {
      service.perform(try service.model.setBrightness(screen, brightness))
    } catch {
      resource.sendDenied(request: .setBrightness)
    }
  }

  private func update(_ screen: ScreenID, _ change: ScreenChange, _ request: CasementScreenV1.Control) {
    do {
      try service.updateScreen(screen, change)
    } catch {
      resource.sendDenied(request: request)
    }
  }

  func catchUp() { tellChanges() }

  func resourceDestroyed() {
    service.lateNews.forget(self)
    service.windowExtension.forget(self)
  }
}

extension CasementScreenV1Resource {
  var casementScreen: CasementScreen? { handler.map { unsafe unsafeDowncast($0, to: CasementScreen.self) } }
}
