import CasementControl
import CasementTesting
import Geometry
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

private let offences = [
  Offence("two fifos", "wp_fifo_manager_v1", WpFifoManagerV1.Error.alreadyExists.rawValue) { bench in
    let (manager, surface) = (bench.client.bind(WpFifoManagerV1Proxy.self), bench.surface())
    manager.getFifo(surface: surface)
    manager.getFifo(surface: surface)
  },
  Offence("a barrier on no surface", "wp_fifo_v1", WpFifoV1.Error.surfaceDestroyed.rawValue) { bench in
    let surface = bench.surface()
    let fifo = bench.fifo(surface)
    surface.destroy()
    fifo.setBarrier()
  },
  Offence("waiting for a barrier on no surface", "wp_fifo_v1", WpFifoV1.Error.surfaceDestroyed.rawValue) { bench in
    let surface = bench.surface()
    let fifo = bench.fifo(surface)
    surface.destroy()
    fifo.waitBarrier()
  },
]

@Test(arguments: offences)
private func aWrongFifoEndsItsClient(_ offence: Offence) throws { try offence.check() }

@Test func aFifoMayGoAndAnotherCome() throws {
  let bench = try Bench()
  let surface = bench.surface()
  let manager = bench.client.bind(WpFifoManagerV1Proxy.self)
  manager.getFifo(surface: surface).destroy()
  let again = manager.getFifo(surface: surface)
  manager.destroy()
  again.setBarrier()
  surface.commit()
  surface.destroy()
  again.destroy()
  #expect(bench.error() == nil)
}

@Test func queuedFramesAreShownForATickEach() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let fifo = bench.fifo(window.surface)
  try bench.pass(milliseconds: 50)
  var presented: [UInt64] = []
  for width in 21...24 {
    fifo.setBarrier()
    fifo.waitBarrier()
    bench.presentation.feedback(surface: window.surface).onEvent = { event in
      guard case .presented(_, _, _, _, _, let sequence, _) = event else { return }
      presented.append(UInt64(sequence))
    }
    bench.show(window.surface, width)
  }
  var seen = [try bench.width(of: window.surface)]
  for _ in 0..<4 {
    try bench.pass(milliseconds: 16.7)
    seen.append(try bench.width(of: window.surface))
  }
  #expect(seen == [21, 22, 23, 24, 24])
  #expect(presented.count == 4 && zip(presented, presented.dropFirst()).allSatisfy { $0 + 1 == $1 })
}

@Test func withoutABarrierNothingWaitsAndABarrierAloneHoldsNobody() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let fifo = bench.fifo(window.surface)
  fifo.waitBarrier()
  bench.show(window.surface, 21)
  #expect(try bench.width(of: window.surface) == 21)
  fifo.setBarrier()
  bench.show(window.surface, 22)
  bench.show(window.surface, 23)
  #expect(try bench.width(of: window.surface) == 23)
  // what follows one that waits, waits as well
  fifo.waitBarrier()
  bench.show(window.surface, 24)
  fifo.destroy()
  bench.show(window.surface, 25)
  #expect(try bench.width(of: window.surface) == 23)
  try bench.pass(milliseconds: 17)
  #expect(try bench.width(of: window.surface) == 25)
}

@Test func aWindowThatNobodySeesGoesOnInItsQueue() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let id = try bench.service.id(of: window.surface)
  bench.service.perform(bench.service.model.setHidden(id, true))
  let fifo = bench.fifo(window.surface)
  for width in 21...23 {
    fifo.setBarrier()
    fifo.waitBarrier()
    bench.show(window.surface, width)
  }
  #expect(try bench.width(of: window.surface) == 21)
  try bench.pass(milliseconds: 100)
  #expect(try bench.width(of: window.surface) == 23)
  // hidden between the commit and its tick
  bench.service.perform(bench.service.model.setHidden(id, false))
  for width in 31...33 {
    fifo.setBarrier()
    fifo.waitBarrier()
    bench.show(window.surface, width)
  }
  #expect(try bench.width(of: window.surface) == 31)
  bench.service.perform(bench.service.model.setHidden(id, true))
  try bench.pass(milliseconds: 100)
  #expect(try bench.width(of: window.surface) == 33)
}

@Test func aWindowWhoseScreenGoesGoesOnInItsQueue() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let fifo = bench.fifo(window.surface)
  for width in 21...23 {
    fifo.setBarrier()
    fifo.waitBarrier()
    bench.show(window.surface, width)
  }
  #expect(try bench.width(of: window.surface) == 21)
  let screen = try #require(bench.service.model.mainScreen)
  bench.service.perform(bench.service.model.removeScreen(screen))
  try bench.pass(milliseconds: 100)
  #expect(try bench.width(of: window.surface) == 23)
}

@Test func aSurfaceWithoutARoleGoesOnInItsQueue() throws {
  let bench = try Bench()
  let surface = bench.surface()
  let fifo = bench.fifo(surface)
  for width in 21...23 {
    fifo.setBarrier()
    fifo.waitBarrier()
    bench.show(surface, width)
  }
  #expect(try bench.width(of: surface) == 21)
  try bench.pass(milliseconds: 100)
  #expect(try bench.width(of: surface) == 23)
}

@Test func noTimerRunsForASurfaceWhoseQueueIsEmpty() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let fifo = bench.fifo(window.surface)
  fifo.setBarrier()
  bench.show(window.surface, 21)
  try bench.client.roundtrip()
  #expect(bench.service.nextDue != nil)
  try bench.pass(milliseconds: 100)
  #expect(bench.service.nextDue == nil)
}

@Test func whatWaitsGoesWithItsSurface() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let fifo = bench.fifo(window.surface)
  var released = 0
  var discarded = 0
  for _ in 0..<3 {
    fifo.setBarrier()
    fifo.waitBarrier()
    let buffer = bench.client.makeBuffer(20, 20, 0)
    buffer.onEvent = { _ in released += 1 }
    bench.presentation.feedback(surface: window.surface).onEvent = { event in if case .discarded = event { discarded += 1 } }
    window.surface.attach(buffer: buffer, x: 0, y: 0)
    window.surface.frame()
    window.surface.commit()
  }
  try bench.client.roundtrip()
  window.toplevel.destroy()
  window.xdgSurface.destroy()
  window.surface.destroy()
  try bench.client.roundtrip()
  try bench.pass(milliseconds: 100)
  #expect(released == 3 && discarded == 3)
  #expect(bench.service.nextDue == nil)
}

@Test func aConfigureIsAnsweredByTheCommitThatAcknowledgesItEvenWhereThatWaits() throws {
  let bench = try Bench.natural()
  let window = try bench.client.window()
  let toplevel = try #require(try bench.surface(of: window.surface).role as? Casement.XdgSurface)
  let fifo = bench.fifo(window.surface)
  fifo.setBarrier()
  bench.show(window.surface, 21)
  fifo.waitBarrier()
  window.xdgSurface.setWindowGeometry(x: 1, y: 0, width: 5, height: 5)
  bench.show(window.surface, 22)
  try bench.client.roundtrip()
  let first = toplevel.committed
  // asked for and acknowledged while the commit above waits: these are for the next one
  window.toplevel.setMaximized()
  try bench.client.roundtrip()
  try bench.client.roundtrip()
  window.xdgSurface.setWindowGeometry(x: 2, y: 0, width: 6, height: 6)
  try bench.pass(milliseconds: 17)
  #expect(try bench.width(of: window.surface) == 22)
  #expect(toplevel.geometry == Rect<SurfacePoints>(x: 1, y: 0, width: 5, height: 5))
  #expect(toplevel.committed == first)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(toplevel.geometry == Rect<SurfacePoints>(x: 2, y: 0, width: 6, height: 6))
  #expect(toplevel.committed == toplevel.lastSent && toplevel.committed != first)
}
