/// Objects in the order in which they came, each once. One goes at the same cost however many there are: what all clients share must not
/// make the end of one that has many objects dear.
struct ObjectBag<Element>: Sequence {
  fileprivate struct Entry {
    let element: Element
    let identity: ObjectIdentifier
  }

  /// Nil where one has gone; never more of these than of the others, and none in a short list.
  private var entries: [Entry?] = []
  /// Where each is; empty while the list is so short that looking through it is quicker.
  private var places: [ObjectIdentifier: Int] = [:]
  /// How many there are.
  private(set) var count = 0

  private static var mostUnindexed: Int { 16 }

  /// Whether there is none.
  var isEmpty: Bool { count == 0 }

  /// The one that came first.
  var first: Element? {
    for case let entry? in entries { return entry.element }
    return nil
  }

  /// The one that came last.
  var last: Element? {
    for case let entry? in entries.reversed() { return entry.element }
    return nil
  }

  /// Whether `object` is among them.
  func contains(_ object: AnyObject) -> Bool { count > 0 && place(of: ObjectIdentifier(object)) != nil }

  /// Adds `element`, which is not among them, at the end. - Parameter object: the same, as an object.
  mutating func append(_ element: Element, as object: AnyObject) {
    let identity = ObjectIdentifier(object)
    if !places.isEmpty { places[identity] = entries.count }
    entries.append(Entry(element: element, identity: identity))
    count += 1
    if places.isEmpty, entries.count > Self.mostUnindexed { index() }
  }

  /// Takes `object` out, if it is among them. - Returns: whether it was.
  @discardableResult
  mutating func remove(_ object: AnyObject) -> Bool {
    let identity = ObjectIdentifier(object)
    guard count > 0, let place = place(of: identity) else { return false }
    count -= 1
    if places.isEmpty {
      entries.remove(at: place)
      return true
    }
    entries[place] = nil
    places[identity] = nil
    if count * 2 < entries.count { close() }
    return true
  }

  /// Takes all out.
  mutating func removeAll() { self = ObjectBag() }

  /// Takes all of which this is true out.
  mutating func removeAll(where isGone: (Element) -> Bool) {
    entries.removeAll { entry in entry.map { isGone($0.element) } ?? true }
    count = entries.count
    places = [:]
    if count > Self.mostUnindexed { index() }
  }

  private func place(of identity: ObjectIdentifier) -> Int? {
    places.isEmpty ? entries.firstIndex { $0?.identity == identity } : places[identity]
  }

  /// Closes the gaps.
  private mutating func close() {
    removeAll { _ in false }
  }

  private mutating func index() {
    places.reserveCapacity(entries.count)
    for (place, entry) in entries.enumerated() { if let entry { places[entry.identity] = place } }
  }

  /// The objects from the first to the last, as they are now.
  struct Iterator: IteratorProtocol {
    private var entries: IndexingIterator<[Entry?]>

    fileprivate init(_ entries: [Entry?]) { self.entries = entries.makeIterator() }

    mutating func next() -> Element? {
      while let entry = entries.next() { if let entry { return entry.element } }
      return nil
    }
  }

  func makeIterator() -> Iterator { Iterator(entries) }

  var underestimatedCount: Int { count }
}

extension ObjectBag where Element: AnyObject {
  /// Adds `element`, which is not among them, at the end.
  mutating func append(_ element: Element) { append(element, as: element) }
}
