import CXKBCommon

/// Names and numbers of keysyms, as xkbcommon knows them.
package enum Keysym {
  /// The name of `keysym`, such as `Return` or `eacute`.
  package static func name(_ keysym: UInt32) -> String {
    var buffer = [CChar](repeating: 0, count: 64)
    let length = Int(unsafe xkb_keysym_get_name(keysym, &buffer, buffer.count))
    guard length > 0 else { return "" }
    return String(decoding: buffer.prefix(min(length, buffer.count - 1)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The keysym named `name`, first as it is written and then whatever its case; nil where there is none.
  package static func named(_ name: String) -> UInt32? {
    for flags in [XKB_KEYSYM_NO_FLAGS, XKB_KEYSYM_CASE_INSENSITIVE] {
      let keysym = unsafe xkb_keysym_from_name(name, flags)
      if keysym != 0 { return keysym }
    }
    return nil
  }

  /// Whether `name` is the name of a keysym exactly as it is written.
  static func isExact(_ name: String) -> Bool { unsafe xkb_keysym_from_name(name, XKB_KEYSYM_NO_FLAGS) != 0 }

  /// The capital of `keysym`, itself where it has none.
  static func capital(of keysym: UInt32) -> UInt32 { xkb_keysym_to_upper(keysym) }

  /// The key that `scalar` stands for in text, nil where it is an ordinary character.
  static func ofControl(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar {
    case "\n", "\r": UInt32(XKB_KEY_Return)
    case "\t": UInt32(XKB_KEY_Tab)
    case "\u{8}": UInt32(XKB_KEY_BackSpace)
    case "\u{1B}": UInt32(XKB_KEY_Escape)
    case "\u{7F}": UInt32(XKB_KEY_Delete)
    default: nil
    }
  }

  /// Whether `scalar` can come from a key at all: control characters and noncharacters cannot.
  static func isTypable(_ scalar: Unicode.Scalar) -> Bool {
    if ofControl(scalar) != nil { return true }
    switch scalar.value {
    case 0..<32, 0x7F..<0xA0, 0xFDD0..<0xFDF0: return false
    default: return scalar.value & 0xFFFE != 0xFFFE
    }
  }
}
