internal import Geometry
internal import Glibc
internal import Rendering
internal import Scene
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `wl_shm`: pictures in memory that clients share by files.
final class Shm: WlShmRequests {
  private let resource: WlShmResource

  init(_ resource: WlShmResource) {
    self.resource = resource
    for format in PixelFormat.allCases { resource.sendFormat(format: WlShm.Format(rawValue: format.rawValue)) }
  }

  func createPool(id: WlShmPoolResource, fd: consuming OwnedFileDescriptor, size: Int32) throws(ProtocolError) {
    let share = try PoolShare(resource.client)
    do {
      id.handler = ClientPool(id, try ShmPool(fileDescriptor: fd.take(), size: Int(size)), resource, share)
    } catch {
      throw Self.protocolError(error, on: resource)
    }
  }

  /// The wire's error for what is wrong with a pool or a buffer.
  static func protocolError(_ error: ShmError, on resource: Resource?) -> ProtocolError {
    func shm(_ code: WlShm.Error, _ message: String) -> ProtocolError {
      ProtocolError(interface: "wl_shm", code: code.rawValue, resource: resource, message: message)
    }
    return switch error {
    case .system(let number): shm(.invalidFd, "the file cannot be mapped (errno \(number))")
    case .badPoolSize(let size): shm(.invalidStride, "a pool of \(size) bytes; it is positive and never shrinks")
    case .badBufferSize(let width, let height): shm(.invalidStride, "a buffer of \(width)×\(height) pixels is not positive")
    case .badStride(let stride, let least): shm(.invalidStride, "a stride of \(stride) bytes is less than a row's \(least)")
    case .outsideOfPool(let end, let size): shm(.invalidStride, "the buffer ends at byte \(end) of a pool of \(size)")
    }
  }
}

/// One file that a client makes the service keep open and mapped, for as long as its pool or a buffer in it lives.
final class PoolShare {
  /// More files than this at once end the client: descriptors and mappings are the whole service's. Toolkits have one for each buffer.
  static let mostFiles = 1024

  private let client: Client

  init(_ client: Client) throws(ProtocolError) {
    self.client = client
    client.poolCount += 1
    var limit = rlimit()
    let known = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    if client.poolCount > Self.mostFiles || (known && UInt64(client.poolCount) > UInt64(limit.rlim_cur) / 4) {
      throw .tooMuch("\(client.poolCount) pools of shared memory at once")
    }
  }

  deinit { client.poolCount -= 1 }
}

/// `wl_shm_pool`.
final class ClientPool: WlShmPoolRequests {
  private let resource: WlShmPoolResource
  private let pool: ShmPool
  private let shm: WlShmResource
  private let share: PoolShare

  init(_ resource: WlShmPoolResource, _ pool: ShmPool, _ shm: WlShmResource, _ share: PoolShare) {
    self.share = share
    self.resource = resource
    self.pool = pool
    self.shm = shm
  }

  func createBuffer(
    id: WlBufferResource, offset: Int32, width: Int32, height: Int32, stride: Int32, format: WlShm.Format
  ) throws(ProtocolError) {
    guard let pixels = PixelFormat(rawValue: format.rawValue) else {
      throw ProtocolError(
        interface: "wl_shm", code: WlShm.Error.invalidFormat.rawValue, resource: resource,
        message: "the format 0x\(String(format.rawValue, radix: 16)) was not advertised")
    }
    do {
      let picture = try ShmBuffer(
        pool: pool, offset: Int(offset), width: Int(width), height: Int(height), stride: Int(stride), format: pixels)
      id.handler = ClientBuffer(id, .shm(picture), share)
    } catch {
      throw Shm.protocolError(error, on: resource)
    }
  }

  func resize(size: Int32) throws(ProtocolError) {
    guard Int(size) >= pool.size else {
      // the code that libwayland has for this
      throw ProtocolError(
        interface: "wl_shm", code: WlShm.Error.invalidFd.rawValue, resource: resource,
        message: "a pool of \(pool.size) bytes cannot shrink to \(size)")
    }
    do { try pool.resize(to: Int(size)) } catch { throw Shm.protocolError(error, on: resource) }
  }
}

/// `wl_buffer`: a picture that a client made.
final class ClientBuffer: WlBufferRequests, SurfaceBuffer {
  /// What the picture is.
  enum Content {
    case shm(ShmBuffer)
    /// One pixel (`wp_single_pixel_buffer`).
    case colour(Colour)
  }

  let resource: WlBufferResource
  let content: Content
  let size: Size<BufferPixels>
  private var uses = 0
  /// Whether the memory was there when the picture was committed for the first time.
  private var isChecked = false
  private let share: PoolShare?

  init(_ resource: WlBufferResource, _ content: Content, _ share: PoolShare? = nil) {
    self.share = share
    self.resource = resource
    self.content = content
    size =
      switch content {
      case .shm(let picture): picture.size
      case .colour: Size(width: 1, height: 1)
      }
  }

  var isOpaque: Bool {
    switch content {
    case .shm(let picture): picture.format.isOpaque
    case .colour(let colour): colour.alpha >= 1
    }
  }

  func beginUse() { uses += 1 }

  private var watchers: [() -> Void] = []

  /// Calls `body` when the client destroys the buffer.
  func onDestroyed(_ body: @escaping () -> Void) { watchers.append(body) }

  func resourceDestroyed() {
    let told = watchers
    watchers = []
    for watcher in told { watcher() }
  }

  func endUse() {
    uses -= 1
    if uses == 0 { resource.sendRelease() }
  }

  /// Looks whether the memory is there before the picture is shown for the first time: nothing may read it for long. Memory that is taken
  /// away later is missed by whoever reads it; to ask the system at each commit would cost as much as the rest of the commit.
  ///
  /// - Throws: `wl_shm.invalid_fd` on the buffer, as libwayland does at the first access.
  func checkMemory() throws(ProtocolError) {
    guard !isChecked, case .shm(let picture) = content else { return }
    guard picture.isCoveredByFile else { throw Self.fault(resource) }
    isChecked = true
  }

  /// The error of a client whose file is shorter than it said.
  static func fault(_ resource: WlBufferResource) -> ProtocolError {
    ProtocolError(
      interface: "wl_shm", code: WlShm.Error.invalidFd.rawValue, resource: resource, message: "the file is shorter than the buffer needs")
  }
}

extension WlBufferResource {
  var buffer: ClientBuffer? { handler.map { unsafe unsafeDowncast($0, to: ClientBuffer.self) } }
}
