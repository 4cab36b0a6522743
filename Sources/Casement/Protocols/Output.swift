internal import Geometry
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// One screen as clients see it: a `wl_output` global and the objects that clients made of it.
final class OutputGlobal {
  /// The screen.
  let screen: ScreenID
  private unowned let service: WindowService
  private var global: Global?
  private var objects = ObjectBag<OutputObject>()
  private var told: Description
  /// Whether the screen is gone.
  private(set) var isWithdrawn = false

  /// What clients are told.
  private struct Description: Equatable {
    var origin: Point<LayoutPoints>
    var size: Size<LayoutPoints>
    var mode: ScreenMode
    var preferred: Bool
    var scale: Int
    var transform: Transform
    var name: String

    init(_ screen: ModelScreen) {
      origin = screen.frame.origin
      size = screen.frame.size
      mode = screen.mode
      preferred = screen.currentMode == screen.preferredMode
      scale = screen.scale
      transform = screen.transform
      name = screen.name
    }
  }

  init(_ screen: ScreenID, _ service: WindowService) {
    self.screen = screen
    self.service = service
    told = Description(service.model.screen(screen)!)
    let version = service.configuration.protocols.version(of: WlOutputResource.interfaceName, upTo: GlobalTable.outputVersion)
    global = service.display.advertise(WlOutputResource.self, version: version) { [weak self] resource in
      self?.bind(resource)
    }
  }

  /// The screen's name, which is its identity.
  var name: String { told.name }

  private func bind(_ resource: WlOutputResource) {
    let object = OutputObject(resource, self)
    resource.handler = object
    objects.append(object)
    resource.sendName(name: told.name)
    resource.sendDescription(description: "Casement screen \(told.name)")
    send(to: resource, all: true)
    resource.sendDone()
    for surface in service.surfaces(toldOf: self) where surface.client === resource.client {
      surface.resource.sendEnter(output: resource)
    }
    service.toplevels.outputBound(resource, of: screen)
    service.workspaces.outputBound(resource)
  }

  private func send(to resource: WlOutputResource, all: Bool) {
    // a physical size of 0×0 is unknown; a negative one crashes clients that divide by it
    resource.sendGeometry(
      x: Int32(clamping: told.origin.x), y: Int32(clamping: told.origin.y), physicalWidth: 0, physicalHeight: 0, subpixel: .unknown,
      make: "Casement", model: told.name, transform: .init(rawValue: UInt32(told.transform.rawValue)))
    resource.sendMode(
      flags: told.preferred ? [.current, .preferred] : .current, width: Int32(told.mode.size.width), height: Int32(told.mode.size.height),
      refresh: Int32(told.mode.refresh))
    resource.sendScale(factor: Int32(told.scale))
  }

  /// Tells clients what changed, where anything did.
  func update() {
    guard let screen = service.model.screen(screen) else { return }
    let description = Description(screen)
    guard description != told else { return }
    told = description
    // one after the other: what was sent to the last one counts for the next
    for object in objects where service.lateNews.maySend(200 + told.name.utf8.count + 56 * object.xdgOutputs.count, by: object) {
      tell([object])
    }
  }

  /// Tells clients what the screen is now.
  fileprivate func tell(_ objects: [OutputObject]) {
    for object in objects {
      send(to: object.resource, all: false)
      for xdg in object.xdgOutputs { xdg.sendLogical() }
      object.resource.sendDone()
    }
    for object in objects { for xdg in object.xdgOutputs { xdg.sendDoneIfSeparate() } }
  }

  /// The rectangle in the layout, in points.
  var frame: Rect<LayoutPoints> { Rect(origin: told.origin, size: told.size) }

  /// The screen is gone. Clients that have not heard of it may still bind the global, and get an object of nothing.
  func withdraw() {
    isWithdrawn = true
    service.surfaceNews.screenGone(self)
    service.workspaces.outputGone(objects.map(\.resource))
    for object in objects {
      object.screenGone()
      service.lateNews.forget(object)
    }
    if let global { service.retiredGlobals.retire(global) }
    global = nil
  }

  /// Tells a surface's client that it is on this screen.
  func enter(_ surface: Surface) {
    for object in objects where object.resource.client === surface.client { surface.resource.sendEnter(output: object.resource) }
  }

  /// Tells a surface's client that it is not on this screen any more.
  func leave(_ surface: Surface) {
    for object in objects where object.resource.client === surface.client { surface.resource.sendLeave(output: object.resource) }
  }

  /// A client's objects of this screen, oldest first.
  func resources(of client: Client) -> [WlOutputResource] { objects.lazy.map(\.resource).filter { $0.client === client } }

  func forget(_ object: OutputObject) {
    objects.remove(object)
    service.lateNews.forget(object)
  }
}

/// `wl_output`.
final class OutputObject: WlOutputRequests, NewsTeller {
  let resource: WlOutputResource
  /// Nil when the screen is gone.
  private(set) weak var output: OutputGlobal?
  var xdgOutputs = ObjectBag<XdgOutput>()

  init(_ resource: WlOutputResource, _ output: OutputGlobal) {
    self.resource = resource
    self.output = output
  }

  var client: Client { resource.client }
  func catchUp() { output?.tell([self]) }

  func screenGone() { output = nil }

  func resourceDestroyed() { output?.forget(self) }
}

extension WlOutputResource {
  var object: OutputObject? { handler.map { unsafe unsafeDowncast($0, to: OutputObject.self) } }
  /// The screen; nil when it is gone.
  var output: OutputGlobal? { object?.output }
}
