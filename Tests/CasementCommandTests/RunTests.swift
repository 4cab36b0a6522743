import Glibc
import Testing

@testable import CasementCommand

@Suite(.serialized) struct RunTests {
  let casement = Casement()

  @Test(arguments: [("exit 0", 0), ("exit 7", 7), ("kill -TERM $$", 143), ("kill -KILL $$", 137)] as [(String, Int32)])
  func theStatusIsTheCommands(script: String, status: Int32) throws {
    let outcome = try casement.run("run", "--", "sh", "-c", script)
    #expect(outcome.status == status)
    #expect(outcome.errors == "")
    #expect(casement.leftovers == [])
  }

  @Test func theEnvironmentIsTheServicesAndTheSocketsAnswer() throws {
    let outcome = try casement.run(
      "run", "--", "sh", "-c",
      "test -S \"$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY\" && stat -c %a \"$XDG_RUNTIME_DIR\" \"$CASEMENT_SOCKET\"; \"$CASEMENT\" windows --json")
    #expect(outcome.output == "700\n600\n[]\n")
    #expect(outcome.status == 0)
  }

  @Test func itWorksWithoutARuntimeDirectory() throws {
    let outcome = try casement.run("run", "--", "sh", "-c", "echo \"$XDG_RUNTIME_DIR\"", runtimeDirectory: false)
    #expect(outcome.output.hasPrefix("\(casement.directory.path)/tmp/casement-run-"))
    #expect(casement.leftovers == [])
  }

  @Test func whatCannotBeRunHasItsStatus() throws {
    let missing = try casement.run("run", "--", "casement-no-such-program")
    #expect(missing.status == 127)
    #expect(missing.errors == "casement: cannot run “casement-no-such-program”: No such file or directory\n")
    #expect(try casement.run("run", "--", "/").status == 126)
    #expect(casement.leftovers == [])
  }

  @Test func ourOwnFailuresHave125() throws {
    for arguments in [
      ["--tmeout", "3", "--", "true"], ["--screen", "0x0", "--", "true"], ["--"], ["--screenshot", "/nonexistent/a.png", "--", "true"],
    ] {
      let outcome = casement.finish(try casement.start(["run"] + arguments))
      #expect(outcome.status == 125)
      #expect(outcome.errors.hasPrefix("casement: "))
    }
  }

  @Test func aTimeoutEndsTheCommand() throws {
    let outcome = try casement.run("run", "--timeout", "0.2", "--", "sleep", "100")
    #expect(outcome.status == 124)
    #expect(outcome.errors == "casement: the command did not end within 0.2 s\n")
  }

  @Test func everyDescendantIsEnded() throws {
    // A daemon in a session of its own, whose parent has gone, and that does not hear TERM.
    let script = """
      (setsid sh -c 'trap "" TERM; echo $$ >"$TEST/deaf"; while :; do sleep 100; done' &)
      (setsid sh -c 'echo $$ >"$TEST/daemon"; exec sleep 100' &)
      while ! test -s "$TEST/deaf" || ! test -s "$TEST/daemon"; do :; done
      exit 3
      """
    let outcome = try casement.run("run", "--", "sh", "-c", script)
    #expect(outcome.status == 3)
    for name in ["deaf", "daemon"] {
      let pid = try #require(pid_t(casement.line(of: name)))
      #expect(kill(pid, 0) != 0)
    }
    #expect(casement.leftovers == [])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) func signalsArePassedOn(signal: Int32) throws {
    let name = [SIGINT: "INT", SIGTERM: "TERM", SIGHUP: "HUP", SIGQUIT: "QUIT"][signal]!
    let child = try casement.start(
      ["run", "--", "sh", "-c", "trap 'echo got >\"$TEST/got\"; exit 9' \(name); echo up >\"$TEST/up\"; while :; do sleep 0.01; done"])
    #expect(casement.line(of: "up") == "up")
    kill(child.pid, signal)
    #expect(casement.finish(child).status == 9)
    #expect(casement.line(of: "got") == "got")
    #expect(casement.leftovers == [])
  }

  @Test func aCommandWithATerminalKeepsIt() throws {
    casement.directory.write(
      """
      import os, pty, sys
      command = 'test -t 0; trap "echo got it; exit 9" INT; read line; echo "read $line"; while :; do sleep 0.01; done'
      pid, terminal = pty.fork()
      if pid == 0:
          os.execvp(os.environ["CASEMENT"], ["casement", "run", "--", "sh", "-c", command])
      def until(text, seen=b""):
          while text not in seen:
              seen += os.read(terminal, 1000)
          return seen
      os.write(terminal, b"a line\\n")
      until(b"read a line")
      os.write(terminal, b"\\x03")
      seen = until(b"got it")
      try:
          while True:
              seen += os.read(terminal, 1000)
      except OSError:
          pass
      print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), seen.count(b"got it"))
      """, to: "terminal.py")
    let outcome = casement.finish(try casement.start(shell: "exec python3 \"$TEST/terminal.py\""))
    #expect(outcome.output == "9 1\n", "\(outcome.errors)")
    #expect(casement.leftovers == [])
  }

  @Test func whenTheServiceIsKilledTheCommandDiesAndTheNextRunSweeps() throws {
    let child = try casement.start(["run", "--", "sh", "-c", "echo $$ >\"$TEST/pid\"; exec sleep 100"])
    let pid = try #require(pid_t(casement.line(of: "pid")))
    kill(child.pid, SIGKILL)
    #expect(casement.finish(child).status == 137)
    casement.waitForEnd(of: pid)
    #expect(casement.leftovers.count == 1)
    #expect(try casement.run("run", "--", "true").status == 0)
    #expect(casement.leftovers == [])
  }

  @Test func descriptorsThatTheCallerGaveArePassedOnAndOursAreNot() throws {
    let outcome = try casement.run(
      "run", "--", "sh", "-c", "ls /proc/self/fd | wc -l")
    // 0, 1, 2 and the one that ls reads with.
    #expect(outcome.output.filter { !$0.isWhitespace } == "4")
  }

  @Test func twoRunsAtOnceDoNotMeet() throws {
    let other = Casement()
    let script = "echo \"$WAYLAND_DISPLAY\" >\"$TEST/name\"; while ! test -e \"$TEST/go\"; do sleep 0.01; done; \"$CASEMENT\" windows"
    let children = try [casement, other].map { ($0, try $0.start(["run", "--", "sh", "-c", script])) }
    #expect(casement.line(of: "name") != other.line(of: "name"))
    for (service, _) in children { service.directory.write("", to: "go") }
    for (service, child) in children { #expect(service.finish(child).status == 0) }
  }

  @Test func withoutAWindowThereIsNoPictureAndAReason() throws {
    let path = "\(casement.directory.path)/a.png"
    let outcome = try casement.run("run", "--screenshot", path, "--", "sh", "-c", "exit 4")
    #expect(outcome.status == 4)
    #expect(outcome.errors == "casement: there is no picture: the command never had a visible window\n")
    #expect(casement.directory.read("a.png") == nil)
  }
}
