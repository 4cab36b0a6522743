/// An enumeration that travels as a word, and whose decoding error names the words that would be right.
package protocol ControlChoice: RawRepresentable, CaseIterable, Codable, Sendable where RawValue == String {
  /// What the word stands for in an error message, such as “transform”.
  static var noun: String { get }
}

extension ControlChoice {
  /// The words, in the order of their declaration.
  package static var words: [String] { allCases.map(\.rawValue) }

  /// The value that `word` names.
  ///
  /// - Throws: a parameter error that names the words that would be right.
  package init(word: String) throws(ControlError) {
    guard let value = Self(rawValue: word) else {
      throw .badParameter("“\(word)” is not a \(Self.noun)", given: word, expected: Self.words)
    }
    self = value
  }

  /// Decodes a word.
  ///
  /// - Throws: a parameter error that names the words that would be right.
  public init(from decoder: any Decoder) throws {
    self = try Self(word: String(from: decoder))
  }
}
