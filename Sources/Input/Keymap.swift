import CXKBCommon
import Glibc

/// What the keys of a keyboard mean. Immutable.
///
/// Keys are numbered as Linux does (`KEY_A` is 30), which is what `wl_keyboard.key` carries; xkb's own numbers are 8 higher.
@safe package final class Keymap {
  /// The largest keymap text taken from a client, in bytes. The largest of the system's own data are about 100 000.
  package static let largestText = 1 << 20

  /// xkbcommon's object, owned; nil where it was not needed yet.
  private var compiled: OpaquePointer?
  /// What clients get as `wl_keyboard.keymap`: xkb text format, version 1, without a closing NUL.
  package private(set) lazy var text: String = makeText()

  /// The keymap of the system's data with these names. The usual one is compiled only when somebody needs it: that takes longer than all
  /// the rest of a start.
  ///
  /// - Throws: `KeymapError.notCompiled` where there is no such layout, variant or option.
  package init(_ names: KeymapNames = .us) throws(KeymapError) {
    if names == .us, SystemKeymaps.areThere { return }
    unsafe compiled = try Self.compile(names)
  }

  /// xkbcommon's object.
  var handle: OpaquePointer {
    if let compiled = unsafe compiled { return unsafe compiled }
    let made = unsafe Self.usual()
    unsafe compiled = unsafe made
    return unsafe made
  }

  /// The usual keymap, or one without a key where the system's data went away or broke since the start.
  private static func usual() -> OpaquePointer {
    if let made = unsafe try? compile(.us) { return unsafe made }
    let nothing = "xkb_keymap { xkb_keycodes { minimum = 8; maximum = 255; }; xkb_types { }; xkb_compat { }; xkb_symbols { }; };"
    guard
      let made = unsafe try? KeymapCompiler.compile({ context in
        unsafe xkb_keymap_new_from_string(context, nothing, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
      })
    else { preconditionFailure("xkbcommon compiles a keymap without keys") }
    return unsafe made
  }

  private static func compile(_ names: KeymapNames) throws(KeymapError) -> OpaquePointer {
    unsafe try KeymapCompiler.compile { context in
      unsafe names.layout.withCString { layout in
        unsafe names.variant.withCString { variant in
          unsafe names.options.withCString { options in
            unsafe "evdev".withCString { rules in
              unsafe "pc105".withCString { model in
                var all = unsafe xkb_rule_names(rules: rules, model: model, layout: layout, variant: variant, options: options)
                return unsafe xkb_keymap_new_from_names(context, &all, XKB_KEYMAP_COMPILE_NO_FLAGS)
              }
            }
          }
        }
      }
    }
  }

  /// The keymap that `bytes` describe: xkb text format, version 1, up to the first NUL or the end.
  ///
  /// The text may be hostile.
  ///
  /// - Throws: `KeymapError.badSize` or `.notCompiled`.
  package init(text bytes: some Collection<UInt8>) throws(KeymapError) {
    let text = ContiguousArray(bytes.prefix(Keymap.largestText + 1).prefix { $0 != 0 })
    guard !text.isEmpty, text.count <= Keymap.largestText else { throw .badSize(text.isEmpty ? 0 : bytes.count) }
    unsafe compiled = try KeymapCompiler.compile { context in
      unsafe text.withUnsafeBytes { raw in
        unsafe xkb_keymap_new_from_buffer(
          context, raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count, XKB_KEYMAP_FORMAT_TEXT_V1,
          XKB_KEYMAP_COMPILE_NO_FLAGS)
      }
    }
  }

  /// The keymap in a file of a client, as in `zwp_virtual_keyboard_v1.keymap`. The descriptor stays the caller's.
  ///
  /// The file is read, never mapped: a client that shortens it meanwhile gets an error, and the service no SIGBUS.
  ///
  /// - Parameter size: the bytes that the client stated, with or without a closing NUL.
  /// - Throws: `KeymapError.unreadable` where the file is shorter, is a pipe or a socket, or cannot be read.
  package convenience init(descriptor: Int32, size: Int) throws(KeymapError) {
    guard size > 0, size <= Keymap.largestText else { throw .badSize(size) }
    var bytes = [UInt8](repeating: 0, count: size)
    var done = 0
    while done < size {
      let offset = done
      let count = unsafe bytes.withUnsafeMutableBytes { raw in
        unsafe pread(descriptor, raw.baseAddress! + offset, size - offset, off_t(offset))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(SystemCallError("reading a keymap").description) }
      guard count > 0 else { throw .unreadable("a keymap file of \(offset) bytes, stated to have \(size)") }
      done += count
    }
    try self.init(text: bytes)
  }

  deinit { unsafe xkb_keymap_unref(compiled) }

  /// The names of the layouts, such as “English (US)”, in the order of group numbers.
  package var layoutNames: [String] {
    unsafe (0..<xkb_keymap_num_layouts(handle)).map { index in
      unsafe xkb_keymap_layout_get_name(handle, index).map { unsafe String(cString: $0) } ?? ""
    }
  }

  /// Whether a held `key` repeats.
  package func repeats(_ key: UInt32) -> Bool {
    guard let code = Keymap.code(of: key) else { return false }
    return unsafe xkb_keymap_key_repeats(handle, code) != 0
  }

  /// xkb's number of `key`; nil where there is no room for one.
  static func code(of key: UInt32) -> xkb_keycode_t? {
    let (code, overflow) = key.addingReportingOverflow(8)
    return overflow ? nil : code
  }

  private func makeText() -> String {
    guard let text = unsafe xkb_keymap_get_as_string(handle, XKB_KEYMAP_FORMAT_TEXT_V1) else {
      preconditionFailure("xkbcommon prints every keymap that it compiled")
    }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}
