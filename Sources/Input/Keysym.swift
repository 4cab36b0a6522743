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
}
