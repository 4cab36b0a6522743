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

  private func makeBuffer(
    _ client: TestClient, _ colour: UInt32, format: WlShm.Format = .xrgb8888, isSealed: Bool = true
  ) -> SealedBuffer { SealedBuffer(client, Self.width, Self.height, colour, format: format, isSealed: isSealed) }

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
    let first = makeBuffer(window.client, 0x00FF_0000)
    try first.show(on: window)
    stage.step()
    #expect(shownFile(stage) == file(of: window, stage))
    #expect(stage.pixel(7, 7) == 0xFFFF_0000)
    let second = makeBuffer(window.client, 0x0000_FF00)
    try second.show(on: window)
    #expect(!first.isFree, "the host still reads it")
    stage.step()
    try window.client.roundtrip()
    #expect(stage.pixel(7, 7) == 0xFF00_FF00)
    #expect(first.isFree)
    #expect(!second.isFree)
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
    let buffer = makeBuffer(window.client, 0xFFFF_0000, format: format, isSealed: isSealed)
    try buffer.show(on: window)
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
    let first = makeBuffer(window.client, 0x00FF_0000)
    window.surface.frame()
    try first.show(on: window)
    stage.settle()
    #expect(shownFile(stage) == file(of: window, stage))
    let second = makeBuffer(window.client, 0x0000_FF00)
    window.surface.frame()
    try second.show(on: window)
    let start = time(nil)
    while !first.isFree, time(nil) - start < 20 {
      stage.inner.service.dispatch(timeoutMilliseconds: 20)
      stage.host.pump()
      try window.client.roundtrip()
    }
    #expect(first.isFree)
  }

  @Test func aHostThatStandsStillKeepsNoBufferFromItsClient() throws {
    var options = NestedOptions()
    options.starvation = 1
    let stage = try NestedStage(options: options)
    let window = try stage.makeWindow(0xFF00_0000)
    let (first, second) = (SealedBuffer(window.client, 320, 200, 0x00FF_0000), SealedBuffer(window.client, 320, 200, 0x0000_FF00))
    try first.show(on: window)
    stage.step(2)
    #expect(stage.service.capture(screen: stage.screen.id)!.picture[3, 3] & 0xFF_FFFF == 0xFF_0000)
    // the host does nothing from here on
    var isDone = false
    window.surface.frame().onEvent = { _ in isDone = true }
    try second.show(on: window)
    let start = time(nil)
    while !first.isFree || !isDone, time(nil) - start < 20 {
      stage.inner.service.dispatch(timeoutMilliseconds: 20)
      try window.client.roundtrip()
      if isDone { #expect(first.isFree, "the client is to draw, and has something to draw in") }
    }
    #expect(first.isFree && isDone)
    // it comes back, and shows what is there now
    try first.show(on: window)
    stage.step(3)
    #expect(stage.pixel(3, 3).map { $0 & 0xFF_FFFF } == 0xFF_0000)
    #expect(second.isFree)
    #expect(stage.ends == [])
  }
}
