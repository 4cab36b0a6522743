internal import Glibc
internal import Scene
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `zwlr_gamma_control_manager_v1`: bends the colours of screens. Pictures of a screen show them bent, as a person would see them.
final class GammaControlManager: ZwlrGammaControlManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func getGammaControl(id: ZwlrGammaControlV1Resource, output: WlOutputResource) throws(ProtocolError) {
    guard let screen = output.output?.screen else { return id.sendFailed() }
    let control = GammaControl(id, screen, service)
    guard service.displayControls.take(control) else { return id.sendFailed() }
    id.handler = control
    id.sendGammaSize(size: UInt32(ColourRamps.size))
  }
}

/// `zwlr_gamma_control_v1`: the tables of one screen, which one client at a time has.
final class GammaControl: ZwlrGammaControlV1Requests {
  private let resource: ZwlrGammaControlV1Resource
  let screen: ScreenID
  private unowned let service: WindowService
  private var isOver = false
  /// The tables; nil before there are any.
  private(set) var ramps: ColourRamps?

  init(_ resource: ZwlrGammaControlV1Resource, _ screen: ScreenID, _ service: WindowService) {
    self.resource = resource
    self.screen = screen
    self.service = service
  }

  func setGamma(fd: consuming OwnedFileDescriptor) throws(ProtocolError) {
    guard !isOver else { return }
    let length = ColourRamps.size * 3
    guard let words = try Self.read(fd.borrowed, length) else {
      isOver = true
      service.displayControls.remove(self)
      return resource.sendFailed()
    }
    ramps = ColourRamps(words)
    service.displayControls.rampsChanged()
  }

  /// - Returns: the file's `length` numbers; nil where it cannot be read.
  /// - Throws: `invalid_gamma` where there are more or less of them.
  private static func read(_ file: Int32, _ length: Int) throws(ProtocolError) -> [UInt16]? {
    let wanted = length * 2
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { return nil }
    let isFile = status.st_mode & S_IFMT == S_IFREG
    // a pipe that has less than it should must not be waited for
    if !isFile { _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK) }
    var words = [UInt16](repeating: 0, count: length + 1)
    let count = unsafe words.withUnsafeMutableBytes { bytes in
      unsafe isFile ? pread(file, bytes.baseAddress, bytes.count, 0) : Glibc.read(file, bytes.baseAddress, bytes.count)
    }
    guard count >= 0 else { return nil }
    guard count == wanted else {
      throw .zwlrGammaControlV1(
        .invalidGamma, "the tables have \(count == wanted + 2 ? "more than \(wanted)" : "\(count)") bytes, not \(wanted)")
    }
    words.removeLast()
    return words
  }

  func screenGone() {
    isOver = true
    resource.sendFailed()
  }

  func resourceDestroyed() { service.displayControls.remove(self) }
}
