internal import Geometry
internal import WaylandServer

/// `zxdg_output_manager_v1`: where screens lie in the layout.
final class XdgOutputManager: ZxdgOutputManagerV1Requests {
  func getXdgOutput(id: ZxdgOutputV1Resource, output: WlOutputResource) throws(ProtocolError) {
    guard let object = output.object else { return }
    let made = XdgOutput(id, object)
    id.handler = made
    object.xdgOutputs.append(made)
    made.sendAll()
  }
}

/// `zxdg_output_v1`: the logical size and position of one screen.
final class XdgOutput: ZxdgOutputV1Requests {
  private let resource: ZxdgOutputV1Resource
  private weak var object: OutputObject?

  init(_ resource: ZxdgOutputV1Resource, _ object: OutputObject) {
    self.resource = resource
    self.object = object
  }

  func sendAll() {
    guard let output = object?.output else { return }
    resource.sendName(name: output.name)
    resource.sendDescription(description: "Casement screen \(output.name)")
    sendLogical()
    sendDoneIfSeparate()
    // from version 3 on, wl_output.done ends the sequence
    if resource.version >= 3 { object?.resource.sendDone() }
  }

  func sendLogical() {
    guard let frame = object?.output?.frame else { return }
    resource.sendLogicalPosition(x: Int32(clamping: frame.x), y: Int32(clamping: frame.y))
    resource.sendLogicalSize(width: Int32(clamping: frame.width), height: Int32(clamping: frame.height))
  }

  /// Ends a sequence for clients that bound a version below 3.
  func sendDoneIfSeparate() {
    if resource.version < 3 { resource.sendDone() }
  }

  func resourceDestroyed() { object?.xdgOutputs.remove(self) }
}
