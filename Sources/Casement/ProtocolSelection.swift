/// Which of the protocols that a service speaks are offered to its clients: all, unless some are denied.
///
/// Protocols are named by the interface of their global, such as `zwlr_screencopy_manager_v1`. Some are *privileged*: they reach beyond
/// a client's own windows. Clients in a security context are never offered those.
public struct ProtocolSelection: Hashable, Sendable {
  /// The word that stands for all privileged protocols among the denied ones.
  public static let privileged = "privileged"

  /// Offered even where `denied` has `privileged`.
  public var allowed: Set<String> = []
  /// Not offered to anybody.
  public var denied: Set<String> = []
  /// The newest version that is offered of some, where an older one than is spoken shall be.
  public var versions: [String: UInt32] = [:]

  /// All of them.
  public init() {}

  /// Whether clients outside of security contexts are offered `interface`.
  func offers(_ interface: String, isPrivileged: Bool) -> Bool {
    if denied.contains(interface) { return false }
    return !isPrivileged || !denied.contains(Self.privileged) || allowed.contains(interface)
  }

  /// The version of `interface` that is offered where `version` is spoken.
  func version(of interface: String, upTo version: UInt32) -> UInt32 { min(version, versions[interface] ?? version) }

  /// The versions that are spoken of all globals.
  package static var spokenVersions: [String: UInt32] {
    var versions = ["wl_output": GlobalTable.outputVersion]
    for entry in GlobalTable.entries { versions[entry.interface] = entry.version }
    return versions
  }

  /// The names of all privileged protocols, and of all others.
  package static var names: (privileged: [String], others: [String]) {
    let entries = GlobalTable.entries
    return (entries.filter(\.isPrivileged).map(\.interface).sorted(), entries.filter { !$0.isPrivileged }.map(\.interface).sorted())
  }
}
