import CProcess
import Glibc
import Testing

@testable import CasementCommand

@Suite struct ChildProcessTests {
  let directory = TemporaryDirectory()

  private func start(_ command: [String], hasOwnGroup: Bool = true, kept: [Int32] = []) throws -> ChildProcess {
    try ChildProcess(command, environment: System.environment + ["CASEMENT_TEST=é"], hasOwnGroup: hasOwnGroup, kept: kept)
  }

  /// Waits for the end of a child, in the kernel.
  private func status(of child: ChildProcess) -> casement_exit {
    var information = unsafe siginfo_t()
    unsafe waitid(P_PID, id_t(child.pid), &information, WEXITED | WNOWAIT)
    var exit = casement_exit()
    #expect(unsafe casement_reap(child.pid, &exit) == 1)
    return exit
  }

  private func shell(_ script: String, kept: [Int32] = []) throws -> String? {
    let child = try start(["sh", "-c", "exec >\"$0/out\" 2>&1; \(script)", directory.path], kept: kept)
    _ = status(of: child)
    return directory.read("out")
  }

  @Test(arguments: [
    ("exit 0", 0, 0), ("exit 7", 7, 0), ("exit 255", 255, 0), ("kill -TERM $$", 143, SIGTERM), ("kill -KILL $$", 137, SIGKILL),
  ])
  func anEndIsToldAsAShellTellsIt(script: String, status expected: Int32, signal: Int32) throws {
    let exit = status(of: try start(["sh", "-c", script]))
    #expect((exit.status, exit.signal) == (expected, signal))
  }

  @Test func aProgramThatIsNotThereOrCannotBeExecutedIsTold() {
    let missing = #expect(throws: ChildProcess.StartError.self) { try start(["casement-no-such-program"]) }
    #expect(missing?.status == 127)
    let path = #expect(throws: ChildProcess.StartError.self) { try start(["/nonexistent/program"]) }
    #expect(path?.status == 127)
    directory.write("x", to: "plain")
    let plain = #expect(throws: ChildProcess.StartError.self) { try start(["\(directory.path)/plain"]) }
    #expect((plain?.status, plain?.code) == (126, EACCES))
  }

  @Test func argumentsAndEnvironmentArriveAsTheyAre() throws {
    #expect(try shell("printf %s \"$CASEMENT_TEST\"") == "é")
    let child = try start(["sh", "-c", "printf '%s|' \"$@\" >\"$0/out\"", directory.path, "", "a b", "*", "é\n"])
    _ = status(of: child)
    #expect(directory.read("out") == "|a b|*|é\n|")
  }

  @Test func noSignalIsBlockedInTheChild() throws {
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let text = try shell("grep -E 'SigBlk' /proc/self/status")
    #expect(text?.split(whereSeparator: \.isWhitespace).last == "0000000000000000")
  }

  @Test func onlyWhatIsKeptIsOpenInTheChild() throws {
    directory.write("kept", to: "kept")
    let kept = unsafe open("\(directory.path)/kept", O_RDONLY | O_CLOEXEC)
    let other = unsafe open("/dev/null", O_RDONLY)
    defer {
      close(kept)
      close(other)
    }
    // not <&N: a shell need not know descriptors of two digits
    #expect(try shell("cat /proc/self/fd/\(kept); test -e /proc/$$/fd/\(other) || printf closed", kept: [kept]) == "keptclosed")
  }

  @Test func theGroupIsItsOwnOrOurs() throws {
    for hasOwnGroup in [true, false] {
      let child = try start(["sleep", "100"], hasOwnGroup: hasOwnGroup)
      #expect(getpgid(child.pid) == (hasOwnGroup ? child.pid : getpgrp()))
      child.send(SIGKILL)
      #expect(status(of: child).signal == SIGKILL)
    }
  }

  @Test func descendantsAreFoundAlsoOutsideTheGroup() throws {
    let child = try start([
      "sh", "-c", "setsid sh -c 'sleep 100 & sleep 100 & echo x >\"$0/ready\"; wait' \"$0\" & wait", directory.path,
    ])
    while directory.read("ready") != "x\n" { usleep(1000) }
    let pids = Descendants(root: child.pid).pids
    #expect(pids.count == 3)
    #expect(!pids.contains(child.pid))
    for pid in pids { kill(pid, SIGKILL) }
    _ = status(of: child)
    #expect(Descendants(root: child.pid).pids == [])
  }

  @Test func reapingTellsWhatThereIs() throws {
    let child = try start(["sleep", "100"])
    var exit = casement_exit()
    #expect(unsafe casement_reap(child.pid, &exit) == 0)
    child.send(SIGKILL)
    _ = status(of: child)
    #expect(unsafe casement_reap(child.pid, &exit) == -1)
  }
}
