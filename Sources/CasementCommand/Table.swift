import CasementControl

/// Rows of text under a heading, in columns that are as wide as they must be.
struct Table {
  private var rows: [[String]]

  /// A table with these headings.
  init(_ headings: String...) { rows = [headings] }

  /// Adds a row.
  mutating func add(_ cells: String...) { rows.append(cells.map { $0.printable() }) }

  /// The table as lines.
  var text: String {
    let columns = rows[0].count
    let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
      let line = cells.joined(separator: "  ")
      return String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
    }.joined(separator: "\n") + "\n"
  }
}
