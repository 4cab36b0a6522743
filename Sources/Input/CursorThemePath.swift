/// Where cursor themes are, and how they inherit from each other.
struct CursorThemePath {
  /// The directories that hold themes, in the order in which they are searched.
  let directories: [String]
  /// How many themes are looked into for one cursor: inheritance in a file is anyone's to write.
  private static let mostThemes = 32

  /// The search path of `environment`: XCURSOR_PATH, or the usual one.
  init(environment: [String: String]) {
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "~/.local/share"
    let path = environment["XCURSOR_PATH"] ?? "\(data)/icons:~/.icons:/usr/share/icons:/usr/share/pixmaps"
    directories = path.split(separator: ":").compactMap { part in
      guard part == "~" || part.hasPrefix("~/") else { return String(part) }
      return home.map { $0 + part.dropFirst() }
    }
  }

  /// The first file that has the cursor under one of `names`, in `theme`, then in those it inherits from, then in `default`.
  func file(for names: [String], in theme: String) -> XcursorFile? {
    var queue = [theme, "default"]
    var seen: Set<String> = []
    while !queue.isEmpty, seen.count < CursorThemePath.mostThemes {
      let theme = queue.removeFirst()
      guard CursorThemePath.isName(theme), seen.insert(theme).inserted else { continue }
      for name in names {
        for directory in directories {
          if let bytes = BoundedFile.read("\(directory)/\(theme)/cursors/\(name)", limit: XcursorFile.largestFile),
            let file = try? XcursorFile(bytes)
          {
            return file
          }
        }
      }
      queue.insert(contentsOf: parents(of: theme), at: 0)
    }
    return nil
  }

  /// The themes that `theme` says it inherits from, in its first `index.theme`.
  private func parents(of theme: String) -> [String] {
    for directory in directories {
      if let bytes = BoundedFile.read("\(directory)/\(theme)/index.theme", limit: 1 << 20) {
        return CursorThemePath.inherited(in: String(decoding: bytes, as: UTF8.self))
      }
    }
    return []
  }

  /// The names in the first `Inherits` line of an `index.theme`.
  static func inherited(in text: String) -> [String] {
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, trimmed(parts[0]) == "Inherits" else { continue }
      return parts[1].split { $0 == "," || $0 == ";" || $0.isWhitespace }.map(String.init)
    }
    return []
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// Whether `name` is the name of a directory, not a way out of it.
  private static func isName(_ name: String) -> Bool { !name.isEmpty && !name.hasPrefix(".") && !name.utf8.contains(UInt8(ascii: "/")) }
}
