import CXKBCommon
import Glibc

/// Calls xkbcommon's compiler, and keeps its first complaint instead of letting it write to stderr.
enum KeymapCompiler {
  /// Compiles with `body`, which gets a fresh context.
  ///
  /// Names in the environment are not looked at: the same command line gives the same keymap everywhere.
  static func compile(_ body: (OpaquePointer) -> OpaquePointer?) throws(KeymapError) -> OpaquePointer {
    guard let context = unsafe xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES) else {
      throw .notCompiled("no keyboard data found (package xkb-data)")
    }
    defer { unsafe xkb_context_unref(context) }
    let complaint = Complaint()
    unsafe xkb_context_set_user_data(context, Unmanaged.passUnretained(complaint).toOpaque())
    unsafe xkb_context_set_log_fn(context) { context, level, format, arguments in
      guard level.rawValue <= XKB_LOG_LEVEL_ERROR.rawValue, let context = unsafe context, let format = unsafe format,
        let arguments = unsafe arguments, let data = unsafe xkb_context_get_user_data(context)
      else { return }
      unsafe Unmanaged<Complaint>.fromOpaque(data).takeUnretainedValue().note(format, arguments)
    }
    let keymap = unsafe withExtendedLifetime(complaint) { unsafe body(context) }
    // The keymap keeps its context, which must not call back into the complaint any more.
    unsafe xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    unsafe xkb_context_set_log_fn(context) { _, _, _, _ in }
    unsafe xkb_context_set_user_data(context, nil)
    guard let keymap = unsafe keymap else { throw .notCompiled(complaint.text ?? "no reason given") }
    return unsafe keymap
  }

  /// The first thing that the compiler said.
  private final class Complaint {
    var text: String?

    func note(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) {
      guard text == nil else { return }
      var buffer = [CChar](repeating: 0, count: 300)
      let length = unsafe vsnprintf(&buffer, buffer.count, format, arguments)
      let bytes = buffer.prefix(max(0, min(Int(length), buffer.count - 1))).map { UInt8(bitPattern: $0) }
      let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
      text = line.map { String($0.unicodeScalars.filter { $0.value >= 32 }) }
    }
  }
}
