import CasementControl
import Glibc

/// The name of a service in a runtime directory, held by a lock on `NAME.lock` as other compositors hold theirs.
final class ServiceLock {
  /// The path of the Wayland socket of that name.
  let socketPath: String
  private let lockPath: String
  private var descriptor: Int32

  /// Takes the name `name` in `directory`; nil where somebody else has it.
  ///
  /// - Throws: a failure where no lock can be made there.
  init?(name: String, in directory: String) throws(Failure) {
    socketPath = "\(directory)/\(name)"
    lockPath = socketPath + ".lock"
    while true {
      let descriptor = unsafe open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw Failure("cannot make the lock \(lockPath): \(System.reason())") }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        return nil
      }
      // The one who had it may have removed the file between the two calls; then the lock is on nothing.
      var (own, named) = (stat(), stat())
      if unsafe fstat(descriptor, &own) == 0, unsafe stat(lockPath, &named) == 0, own.st_ino == named.st_ino {
        self.descriptor = descriptor
        break
      }
      close(descriptor)
    }
    // What a service that was killed left; nobody serves it, for the lock was free.
    unsafe unlink(socketPath)
    unsafe unlink(ServiceDirectories.controlSocket(besides: socketPath))
  }

  deinit { release() }

  /// Gives the name up.
  func release() {
    guard descriptor >= 0 else { return }
    unsafe unlink(lockPath)
    close(descriptor)
    descriptor = -1
  }
}
