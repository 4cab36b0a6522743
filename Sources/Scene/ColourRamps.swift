/// How the colours of a screen are bent, part by part: what a display's hardware does after a picture is composed.
package final class ColourRamps: Sendable {
  /// How many numbers each table has: one for each value that a part can have.
  package static let size = 256

  /// What each value of red, green and blue becomes.
  package let red: [UInt8]
  package let green: [UInt8]
  package let blue: [UInt8]

  /// The three tables, one behind the other, of numbers from 0 to 65535.
  ///
  /// - Precondition: there are three times `size`.
  package init(_ tables: [UInt16]) {
    precondition(tables.count == 3 * Self.size, "there are three tables of \(Self.size)")
    func table(_ index: Int) -> [UInt8] {
      tables[index * Self.size..<(index + 1) * Self.size].map { UInt8((Int($0) * 255 + 32_767) / 65_535) }
    }
    (red, green, blue) = (table(0), table(1), table(2))
  }
}
