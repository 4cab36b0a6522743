import Glibc

/// Where services have their sockets, and how one is found by its name.
///
/// A service called NAME has its Wayland socket at `NAME` and its control socket at `NAME.control`, in a runtime directory: the user's
/// XDG_RUNTIME_DIR, or where there is none, `casement-UID` in TMPDIR or `/tmp`; `casement run` has a directory of its own in there.
package struct ServiceDirectories: Hashable, Sendable {
  /// The name that a directory of `casement run` begins with.
  package static let runPrefix = "casement-run-"

  /// Bytes that fit into the address of a Unix socket, with a zero at the end.
  package static let maximumSocketPath = 107

  /// The directories in which services are looked for, best first.
  package let bases: [String]

  /// These directories, in this order.
  package init(bases: [String]) { self.bases = bases }

  /// The directories that `variable`, which reads the environment, and the system suggest.
  package init(variable: (String) -> String?) {
    var bases: [String] = []
    func add(_ path: String?) {
      if let path, path.hasPrefix("/"), !bases.contains(path) { bases.append(path) }
    }
    add(variable("XDG_RUNTIME_DIR"))
    add("/run/user/\(getuid())")
    for temporary in Self.temporary(variable: variable) {
      add("\(temporary)/casement-\(getuid())")
      add(temporary)
    }
    self.bases = bases
  }

  /// TMPDIR, where it is set to an absolute path, and `/tmp`.
  package static func temporary(variable: (String) -> String?) -> [String] {
    guard let own = variable("TMPDIR"), own.hasPrefix("/"), own != "/tmp", own != "/tmp/" else { return ["/tmp"] }
    return [own.hasSuffix("/") ? String(own.dropLast()) : own, "/tmp"]
  }

  /// The control socket of a service whose Wayland socket is at `path`.
  package static func controlSocket(besides path: String) -> String { path + ".control" }

  /// The control sockets that there are, with the names of their services; a service may have gone and left its socket.
  package var sockets: [(name: String, path: String)] {
    var found: [(name: String, path: String)] = []
    for base in bases {
      let entries = Self.entries(of: base)
      let runs = entries.filter { $0.hasPrefix(Self.runPrefix) }.map { "\(base)/\($0)" }
      for (directory, names) in [(base, entries)] + runs.map({ ($0, Self.entries(of: $0)) }) {
        for name in names.sorted() where name.hasSuffix(".control") {
          found.append((String(name.dropLast(".control".count)), "\(directory)/\(name)"))
        }
      }
    }
    return found
  }

  private static func entries(of directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

extension ControlClient {
  /// Connects to the service called `name`; without a name, to the one that `CASEMENT_SOCKET` tells.
  ///
  /// - Throws: an error that names the services that are running, where none is meant or found.
  package static func find(name: String?, variable: (String) -> String?) throws(ControlClientError) -> ControlClient {
    if let name, name.hasPrefix("/") { return try ControlClient(path: name) }
    if name == nil, let path = variable("CASEMENT_SOCKET"), !path.isEmpty { return try ControlClient(path: path) }
    let sockets = ServiceDirectories(variable: variable).sockets
    if let name {
      for socket in sockets where socket.name == name {
        if let client = try? ControlClient(path: socket.path) { return client }
      }
    }
    let running = sockets.filter { (try? ControlClient(path: $0.path)) != nil }.map(\.name)
    let hint = running.isEmpty ? "none is running here" : "running: \(running.joined(separator: ", "))"
    if let name { throw .closed(reason: "no service is called “\(name)”; \(hint)") }
    throw .closed(reason: "no service is named: CASEMENT_SOCKET is not set, and there is no --service NAME; \(hint)")
  }
}
