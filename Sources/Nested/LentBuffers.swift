internal import Casement
internal import Geometry
internal import Rendering
internal import Scene
internal import Surfaces
internal import WaylandClient
internal import WaylandProtocols

/// Clients' buffers that the host reads instead of a picture of ours, so that nothing is composed.
///
/// Only those in files that can never shrink: else a client could make the host end our connection, and with it everybody's windows. A
/// client gets its buffer back when the host has let go of it.
final class LentBuffers {
  /// One client's buffer, as the host knows it.
  final class Loan {
    fileprivate let picture: ShmBuffer
    fileprivate let format: PixelFormat
    let proxy: WlBufferProxy
    /// Keeps the client from writing while the host reads.
    fileprivate var use: BufferUse?
    fileprivate var lastLent: UInt64 = 0

    fileprivate init(_ picture: ShmBuffer, _ format: PixelFormat, _ proxy: WlBufferProxy) {
      self.picture = picture
      self.format = format
      self.proxy = proxy
    }
  }

  private let host: Host
  private var loans: [Loan] = []
  private var count: UInt64 = 0
  /// More buffers of clients than this are not remembered: the one that was shown longest ago is forgotten.
  private static let mostLoans = 8

  init(_ host: Host) { self.host = host }

  /// The host is given `loan`, which is kept from its client by `use` until the host has let go of it.
  func lend(_ loan: Loan, _ use: BufferUse?) {
    count += 1
    loan.lastLent = count
    loan.use = use
  }

  /// How the host knows `whole`; nil where it cannot be lent.
  func loan(of whole: ClientPicture) -> Loan? {
    if let known = loans.first(where: { $0.picture === whole.picture && $0.format == whole.format }) { return known }
    let picture = whole.picture
    let end = picture.offset + picture.stride * picture.size.height
    guard host.formats.contains(whole.format.rawValue), picture.pool.isSealedAgainstShrinking, picture.isCoveredByFile,
      let size = Int32(exactly: end)
    else { return nil }
    if loans.count >= Self.mostLoans {
      guard let oldest = loans.indices.filter({ loans[$0].use == nil }).min(by: { loans[$0].lastLent < loans[$1].lastLent }) else {
        return nil
      }
      loans.remove(at: oldest).proxy.destroy()
    }
    let pool = host.shm.createPool(fd: picture.pool.fileDescriptor, size: size)
    let proxy = pool.createBuffer(
      offset: Int32(picture.offset), width: Int32(picture.size.width), height: Int32(picture.size.height),
      stride: Int32(picture.stride), format: .init(rawValue: whole.format.rawValue))
    pool.destroy()
    let made = Loan(picture, whole.format, proxy)
    proxy.onEvent = { [unowned made] _ in made.use = nil }
    loans.append(made)
    return made
  }

  /// Whether the host has more than the buffer that it shows.
  var areSeveralLent: Bool { loans.count { $0.use != nil } > 1 }

  /// Clients have their buffers back, whether or not the host has let go of them.
  func giveBack() {
    for loan in loans { loan.use = nil }
  }

  /// Forgets all.
  func end() {
    for loan in loans { loan.proxy.destroy() }
    loans = []
  }
}
