import Testing

@testable import Surfaces

private final class Thing {}

private func identities(_ objects: [AnyObject]) -> [ObjectIdentifier] { objects.map { ObjectIdentifier($0) } }

@Test func objectsStayInTheOrderInWhichTheyCame() {
  let things = (0..<7).map { _ in Thing() }
  var list = ObjectList()
  #expect(list.isEmpty)
  for thing in things.prefix(3) { list.append(thing) }
  list.append(contentsOf: ObjectList(Array(things[3...])))
  list.append(contentsOf: [])
  #expect(list.count == 7)
  #expect(identities(list.elements) == identities(things))
  var visited: [AnyObject] = []
  list.forEach { visited.append($0) }
  #expect(identities(visited) == identities(things))
}

@Test func theFirstObjectsAreTakenAway() {
  let things = (0..<5).map { _ in Thing() }
  var list = ObjectList(things)
  #expect(identities(Array(list.removeFirst(2))) == identities(Array(things[..<2])))
  #expect(identities(list.elements) == identities(Array(things[2...])))
  #expect(identities(Array(list.removeFirst(9))) == identities(Array(things[2...])))
  #expect(list.isEmpty)
  #expect(list.removeFirst(1).isEmpty)
}

@Test func aListThatWasEmptyTakesAnotherOver() {
  let things = [Thing(), Thing()]
  var list = ObjectList()
  list.append(contentsOf: ObjectList(things))
  #expect(identities(list.elements) == identities(things))
}
