/// How names of the XML become names in Swift.
enum Names {
  /// `wl_surface` → `WlSurface`.
  static func type(_ name: String) -> String {
    name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// `set_cursor` → `setCursor`, escaped where Swift reserves the word.
  static func member(_ name: String) -> String { escaped(camel(name)) }

  /// `set_cursor` → `setCursor`, not escaped: for use behind a prefix.
  static func camel(_ name: String) -> String {
    let words = name.split(separator: "_")
    guard let first = words.first else { return name }
    return String(first) + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The Swift name of an enum: Swift does not allow a nested type named `Type`.
  static func enumeration(_ name: String) -> String {
    let swift = type(name)
    return swift == "Type" || swift == "Protocol" || swift == "Self" ? swift + "Value" : swift
  }

  /// The Swift name of an enum's entry.
  static func entry(_ name: String) -> String {
    guard let first = name.first, !first.isNumber else { return "_" + camel(name) }
    return member(name)
  }

  /// The type that `reference`, written in an interface named `interface`, speaks of.
  static func enumReference(_ reference: String, in interface: String) -> String {
    let parts = reference.split(separator: ".", maxSplits: 1).map(String.init)
    return parts.count == 2 ? "\(type(parts[0])).\(enumeration(parts[1]))" : "\(type(interface)).\(enumeration(reference))"
  }

  private static let reserved: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
    "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  private static func escaped(_ name: String) -> String { reserved.contains(name) ? "`\(name)`" : name }
}
