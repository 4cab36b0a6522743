internal import Input
internal import WaylandServer

/// A keymap as clients are sent it. Its file is made when the first asks; who was sent the same object knows the keymap.
final class SentKeymap {
  let keymap: Keymap
  private var file: KeymapFile?

  init(_ keymap: Keymap) { self.keymap = keymap }

  /// Makes the file now. - Throws: where the system cannot keep it.
  func make() throws(SystemCallError) {
    if file == nil { file = try KeymapFile(text: keymap.text) }
  }

  /// Calls `body` with a descriptor that only reads, and the file's size; a client that cannot be sent it is ended.
  func send(on resource: Resource, _ body: (Int32, UInt32) -> Void) {
    do throws(SystemCallError) { try make() } catch { return resource.client.post(.noMemory, from: resource) }
    guard let file else { return }
    file.withDescriptor { body($0, UInt32(file.size)) }
  }
}
