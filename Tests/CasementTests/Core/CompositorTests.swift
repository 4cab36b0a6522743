import CasementTesting
import Geometry
import Glibc
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

private let offences = [
  Offence("set_buffer_scale(0)", "wl_surface", WlSurface.Error.invalidScale.rawValue) { $0.surface().setBufferScale(scale: 0) },
  Offence("set_buffer_scale(-1)", "wl_surface", WlSurface.Error.invalidScale.rawValue) { $0.surface().setBufferScale(scale: -1) },
  Offence("set_buffer_transform(8)", "wl_surface", WlSurface.Error.invalidTransform.rawValue) {
    $0.surface().setBufferTransform(transform: WlOutput.Transform(rawValue: 8))
  },
  Offence("set_buffer_transform(-1)", "wl_surface", WlSurface.Error.invalidTransform.rawValue) {
    $0.surface().setBufferTransform(transform: WlOutput.Transform(rawValue: .max))
  },
  Offence("attach with an offset from version 5 on", "wl_surface", WlSurface.Error.invalidOffset.rawValue) {
    $0.surface().attach(buffer: nil, x: 1, y: 0)
  },
  Offence("a size that is no multiple of the scale", "wl_surface", WlSurface.Error.invalidSize.rawValue) {
    let surface = $0.surface()
    surface.setBufferScale(scale: 2)
    surface.attach(buffer: $0.client.makeBuffer(101, 50, 0), x: 0, y: 0)
    surface.commit()
  },
  Offence("the same buffer again after the scale changed", "wl_surface", WlSurface.Error.invalidSize.rawValue) {
    let (surface, buffer) = ($0.surface(), $0.client.makeBuffer(101, 50, 0))
    surface.attach(buffer: buffer, x: 0, y: 0)
    surface.commit()
    surface.setBufferScale(scale: 2)
    surface.commit()
    surface.attach(buffer: buffer, x: 0, y: 0)
    surface.commit()
  },
]

@Test(arguments: offences)
private func aWrongRequestOnASurfaceEndsItsClient(_ offence: Offence) throws { try offence.check() }

private let oddities = [
  // squeekboard says its new scale and commits before it draws
  Oddity("a scale that does not fit the present buffer") { bench in
    let window = try bench.client.window(101, 51)
    window.surface.setBufferScale(scale: 2)
    window.surface.commit()
    try bench.client.roundtrip()
    #expect(bench.service.model.window(try bench.id(of: window.surface))?.contentSize == Size(width: 51, height: 26))
    // and one that leaves nearly nothing of it
    window.surface.setBufferScale(scale: .max)
    window.surface.commit()
    try bench.client.roundtrip()
    #expect(bench.service.model.window(try bench.id(of: window.surface))?.contentSize == Size(width: 1, height: 1))
    let buffer = bench.client.makeBuffer(8, 8, 0)
    window.surface.setBufferScale(scale: 2)
    window.surface.attach(buffer: buffer, x: 0, y: 0)
    window.surface.commit()
  },
  Oddity("attach with an offset before version 5") { bench in
    let compositor = bench.client.bind(WlCompositorProxy.self, version: 4)
    let surface = compositor.createSurface()
    surface.attach(buffer: nil, x: 5, y: 5)
    surface.commit()
  },
  Oddity("a huge scale without a buffer") { bench in
    let surface = bench.surface()
    surface.setBufferScale(scale: .max)
    surface.commit()
  },
  Oddity("extreme damage and offsets") { bench in
    let surface = bench.surface()
    surface.attach(buffer: bench.client.makeBuffer(8, 8, 0), x: 0, y: 0)
    for value in [Int32.min, -1, 0, 1, .max] {
      surface.damage(x: value, y: value, width: .max, height: .max)
      surface.damage(x: value, y: value, width: .min, height: value)
      surface.damageBuffer(x: value, y: value, width: .max, height: .max)
      surface.damageBuffer(x: 0, y: value, width: value, height: .min)
      surface.offset(x: value, y: value)
    }
    surface.commit()
    surface.commit()
  },
  Oddity("extreme regions") { bench in
    let region = bench.compositor.createRegion()
    for value in [Int32.min, -5, 0, 1, .max] {
      region.add(x: 0, y: 0, width: value, height: 10)
      region.add(x: value, y: value, width: .max, height: .max)
      region.subtract(x: value, y: 0, width: .max, height: 1)
      region.subtract(x: 0, y: 0, width: value, height: .min)
    }
    let surface = bench.surface()
    surface.setInputRegion(region: region)
    surface.setOpaqueRegion(region: region)
    surface.attach(buffer: bench.client.makeBuffer(8, 8, 0), x: 0, y: 0)
    surface.commit()
  },
  Oddity("a region destroyed right after its use") { bench in
    let region = bench.compositor.createRegion()
    let surface = bench.surface()
    surface.setInputRegion(region: region)
    region.destroy()
    surface.commit()
  },
  Oddity("a surface destroyed with everything pending") { bench in
    let surface = bench.surface()
    surface.attach(buffer: bench.client.makeBuffer(8, 8, 0), x: 0, y: 0)
    surface.frame()
    bench.presentation.feedback(surface: surface)
    surface.destroy()
  },
]

@Test(arguments: oddities)
private func anOddRequestOnASurfaceIsNoError(_ oddity: Oddity) throws { try oddity.check() }

// MARK: Regions

@Test func regionsAddAndSubtractInOrder() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let region = bench.compositor.createRegion()
  region.add(x: 0, y: 0, width: 10, height: 10)
  region.subtract(x: 2, y: 2, width: 4, height: 4)
  region.add(x: 3, y: 3, width: 1, height: 1)
  // what is negative is empty
  region.add(x: 50, y: 50, width: -5, height: 10)
  window.surface.setInputRegion(region: region)
  window.surface.commit()
  try bench.client.roundtrip()
  let state = try bench.surface(of: window.surface).state
  func takes(_ x: Double, _ y: Double) -> Bool { state.acceptsInput(at: PrecisePoint(x: x, y: y)) }
  #expect(takes(0, 0) && takes(9.9, 9.9) && takes(3.5, 3.5))
  #expect(!takes(2, 2) && !takes(5.9, 5.9) && !takes(10, 0) && !takes(48, 52))
}

@Test func anEmptyInputRegionIsNotTheSameAsNone() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  window.surface.setInputRegion(region: bench.compositor.createRegion())
  window.surface.commit()
  try bench.client.roundtrip()
  let surface = try bench.surface(of: window.surface)
  #expect(!surface.state.acceptsInput(at: PrecisePoint(x: 1, y: 1)))
  window.surface.setInputRegion(region: nil)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(surface.state.acceptsInput(at: PrecisePoint(x: 1, y: 1)))
}

@Test func aRegionIsCopiedWhereItIsUsed() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let region = bench.compositor.createRegion()
  window.surface.setInputRegion(region: region)
  region.add(x: 0, y: 0, width: 10, height: 10)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try !bench.surface(of: window.surface).state.acceptsInput(at: PrecisePoint(x: 1, y: 1)))
}

@Test("case 62: a region of too many rectangles ends only its client") func aRegionOfTooManyRectanglesEndsOnlyItsClient() throws {
  let bench = try Bench()
  let region = bench.compositor.createRegion()
  var error: WireError?
  for row in 0..<300 where error == nil {
    for column in 0..<100 { region.add(x: Int32(column * 2), y: Int32(row * 2), width: 1, height: 1) }
    error = bench.error()
  }
  // wl_display.no_memory, which libwayland tells its client as an errno
  #expect(error == WireError("closed", UInt32(ENOMEM)))
  try bench.othersAreServed()
}

// MARK: State takes effect on commit

@Test func surfaceStateTakesEffectOnCommit() throws {
  let bench = try Bench()
  let window = try bench.client.window(40, 20)
  let surface = try bench.surface(of: window.surface)
  #expect(surface.state.size == Size(width: 40, height: 20))
  window.surface.setBufferScale(scale: 2)
  window.surface.setBufferTransform(transform: ._90)
  try bench.client.roundtrip()
  #expect(surface.state.size == Size(width: 40, height: 20))
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(surface.state.size == Size(width: 10, height: 20))
}

@Test func onlyTheLastAttachCounts() throws {
  let bench = try Bench()
  let surface = bench.surface()
  let (first, second) = (bench.client.makeBuffer(3, 3, 0), bench.client.makeBuffer(5, 5, 0))
  let releases = Releases(first)
  surface.attach(buffer: first, x: 0, y: 0)
  surface.attach(buffer: second, x: 0, y: 0)
  surface.commit()
  try bench.client.roundtrip()
  #expect(try bench.surface(of: surface).state.size == Size(width: 5, height: 5))
  #expect(releases.count == 0, "the service never had it")
  // committing again without an attach keeps the buffer
  surface.commit()
  try bench.client.roundtrip()
  #expect(try bench.surface(of: surface).state.size == Size(width: 5, height: 5))
}

// MARK: Buffers

/// Counts the releases of a buffer.
private final class Releases {
  private(set) var count = 0
  init(_ buffer: WlBufferProxy) { buffer.onEvent = { [weak self] _ in self?.count += 1 } }
}

@Test func aBufferIsReleasedWhenAnotherTookItsPlace() throws {
  let bench = try Bench()
  let surface = bench.surface()
  let (first, second) = (bench.client.makeBuffer(3, 3, 0), bench.client.makeBuffer(3, 3, 0))
  let (ofFirst, ofSecond) = (Releases(first), Releases(second))
  surface.attach(buffer: first, x: 0, y: 0)
  surface.commit()
  try bench.client.roundtrip()
  #expect(ofFirst.count == 0)
  surface.attach(buffer: second, x: 0, y: 0)
  try bench.client.roundtrip()
  #expect(ofFirst.count == 0)
  surface.commit()
  try bench.client.roundtrip()
  #expect(ofFirst.count == 1)
  surface.attach(buffer: nil, x: 0, y: 0)
  surface.commit()
  try bench.client.roundtrip()
  #expect((ofFirst.count, ofSecond.count) == (1, 1))
}

@Test("case 4: a buffer on two surfaces is released by the last") func aBufferOnTwoSurfacesIsReleasedByTheLast() throws {
  let bench = try Bench()
  let surfaces = [bench.surface(), bench.surface()]
  let buffer = bench.client.makeBuffer(3, 3, 0)
  let releases = Releases(buffer)
  for surface in surfaces {
    surface.attach(buffer: buffer, x: 0, y: 0)
    surface.commit()
  }
  surfaces[0].destroy()
  try bench.client.roundtrip()
  #expect(releases.count == 0)
  surfaces[1].destroy()
  try bench.client.roundtrip()
  #expect(releases.count == 1)
}

@Test func aBufferDestroyedBetweenAttachAndCommitIsShown() throws {
  let bench = try Bench()
  let window = try bench.client.window(30, 30)
  let buffer = bench.client.makeBuffer(20, 10, 0)
  window.surface.attach(buffer: buffer, x: 0, y: 0)
  buffer.destroy()
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try bench.surface(of: window.surface).state.size == Size(width: 20, height: 10))
}

// MARK: Frame callbacks

@Test func aFrameCallbackComesWithTheTickAndNeverDuringTheCommit() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  var times: [UInt32] = []
  for _ in 0..<3 {
    window.surface.frame().onDone { times.append($0) }
    // without damage, without a new buffer
    window.surface.commit()
    let before = times.count
    try bench.client.roundtrip()
    #expect(times.count == before)
    try bench.tick()
    #expect(times.count == before + 1)
  }
  #expect(times.allSatisfy { $0 > 0 })
  #expect(times == times.sorted() && Set(times).count == 3)
  #expect(zip(times.dropFirst(), times).allSatisfy { (16...17).contains($0 - $1) })
}

@Test func aFrameRequestWithoutACommitWaits() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  var count = 0
  window.surface.frame().onDone { _ in count += 1 }
  try bench.client.roundtrip()
  try bench.tick()
  #expect(count == 0)
  window.surface.commit()
  try bench.client.roundtrip()
  try bench.tick()
  #expect(count == 1)
}

@Test func aCallbackOfTheCommitBeforeTheFirstBufferComesWhenTheWindowIsShown() throws {
  let bench = try Bench()
  let window = TestWindow(bench.client)
  var count = 0
  window.surface.frame().onDone { _ in count += 1 }
  window.surface.commit()
  try bench.client.roundtrip()
  try bench.tick()
  #expect(count == 0)
  window.show(10, 10, 0)
  try bench.client.roundtrip()
  try bench.tick()
  #expect(count == 1)
}

@Test func aSubsurfacesCallbackFromBeforeItsContentComesWhenItIsShown() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let child = bench.surface()
  let subsurface = bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  subsurface.setDesync()
  var count = 0
  child.frame().onDone { _ in count += 1 }
  child.commit()
  window.surface.commit()
  try bench.client.roundtrip()
  try bench.tick()
  #expect(count == 0)
  child.attach(buffer: bench.client.makeBuffer(5, 5, 0), x: 0, y: 0)
  child.commit()
  try bench.client.roundtrip()
  try bench.tick()
  #expect(count == 1)
}

@Test(arguments: [5_000, 20_000])
func callbacksPiledUpWhileHiddenAllComeAndTheClientSurvives(count: Int) throws {
  let bench = try Bench()
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  var done = 0
  for index in 1...count {
    window.surface.frame().onDone { _ in done += 1 }
    window.surface.commit()
    if index % 100 == 0 { try bench.client.roundtrip() }
  }
  #expect(done == 0)
  window.show(10, 10, 0)
  try bench.client.roundtrip()
  // the client does not read while the first ticks come
  for _ in 0..<3 {
    guard let next = bench.service.frameLoop.nextTick else { break }
    bench.service.clock.advance(to: next)
    _ = bench.service.frameLoop.runTicks(dueAt: next)
    bench.service.dispatch(timeoutMilliseconds: 0)
  }
  for _ in 0..<200 where done < count { try bench.tick() }
  #expect(done == count)
}

@Test func aHiddenWindowGetsNoCallbacks() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let id = try #require(bench.service.clientWindows.values.first?.id)
  bench.service.perform(bench.service.model.setHidden(id, true))
  var count = 0
  window.surface.frame().onDone { _ in count += 1 }
  window.surface.commit()
  try bench.client.roundtrip()
  for _ in 0..<3 { try bench.tick() }
  #expect(count == 0)
  bench.service.perform(bench.service.model.setHidden(id, false))
  try bench.tick()
  #expect(count == 1)
}

@Test func callbacksOfASurfaceThatIsDestroyedGoWithIt() throws {
  let bench = try Bench()
  let surface = bench.surface()
  let committed = surface.frame()
  surface.commit()
  let pending = surface.frame()
  try bench.client.roundtrip()
  var isDone = false
  for callback in [committed, pending] { callback.onDone { _ in isDone = true } }
  let used = committed.id
  surface.destroy()
  try bench.client.roundtrip()
  #expect(!isDone)
  // the server has let go of the number, so libwayland gives it to somebody else when the client forgets the object
  committed.destroyProxy()
  pending.destroyProxy()
  let reused = (0..<4).map { _ in bench.surface().id }
  #expect(reused.contains(used))
  try bench.client.roundtrip()
}

// MARK: Damage

@Test func damageIsExactlyWhatTheClientSaidClippedToTheBuffer() throws {
  let bench = try Bench()
  let window = try bench.client.window(100, 80)
  let surface = try bench.surface(of: window.surface)
  let before = surface.state.contentSequence
  window.surface.attach(buffer: bench.client.makeBuffer(100, 80, 0), x: 0, y: 0)
  window.surface.damage(x: 90, y: 70, width: .max, height: .max)
  window.surface.damageBuffer(x: -5, y: -5, width: 10, height: 10)
  window.surface.commit()
  try bench.client.roundtrip()
  let expected = Region<BufferPixels>([Rect(x: 90, y: 70, width: 10, height: 10), Rect(x: 0, y: 0, width: 5, height: 5)])
  #expect(surface.state.history.damage(since: before) == expected)
}

@Test func surfaceDamageIsTurnedAndScaledIntoTheBuffer() throws {
  let bench = try Bench()
  let window = try bench.client.window(100, 80)
  let surface = try bench.surface(of: window.surface)
  window.surface.setBufferTransform(transform: ._90)
  window.surface.setBufferScale(scale: 2)
  window.surface.commit()
  try bench.client.roundtrip()
  let before = surface.state.contentSequence
  // 100×80 pixels are 40×50 points; the top-right corner of what is seen is the buffer's bottom-right one
  window.surface.damage(x: 35, y: 0, width: 5, height: 10)
  window.surface.commit()
  try bench.client.roundtrip()
  let damage = try #require(surface.state.history.damage(since: before))
  #expect(damage.bounds.width == 20 && damage.bounds.height == 10)
  #expect(damage == surface.state.shape.bufferDamage(Region(Rect(x: 35, y: 0, width: 5, height: 10))))
}

// MARK: Screens

@Test func aWindowIsToldItsScreenAndItsScale() throws {
  let bench = try Bench()
  let output = bench.client.bind(WlOutputProxy.self)
  let window = TestWindow(bench.client)
  let log = EventLog()
  window.surface.onEvent = { event in
    switch event {
    case .enter(let entered): log.add("enter \(entered === output)")
    case .leave(let left): log.add("leave \(left === output)")
    case .preferredBufferScale(let factor): log.add("scale \(factor)")
    case .preferredBufferTransform(let transform): log.add("transform \(transform.rawValue)")
    }
  }
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(log.taken == [])
  window.show(10, 10, 0)
  try bench.client.roundtrip()
  // scale 1 and no transform are what it begins with
  #expect(log.taken == ["enter true"])
  window.show(10, 10, 0)
  try bench.client.roundtrip()
  #expect(log.taken == [])
  window.surface.attach(buffer: nil, x: 0, y: 0)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(log.taken == ["leave true"])
}
