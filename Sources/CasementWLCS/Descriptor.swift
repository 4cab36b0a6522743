internal import CWLCS
internal import Casement
internal import Glibc

/// What the suite is told to test: every global that is served, each at its version.
@safe final class Descriptor: Sendable {
  /// One for all servers: they serve the same, and it is never changed.
  static let shared = Descriptor()
  nonisolated(unsafe) let hooks: UnsafePointer<casement_wlcs_descriptor>

  private init() {
    let served = WindowService.advertisedGlobals
    let extensions = UnsafeMutablePointer<casement_wlcs_extension>.allocate(capacity: served.count)
    for (index, global) in served.enumerated() {
      unsafe (extensions + index).initialize(to: casement_wlcs_extension(name: strdup(global.interface), version: global.version))
    }
    let made = UnsafeMutablePointer<casement_wlcs_descriptor>.allocate(capacity: 1)
    unsafe made.initialize(to: casement_wlcs_descriptor(version: 1, count: served.count, extensions: extensions))
    unsafe hooks = UnsafePointer(made)
  }
}
