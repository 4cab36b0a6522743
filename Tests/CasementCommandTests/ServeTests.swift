import Glibc
import Testing

@testable import CasementCommand

@Suite(.serialized) struct ServeTests {
  @Test func itServesUntilItIsToldToEndAndLeavesNothing() throws {
    let casement = Casement()
    let child = try casement.start(["serve", "--socket", "w", "--screen", "100x50,name=small"])
    #expect(casement.line(of: "out") == "WAYLAND_DISPLAY=w")
    let runtime = "\(casement.directory.path)/runtime"
    #expect(DirectoryEntries(runtime).sorted() == ["w", "w.control", "w.lock"])
    let client = Casement()
    #expect(try client.run("screens", "--service", "\(runtime)/w.control", "--json").output.contains(#""name":"small""#))
    kill(child.pid, SIGTERM)
    #expect(casement.finish(child).status == 0)
    #expect(casement.leftovers == [])
  }

  @Test func aSecondOneOfTheSameNameIsToldSo() throws {
    let casement = Casement()
    let child = try casement.start(["serve", "--socket", "w"])
    _ = casement.line(of: "out")
    let second = try ChildProcess(
      ["sh", "-c", "exec \"$0\" serve --socket w 2>\"$1/err2\"", Casement.path, casement.directory.path],
      environment: System.environment + ["XDG_RUNTIME_DIR=\(casement.directory.path)/runtime"], hasOwnGroup: true, kept: [])
    #expect(casement.finish(second).status == 1)
    #expect(
      casement.directory.read("err2") == "casement: the name “w” is taken: another Casement serves \(casement.directory.path)/runtime/w; "
        + "choose another with --socket\n")
    kill(child.pid, SIGINT)
    #expect(casement.finish(child).status == 0)
  }

  @Test func readinessIsWrittenToTheDescriptor() throws {
    let casement = Casement()
    let script = "exec \"$CASEMENT\" serve --socket w --ready-fd 5 5>\"$TEST/ready\""
    let runtime = "\(casement.directory.path)/runtime"
    unsafe mkdir(runtime, 0o700)
    let child = try ChildProcess(
      ["sh", "-c", script],
      environment: System.environment + ["XDG_RUNTIME_DIR=\(runtime)", "CASEMENT=\(Casement.path)", "TEST=\(casement.directory.path)"],
      hasOwnGroup: true, kept: [])
    #expect(casement.line(of: "ready") == "w")
    kill(child.pid, SIGTERM)
    #expect(casement.finish(child).status == 0)
  }

  @Test func theServiceManagerIsTold() throws {
    let casement = Casement()
    casement.directory.write(
      """
      import os, socket, subprocess
      manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      manager.bind(os.environ["TEST"] + "/notify")
      environment = dict(os.environ, NOTIFY_SOCKET=os.environ["TEST"] + "/notify")
      service = subprocess.Popen([os.environ["CASEMENT"], "serve", "--socket", "w"], env=environment, stdout=subprocess.DEVNULL)
      print(manager.recv(1000).decode().split("\\n")[0])
      service.terminate()
      print(manager.recv(1000).decode().split("\\n")[0], service.wait())
      """, to: "manager.py")
    let outcome = casement.finish(try casement.start(shell: "exec python3 \"$TEST/manager.py\""))
    #expect(outcome.output == "READY=1\nSTOPPING=1 0\n", "\(outcome.errors)")
  }

  @Test func withoutAServiceTheCommandsSayHowToNameOne() throws {
    let casement = Casement()
    let outcome = try casement.run("windows")
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("CASEMENT_SOCKET is not set, and there is no --service NAME"))
    let named = try casement.run("windows", "--service", "nobody-is-called-this")
    #expect(named.status == 3)
    #expect(named.errors.contains("no service is called “nobody-is-called-this”"))
  }

  @Test func aRefusalHasItsStatusAndItsJSON() throws {
    let casement = Casement()
    let outcome = try casement.run(
      "run", "--", "sh", "-c",
      "\"$CASEMENT\" key nobody --json; echo $?; \"$CASEMENT\" wait window nobody --timeout 0.01; echo $?; \"$CASEMENT\" level key high; echo $?"
    )
    #expect(
      outcome.output
        == #"{"error":{"code":-32000,"message":"no window is of the app id “nobody”; there is no window","data":{"given":"nobody","expected":[]}}}"#
        + "\n1\n124\n2\n")
  }
}
