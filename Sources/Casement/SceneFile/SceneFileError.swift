/// What is wrong with a scene file: all of it.
public struct SceneFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One mistake.
  public struct Mistake: Hashable, Sendable {
    /// The line, from 1; 0 where it is the file as a whole.
    public let line: Int
    /// The character in the line, from 1; 0 where it is the file as a whole.
    public let column: Int
    /// The path of the member, such as `rules[2].level`; empty for the whole, and for what is not JSON5.
    public let path: String
    /// What is wrong, and what would be right.
    public let message: String
  }

  /// The file, as it was named.
  public let file: String
  /// The first mistakes, in the order of the file; not empty.
  public let mistakes: [Mistake]
  /// How many more there are.
  public let omitted: Int

  /// How many are told; who has more has made one of them again and again.
  static let most = 100

  init(file: String, mistakes: [Mistake], omitted: Int = 0) {
    self.file = file
    self.mistakes = mistakes
    self.omitted = omitted
  }

  /// One line for each mistake: `FILE:LINE:COLUMN: PATH: MESSAGE`; one more where there are more than are told.
  public var description: String {
    var lines = mistakes.map { mistake in
      let place = mistake.line > 0 ? "\(file):\(mistake.line):\(mistake.column): " : "\(file): "
      return place + (mistake.path.isEmpty ? "" : mistake.path + ": ") + mistake.message
    }
    if omitted > 0 { lines.append("\(file): and \(omitted) more") }
    return lines.joined(separator: "\n")
  }
}
