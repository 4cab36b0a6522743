import CasementTesting
import Testing

@testable import Casement

@Test func deadlinesComeInOrderAndEachAtItsOwnTime() throws {
  let service = try TestService().service
  let start = service.clock.now
  var came: [(String, UInt64)] = []
  let later = service.clockTimers.schedule(at: start + 30) { came.append(("later", service.clock.now - start)) }
  let sooner = service.clockTimers.schedule(at: start + 10) { came.append(("sooner", service.clock.now - start)) }
  let same = service.clockTimers.schedule(at: start + 10) { came.append(("same", service.clock.now - start)) }
  service.advanceClock(to: start + 9)
  #expect(came.isEmpty)
  service.advanceClock(to: start + 100)
  #expect(came.map(\.0) == ["sooner", "same", "later"])
  #expect(came.map(\.1) == [10, 10, 30])
  #expect(service.clock.now == start + 100)
  withExtendedLifetime((later, sooner, same)) {}
}

@Test func aDeadlineThatIsReleasedDoesNotCome() throws {
  let service = try TestService().service
  let start = service.clock.now
  var count = 0
  var timer: ClockTimer? = service.clockTimers.schedule(at: start + 10) { count += 1 }
  #expect(service.nextDue == start + 10)
  timer = nil
  #expect(service.nextDue == nil)
  service.advanceClock(to: start + 100)
  #expect(count == 0)
  _ = timer
}

@Test func aDeadlineMadeByAnotherComesInTheSameStep() throws {
  let service = try TestService().service
  let start = service.clock.now
  var times: [UInt64] = []
  var timer: ClockTimer?
  func again() {
    times.append(service.clock.now - start)
    timer = service.clockTimers.schedule(at: service.clock.now + 10) { again() }
  }
  timer = service.clockTimers.schedule(at: start + 10) { again() }
  service.advanceClock(to: start + 35)
  #expect(times == [10, 20, 30])
  _ = timer
}

@Test func underTheRealClockADeadlineComesByItself() throws {
  let test = try TestService(ServiceConfiguration())
  var came = false
  let timer = test.service.clockTimers.schedule(at: Clock.monotonic) { came = true }
  #expect(!came)
  for _ in 0..<100 where !came { test.service.dispatch(timeoutMilliseconds: 100) }
  #expect(came)
  _ = timer
}
