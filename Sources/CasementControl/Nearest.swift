/// The names of `candidates` that `word` may have been meant to be, nearest first; nil where none is near.
package func nearest(to word: String, among candidates: [String]) -> [String]? {
  let bound = max(1, word.count / 3)
  let near = candidates.map { (name: $0, distance: editDistance(word, $0)) }
    .filter { $0.distance <= bound || (!word.isEmpty && $0.name.hasPrefix(word)) }
    .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    .prefix(3).map(\.name)
  return near.isEmpty ? nil : Array(near)
}

/// How many characters must be put in, taken out or replaced to make `first` of `second`, at most 64 characters of each looked at.
private func editDistance(_ first: String, _ second: String) -> Int {
  let (first, second) = (Array(first.prefix(64)), Array(second.prefix(64)))
  var row = Array(0...second.count)
  for (index, character) in first.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in 0..<second.count {
      let above = row[column + 1]
      row[column + 1] = min(above + 1, row[column] + 1, diagonal + (character == second[column] ? 0 : 1))
      diagonal = above
    }
  }
  return row[second.count]
}
