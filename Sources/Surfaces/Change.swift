/// What one request said about one field.
package enum Change<Value> {
  case unchanged
  case set(Value)

  /// Lets a newer request win.
  @inlinable package mutating func merge(_ newer: Change) {
    if case .set = newer { self = newer }
  }

  /// Writes the value, where there is one, and forgets it.
  @inlinable package func apply(to field: inout Value) {
    if case .set(let value) = self { field = value }
  }

  /// Whether a request set the field.
  @inlinable package var isSet: Bool {
    if case .set = self { true } else { false }
  }
}

extension Change: Sendable where Value: Sendable {}
