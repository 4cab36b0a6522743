import Casement
import CasementTesting
import Testing
import WaylandClient
import WaylandProtocols

/// Binds the manager. - Returns: the default mode, and the answers to `wishes`, after the one at the beginning.
private func answers(_ placement: ServiceConfiguration.Placement, wishes: [UInt32]) throws -> (byDefault: UInt32?, answers: [UInt32]) {
  var configuration = ServiceConfiguration.manual
  configuration.placement = placement
  let test = try TestService(configuration)
  let client = try test.connect()
  let manager = client.bind(OrgKdeKwinServerDecorationManagerProxy.self)
  var byDefault: UInt32?
  manager.onEvent = { event in if case .defaultMode(let mode) = event { byDefault = mode } }
  let decoration = manager.create(surface: client.compositor.createSurface())
  var answers: [UInt32] = []
  decoration.onEvent = { event in if case .mode(let mode) = event { answers.append(mode) } }
  for wish in wishes { decoration.requestMode(mode: wish) }
  try client.roundtrip()
  decoration.release()
  try client.roundtrip()
  return (byDefault, answers)
}

@Test func windowsThatFillTheirScreenAreToldThatTheServerDrawsUntilTheyWishOtherwise() throws {
  let (byDefault, answers) = try answers(.fill, wishes: [0, 1, 2])
  #expect(byDefault == 2)
  #expect(answers == [2, 0, 1, 2])
}

// GTK 3 asks again at each answer that is not its wish
@Test func aWishIsGrantedOnceHoweverOftenItIsRepeated() throws {
  #expect(try answers(.fill, wishes: [1, 1, 1]).answers == [2, 1])
}

@Test func otherWindowsGetTheirWish() throws {
  let (byDefault, answers) = try answers(.natural, wishes: [0, 1, 2])
  #expect(byDefault == 1)
  #expect(answers == [1, 0, 1, 2])
}

@Test func aModeThatIsNoneEndsTheConnection() throws {
  let test = try TestService()
  let client = try test.connect()
  client.bind(OrgKdeKwinServerDecorationManagerProxy.self).create(surface: client.compositor.createSurface()).requestMode(mode: 3)
  #expect(isError(client.failure(), "wl_display", 3))
}
