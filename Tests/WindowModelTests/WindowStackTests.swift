import Testing

@testable import WindowModel

@Suite struct WindowStackTests {
  private func key(_ level: Double, _ sequence: UInt64, rank: UInt8 = 1) -> WindowStack.Key {
    WindowStack.Key(level: level, rank: rank, sequence: sequence)
  }

  @Test func levelThenRankThenSequenceDecide() {
    var stack = WindowStack()
    let keys = [key(1, 1), key(0, 4), key(0, 3, rank: 0), key(0, 2)]
    for (index, key) in keys.enumerated() { stack.insert(WindowID(rawValue: index), at: key) }
    #expect(Array(stack.backToFront).map(\.rawValue) == [2, 3, 1, 0])
    #expect(stack.front == WindowID(rawValue: 0) && stack.count == 4)
    #expect(stack.neighbours(of: keys[3]) == (WindowID(rawValue: 2), WindowID(rawValue: 1)))
  }

  @Test(arguments: UInt64(1)...5) func itIsASortedListWhateverIsInsertedAndRemoved(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    var stack = WindowStack()
    var list: [(key: WindowStack.Key, window: WindowID)] = []
    for step in 1...600 {
      if list.isEmpty || Int.random(in: 0..<5, using: &random) > 1 {
        let entry = (key(Double(Int.random(in: 0..<5, using: &random)), UInt64(step)), WindowID(rawValue: step))
        stack.insert(entry.1, at: entry.0)
        list.append(entry)
        list.sort { $0.key < $1.key }
      } else {
        stack.remove(at: list.remove(at: Int.random(in: 0..<list.count, using: &random)).key)
      }
      #expect(Array(stack.backToFront) == list.map(\.window))
      #expect(stack.violations().isEmpty)
    }
  }

  @Test func aWalkGoesOnThroughTheStackAsItWas() {
    var stack = WindowStack()
    for i in 1...5 { stack.insert(WindowID(rawValue: i), at: key(0, UInt64(i))) }
    var seen: [Int] = []
    for window in stack.frontToBack {
      seen.append(window.rawValue)
      stack.remove(at: key(0, UInt64(window.rawValue)))
    }
    #expect(seen == [5, 4, 3, 2, 1] && stack.front == nil)
  }

  @Test func theTreeStaysShallow() {
    var stack = WindowStack()
    for i in 1...20_000 { stack.insert(WindowID(rawValue: i), at: key(0, UInt64(i))) }
    var depth = 0
    var level = [stack.root]
    while !level.isEmpty {
      depth += 1
      level = level.flatMap { [stack[$0].left, stack[$0].right] }.filter { $0 >= 0 }
    }
    #expect(depth < 50)
  }
}
