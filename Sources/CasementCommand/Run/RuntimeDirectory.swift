import CasementControl
import Glibc

/// The private directory of one `run`: made with mode 0700, locked while it is in use, removed with all that is in it.
///
/// Its name is unique, so two runs never meet. One that was left by a run that was killed is recognised by its free lock, and removed
/// when the next run starts.
final class RuntimeDirectory {
  /// The directory.
  let path: String
  private var lock: Int32

  private static let lockName = "lock"
  private static let unfinishedPrefix = ".casement-new-"
  /// Seconds after which a directory that never got its final name counts as left behind.
  private static let unfinishedAge = 60

  /// Makes a directory in the first of `bases` where that works and where the path of a socket called `socketName` fits.
  ///
  /// - Throws: a failure that says why none of them works.
  init(bases: [String], socketName: String) throws(Failure) {
    var reasons: [String] = []
    for base in bases {
      let length =
        base.utf8.count + ServiceDirectories.runPrefix.utf8.count + 8 + ServiceDirectories.controlSocket(besides: socketName).utf8.count
      guard length <= ServiceDirectories.maximumSocketPath else {
        reasons.append("\(base): too long for the path of a socket")
        continue
      }
      Self.sweep(base)
      var template = Array("\(base)/\(Self.unfinishedPrefix)XXXXXX".utf8CString)
      guard unsafe mkdtemp(&template) != nil else {
        reasons.append("\(base): \(System.reason())")
        continue
      }
      let unfinished = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let lock = unsafe open("\(unfinished)/\(Self.lockName)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      // The lock is taken before the directory has a name that others sweep.
      let path = "\(base)/\(ServiceDirectories.runPrefix)\(unfinished.suffix(6))"
      guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0, unsafe rename(unfinished, path) == 0 else {
        reasons.append("\(base): \(System.reason())")
        if lock >= 0 { close(lock) }
        Self.removeTree(unfinished)
        continue
      }
      self.path = path
      self.lock = lock
      return
    }
    throw Failure("cannot make a runtime directory: \(reasons.joined(separator: "; "))", status: 125)
  }

  deinit { remove() }

  /// Removes the directory with all that is in it.
  func remove() {
    guard lock >= 0 else { return }
    Self.removeTree(path)
    close(lock)
    lock = -1
  }

  /// Where `run` makes its directory: the user's runtime directory where it is one, then TMPDIR, then `/tmp`.
  static func bases(variable: (String) -> String?) -> [String] {
    var bases: [String] = []
    if let own = variable("XDG_RUNTIME_DIR"), isOwn(own) { bases.append(own) }
    return bases + ServiceDirectories.temporary(variable: variable)
  }

  /// Whether `path` is a directory of this user's that nobody else can write to.
  static func isOwn(_ path: String) -> Bool {
    var status = stat()
    guard path.hasPrefix("/"), unsafe lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
      && status.st_mode & 0o022 == 0
  }

  /// Removes what runs that were killed left in `base`.
  static func sweep(_ base: String) {
    for name in DirectoryEntries(base) {
      let path = "\(base)/\(name)"
      if name.hasPrefix(ServiceDirectories.runPrefix), isOwn(path) {
        let lock = unsafe open("\(path)/\(lockName)", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard lock >= 0 else { continue }
        if flock(lock, LOCK_EX | LOCK_NB) == 0 { removeTree(path) }
        close(lock)
      } else if name.hasPrefix(unfinishedPrefix), isOwn(path) {
        var status = stat()
        if unsafe lstat(path, &status) == 0, time(nil) - status.st_mtim.tv_sec > unfinishedAge { removeTree(path) }
      }
    }
  }

  /// Removes a directory with all that is in it, following no link. What a client made unreadable is made readable first.
  static func removeTree(_ path: String) {
    unsafe chmod(path, 0o700)
    for name in DirectoryEntries(path) {
      let child = "\(path)/\(name)"
      var status = stat()
      guard unsafe lstat(child, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR { removeTree(child) } else { unsafe unlink(child) }
    }
    unsafe rmdir(path)
  }
}

/// The names in a directory, without the two that each has; none where it cannot be read.
struct DirectoryEntries: Sequence {
  private let names: [String]

  init(_ path: String) {
    guard let stream = unsafe opendir(path) else {
      names = []
      return
    }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    unsafe closedir(stream)
    self.names = names
  }

  func makeIterator() -> IndexingIterator<[String]> { names.makeIterator() }
}
