import Testing

@testable import Casement

private final class Item {
  let number: Int
  init(_ number: Int) { self.number = number }
}

@Suite struct ObjectBagTests {
  private func numbers(_ bag: ObjectBag<Item>) -> [Int] { bag.map(\.number) }

  @Test func objectsStayInTheOrderInWhichTheyCame() {
    var bag = ObjectBag<Item>()
    #expect(bag.isEmpty && bag.first == nil)
    let items = (0..<100).map { Item($0) }
    for item in items { bag.append(item) }
    #expect(bag.count == 100 && numbers(bag) == Array(0..<100))
    #expect(bag.remove(items[0]) && bag.remove(items[50]) && bag.remove(items[99]))
    #expect(!bag.remove(items[50]) && !bag.contains(items[50]) && bag.contains(items[51]))
    #expect(bag.first === items[1] && bag.last === items[98] && bag.count == 97)
    bag.append(items[0])
    #expect(numbers(bag) == Array(1..<50) + Array(51..<99) + [0])
    bag.removeAll()
    #expect(bag.isEmpty && numbers(bag) == [])
  }

  @Test func itIsWhatAnArrayWouldBe() {
    var random = Noise(state: 7)
    let items = (0..<60).map { Item($0) }
    var bag = ObjectBag<Item>()
    var array: [Item] = []
    for _ in 0..<4000 {
      let item = items[Int.random(in: 0..<items.count, using: &random)]
      if bag.remove(item) {
        array.removeAll { $0 === item }
      } else {
        bag.append(item)
        array.append(item)
      }
      #expect(numbers(bag) == array.map(\.number) && bag.count == array.count)
    }
  }

  @Test func whoGoesThroughItMayTakeThemOut() {
    var bag = ObjectBag<Item>()
    for number in 0..<40 { bag.append(Item(number)) }
    var seen: [Int] = []
    for item in bag {
      seen.append(item.number)
      bag.remove(item)
    }
    #expect(seen == Array(0..<40) && bag.isEmpty)
  }
}
