import CasementControl
import CasementTesting
import Geometry
import Glibc
import Nested
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

/// Buffers of clients that the host reads in place of a picture of ours.
@Suite struct LentBufferTests {
  private static let (width, height) = (320, 200)

  /// A buffer in a file that cannot shrink, unless `seals` says otherwise, and whether the client has it back.
  private func makeBuffer(
    _ client: TestClient, _ colour: UInt32, format: WlShm.Format = .xrgb8888, isSealed: Bool = true
  ) -> (buffer: WlBufferProxy, isFree: () -> Bool) {
    let bytes = Self.width * Self.height * 4
    let descriptor = unsafe SharedFile.make(size: bytes) { memory in
      let words = unsafe memory.assumingMemoryBound(to: UInt32.self)
      for index in 0..<bytes / 4 { unsafe words[index] = colour }
    }
    // F_ADD_SEALS and F_SEAL_SHRINK of Linux
    if isSealed { precondition(fcntl(descriptor, 1033, 2) == 0) }
    let pool = client.shm.createPool(fd: descriptor, size: Int32(bytes))
    close(descriptor)
    let buffer = pool.createBuffer(
      offset: 0, width: Int32(Self.width), height: Int32(Self.height), stride: Int32(Self.width * 4), format: format)
    pool.destroy()
    var isFree = false
    buffer.onEvent = { _ in isFree = true }
    return (buffer, { isFree })
  }

  private func show(_ buffer: WlBufferProxy, on window: TestWindow) throws {
    window.surface.attach(buffer: buffer, x: 0, y: 0)
    window.surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
    window.surface.commit()
    try window.client.roundtrip()
  }

  /// The number of the host's file that the window shows.
  private func shownFile(_ stage: NestedStage) -> UInt? {
    guard case .shm(let picture) = (stage.hostWindow.surface.state.buffer?.buffer as? ClientBuffer)?.content else { return nil }
    var status = stat()
    return unsafe fstat(picture.pool.fileDescriptor, &status) == 0 ? UInt(status.st_ino) : nil
  }

  private func file(of window: TestWindow, _ stage: NestedStage) -> UInt? {
    let id = stage.service.model.windowList.last!
    guard case .shm(let picture) = (stage.service.clientWindows[id]!.surface.state.buffer?.buffer as? ClientBuffer)?.content else {
      return nil
    }
    var status = stat()
    return unsafe fstat(picture.pool.fileDescriptor, &status) == 0 ? UInt(status.st_ino) : nil
  }

  @Test func anOpaqueBufferThatIsTheWholePictureIsHandedOver() throws {
    let stage = try NestedStage()
    let window = try stage.makeWindow(0xFF00_0000)
    stage.step(2)
    let (first, isFirstFree) = makeBuffer(window.client, 0x00FF_0000)
    try show(first, on: window)
    stage.step()
    #expect(shownFile(stage) == file(of: window, stage))
    #expect(stage.pixel(7, 7) == 0xFFFF_0000)
    let (second, isSecondFree) = makeBuffer(window.client, 0x0000_FF00)
    try show(second, on: window)
    #expect(!isFirstFree(), "the host still reads it")
    stage.step()
    try window.client.roundtrip()
    #expect(stage.pixel(7, 7) == 0xFF00_FF00)
    #expect(isFirstFree())
    #expect(!isSecondFree())
    // back to a picture of ours when it is not the whole any more
    let part = window.client.compositor.createSurface()
    window.client.bind(WlSubcompositorProxy.self).getSubsurface(surface: part, parent: window.surface).setDesync()
    part.attach(buffer: window.client.makeBuffer(10, 10, 0xFFFF_FFFF), x: 0, y: 0)
    part.commit()
    window.surface.commit()
    try window.client.roundtrip()
    stage.step(2)
    #expect(shownFile(stage) != file(of: window, stage))
    #expect(stage.isShownTruly)
  }

  @Test(arguments: [(false, WlShm.Format.xrgb8888), (true, .argb8888)])
  func aFileThatMayShrinkOrAPictureWithHolesIsNot(isSealed: Bool, format: WlShm.Format) throws {
    let stage = try NestedStage()
    let window = try stage.makeWindow(0xFF00_0000)
    stage.step(2)
    let (buffer, _) = makeBuffer(window.client, 0xFFFF_0000, format: format, isSealed: isSealed)
    try show(buffer, on: window)
    stage.step()
    #expect(shownFile(stage) != file(of: window, stage))
    #expect(stage.pixel(7, 7) == 0xFFFF_0000)
  }

  @Test func aStarvedWindowGivesItsClientsBufferBack() throws {
    var options = NestedOptions()
    options.starvation = 1
    let stage = try NestedStage(options: options)
    let window = try stage.makeWindow(0xFF00_0000)
    stage.step(2)
    let (first, isFirstFree) = makeBuffer(window.client, 0x00FF_0000)
    window.surface.frame()
    try show(first, on: window)
    stage.settle()
    #expect(shownFile(stage) == file(of: window, stage))
    let (second, _) = makeBuffer(window.client, 0x0000_FF00)
    window.surface.frame()
    try show(second, on: window)
    let start = time(nil)
    while !isFirstFree(), time(nil) - start < 20 {
      stage.inner.service.dispatch(timeoutMilliseconds: 20)
      stage.host.pump()
      try window.client.roundtrip()
    }
    #expect(isFirstFree())
  }
}
