/// Windows in order, back to front.
///
/// A treap whose nodes are also threaded as a list: inserting, removing and finding take time logarithmic in the number of
/// windows, the front and each step of a walk constant time. Nodes lie in one array, so a copy is one retain.
package struct WindowStack: Sendable {
  /// What decides a window's place.
  package struct Key: Hashable, Comparable, Sendable {
    /// The effective level.
    package var level: Double
    /// 1 for a window that being fullscreen has raised to its level, and for those in front of which it carries its children; else 0.
    /// So a fullscreen window is in front of whatever is in layer `top`, now or later.
    package var rank: UInt8
    /// Within a rank, who came last is in front. No two windows have the same.
    package var sequence: UInt64

    /// Whether `a` is behind `b`.
    package static func < (a: Self, b: Self) -> Bool {
      if a.level != b.level { return a.level < b.level }
      if a.rank != b.rank { return a.rank < b.rank }
      return a.sequence < b.sequence
    }
  }

  struct Node: Sendable {
    var key: Key
    var window: WindowID
    var priority: UInt64
    var left = none
    var right = none
    /// The next node towards the back.
    var behind = none
    /// The next node towards the front; in a free node, the next free one.
    var inFront = none
  }

  static let none: Int32 = -1
  var nodes: [Node] = []
  var root = none
  var backmost = none
  var frontmost = none
  private var free = none
  /// How many windows there are.
  package private(set) var count = 0

  /// No window.
  package init() {}

  /// The window in front of all others.
  package var front: WindowID? { frontmost < 0 ? nil : self[frontmost].window }

  subscript(index: Int32) -> Node {
    _read { yield nodes[Int(index)] }
    _modify { yield &nodes[Int(index)] }
  }

  /// Puts `window` where `key` says.
  ///
  /// - Precondition: no window has this key.
  mutating func insert(_ window: WindowID, at key: Key) {
    var node = Node(key: key, window: window, priority: Self.scrambled(key.sequence))
    var index = root
    while index >= 0 {
      let other = self[index].key
      precondition(other != key, "two windows have one place in the order")
      if other < key {
        node.behind = index
        index = self[index].right
      } else {
        node.inFront = index
        index = self[index].left
      }
    }
    let (behind, inFront) = (node.behind, node.inFront)
    let new = allocate(node)
    if behind < 0 { backmost = new } else { self[behind].inFront = new }
    if inFront < 0 { frontmost = new } else { self[inFront].behind = new }
    root = inserting(new, into: root)
    count += 1
  }

  /// Takes out the window that `key` finds.
  ///
  /// - Precondition: there is one.
  mutating func remove(at key: Key) {
    var parent = Self.none
    var index = root
    while index >= 0, self[index].key != key {
      parent = index
      index = self[index].key < key ? self[index].right : self[index].left
    }
    precondition(index >= 0, "a window is not where its key says")
    let node = self[index]
    if node.behind < 0 { backmost = node.inFront } else { self[node.behind].inFront = node.inFront }
    if node.inFront < 0 { frontmost = node.behind } else { self[node.inFront].behind = node.behind }
    let rest = joined(node.left, node.right)
    if parent < 0 {
      root = rest
    } else if self[parent].left == index {
      self[parent].left = rest
    } else {
      self[parent].right = rest
    }
    self[index].inFront = free
    free = index
    count -= 1
  }

  /// The windows next to the one that `key` finds; nil at the ends, and where there is no such window.
  func neighbours(of key: Key) -> (behind: WindowID?, inFront: WindowID?) {
    var index = root
    while index >= 0, self[index].key != key { index = self[index].key < key ? self[index].right : self[index].left }
    guard index >= 0 else { return (nil, nil) }
    let (behind, inFront) = (self[index].behind, self[index].inFront)
    return (behind < 0 ? nil : self[behind].window, inFront < 0 ? nil : self[inFront].window)
  }

  private mutating func allocate(_ node: Node) -> Int32 {
    if free >= 0 {
      let index = free
      free = self[index].inFront
      self[index] = node
      return index
    }
    nodes.append(node)
    return Int32(nodes.count - 1)
  }

  private mutating func inserting(_ new: Int32, into tree: Int32) -> Int32 {
    guard tree >= 0 else { return new }
    if self[new].priority > self[tree].priority {
      let (left, right) = split(tree, at: self[new].key)
      self[new].left = left
      self[new].right = right
      return new
    }
    if self[tree].key < self[new].key {
      self[tree].right = inserting(new, into: self[tree].right)
    } else {
      self[tree].left = inserting(new, into: self[tree].left)
    }
    return tree
  }

  private mutating func split(_ tree: Int32, at key: Key) -> (left: Int32, right: Int32) {
    guard tree >= 0 else { return (Self.none, Self.none) }
    if self[tree].key < key {
      let (left, right) = split(self[tree].right, at: key)
      self[tree].right = left
      return (tree, right)
    }
    let (left, right) = split(self[tree].left, at: key)
    self[tree].left = right
    return (left, tree)
  }

  private mutating func joined(_ left: Int32, _ right: Int32) -> Int32 {
    if left < 0 { return right }
    if right < 0 { return left }
    if self[left].priority > self[right].priority {
      self[left].right = joined(self[left].right, right)
      return left
    }
    self[right].left = joined(left, self[right].left)
    return right
  }

  /// The finishing step of splitmix64, which makes consecutive numbers look random: priorities that need no generator.
  private static func scrambled(_ sequence: UInt64) -> UInt64 {
    var z = sequence &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension WindowStack {
  /// A walk over the windows of a stack as it was when the walk began.
  package struct Walk: Sequence, IteratorProtocol, Sendable {
    let stack: WindowStack
    let goesToFront: Bool
    var index: Int32

    /// The next window, or nil at the end.
    package mutating func next() -> WindowID? {
      guard index >= 0 else { return nil }
      let window = stack[index].window
      index = goesToFront ? stack[index].inFront : stack[index].behind
      return window
    }
  }

  /// From the front to the back.
  package var frontToBack: Walk { Walk(stack: self, goesToFront: false, index: frontmost) }
  /// From the back to the front.
  package var backToFront: Walk { Walk(stack: self, goesToFront: true, index: backmost) }
}
