/// Objects in the order in which they came. None and one, which is what a commit has, need no memory of their own.
package struct ObjectList: ExpressibleByArrayLiteral {
  @usableFromInline var first: AnyObject?
  @usableFromInline var others: [AnyObject]

  /// None.
  @inlinable
  package init() {
    first = nil
    others = []
  }

  /// The objects of an array.
  @inlinable
  package init(_ objects: [AnyObject]) {
    first = objects.first
    others = Array(objects.dropFirst())
  }

  @inlinable
  package init(arrayLiteral elements: AnyObject...) { self.init(elements) }

  /// The only one; nil where there is none, or more.
  @inlinable package var only: AnyObject? { others.isEmpty ? first : nil }

  /// Whether there is none.
  @inlinable package var isEmpty: Bool { first == nil }

  /// How many there are.
  @inlinable package var count: Int { first == nil ? 0 : 1 + others.count }

  /// All of them.
  @inlinable package var elements: [AnyObject] { first.map { [$0] + others } ?? [] }

  /// Adds one at the end.
  @inlinable
  package mutating func append(_ object: AnyObject) {
    if first == nil { first = object } else { others.append(object) }
  }

  /// Adds those of `newer` at the end.
  @inlinable
  package mutating func append(contentsOf newer: ObjectList) {
    guard let object = newer.first else { return }
    if first == nil {
      first = object
      if !newer.others.isEmpty { others = newer.others }
    } else {
      others.append(object)
      others.append(contentsOf: newer.others)
    }
  }

  /// Calls `body` with each, in order.
  @inlinable
  package func forEach(_ body: (AnyObject) -> Void) {
    guard let first else { return }
    body(first)
    for object in others { body(object) }
  }

  /// Takes the first `count` away, and hands them out.
  @inlinable
  package mutating func removeFirst(_ count: Int) -> ArraySlice<AnyObject> {
    let all = elements
    self = ObjectList(Array(all.dropFirst(count)))
    return all.prefix(count)
  }
}
