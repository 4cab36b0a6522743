internal import Geometry
internal import WaylandProtocols
internal import WaylandServer

/// `xdg_toplevel_icon_manager_v1`: gives windows icons.
final class ToplevelIconManager: XdgToplevelIconManagerV1Requests {
  /// The sizes that are told to be useful: those that icon themes have.
  static let sizes: [Int32] = [16, 24, 32, 48, 64, 128, 256]

  init(_ resource: XdgToplevelIconManagerV1Resource) {
    for size in Self.sizes { resource.sendIconSize(size: size) }
    resource.sendDone()
  }

  func createIcon(id: XdgToplevelIconV1Resource) throws(ProtocolError) { id.handler = ToplevelIcon(id) }

  func setIcon(toplevel: XdgToplevelResource, icon: XdgToplevelIconV1Resource?) throws(ProtocolError) {
    let content = icon?.icon?.use()
    toplevel.toplevel?.hints.nextIcon = .some(content.flatMap { $0.isEmpty ? nil : $0 })
  }
}

/// What an icon says.
struct ToplevelIconContent {
  /// A picture of an icon: square, and drawn for a scale.
  struct Picture: Equatable {
    /// Pixels along an edge.
    let side: Int
    let scale: Int
  }

  /// The icon's name in an icon theme; nil where the client gave none.
  var name: String?
  /// The pictures, in the order in which they were added.
  var pictures: [Picture] = []

  var isEmpty: Bool { name == nil && pictures.isEmpty }
}

/// `xdg_toplevel_icon_v1`: one icon, which cannot be changed once a window was given it.
final class ToplevelIcon: XdgToplevelIconV1Requests {
  private let resource: XdgToplevelIconV1Resource
  private var content = ToplevelIconContent()
  private var isUsed = false

  /// The most pictures of one icon; there are not that many sizes.
  private static let mostPictures = 256

  init(_ resource: XdgToplevelIconV1Resource) { self.resource = resource }

  /// The icon for a window; from now on it stays as it is.
  func use() -> ToplevelIconContent {
    isUsed = true
    return content
  }

  func setName(iconName: String) throws(ProtocolError) {
    try checkMutable()
    content.name = iconName.isEmpty ? nil : iconName
  }

  func addBuffer(buffer: WlBufferResource, scale: Int32) throws(ProtocolError) {
    try checkMutable()
    guard let picture = buffer.buffer, case .shm = picture.content else {
      throw .xdgToplevelIconV1(.invalidBuffer, "wl_buffer#\(buffer.id) is not in shared memory")
    }
    guard picture.size.width == picture.size.height else {
      throw .xdgToplevelIconV1(.invalidBuffer, "a picture of \(picture.size.width)×\(picture.size.height) pixels is not square")
    }
    guard scale > 0 else { throw .xdgToplevelIconV1(.invalidBuffer, "a scale of \(scale) is not positive") }
    let added = ToplevelIconContent.Picture(side: picture.size.width, scale: Int(scale))
    content.pictures.removeAll { $0 == added }
    guard content.pictures.count < Self.mostPictures else {
      throw .tooMuch("an icon of more than \(Self.mostPictures) pictures")
    }
    content.pictures.append(added)
    picture.onDestroyed { [weak self] in self?.bufferGone() }
  }

  private func checkMutable() throws(ProtocolError) {
    if isUsed { throw .xdgToplevelIconV1(.immutable, "the icon was given to a window") }
  }

  private func bufferGone() {
    guard resource.isAlive, !resource.client.isDisconnecting else { return }
    resource.client.post(.xdgToplevelIconV1(.noBuffer, on: resource, "a wl_buffer of the icon was destroyed before it"), from: resource)
  }
}

extension XdgToplevelIconV1Resource {
  var icon: ToplevelIcon? { handler.map { unsafe unsafeDowncast($0, to: ToplevelIcon.self) } }
}
