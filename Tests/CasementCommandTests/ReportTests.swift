import Glibc
import Testing

@testable import CasementCommand

@Suite(.serialized) struct ReportTests {
  let casement = Casement()
  private var report: String { "\(casement.directory.path)/report/report.html" }
  private var page: String { readFile(report) ?? "" }

  @Test func whatTheCommandWritesPassesAndIsRecorded() throws {
    let outcome = try casement.run(
      "run", "--report", "\(casement.directory.path)/report", "--", "sh", "-c", "echo to-output; echo to-errors >&2; exit 3")
    #expect(outcome.status == 3)
    #expect(outcome.output == "to-output\n")
    #expect(outcome.errors == "to-errors\n")
    #expect(page.contains(#""k":"out","t":"#))
    #expect(page.contains(#""text":"to-output\n""#))
    #expect(page.contains(#""text":"to-errors\n""#))
    #expect(page.contains(#""status":3"#))
    #expect(casement.leftovers == [])
  }

  @Test func muchOutputPassesWhole() throws {
    let outcome = try casement.run("run", "--report", "\(casement.directory.path)/report", "--", "seq", "1", "30000")
    #expect(outcome.output == (1...30000).map { "\($0)\n" }.joined())
  }

  @Test func aTimeOutIsInIt() throws {
    let outcome = try casement.run("run", "--timeout", "0.2", "--report", "\(casement.directory.path)/report", "--", "sleep", "100")
    #expect(outcome.status == 124)
    #expect(page.contains("did not end within 0.2 s"))
    #expect(page.contains(#""status":124"#))
  }

  @Test func aCommandThatCannotBeStartedIsInIt() throws {
    let outcome = try casement.run("run", "--report", "\(casement.directory.path)/report", "--", "casement-no-such-program")
    #expect(outcome.status == 127)
    #expect(page.contains("could not be started"))
  }

  @Test func whenTheServiceIsKilledTheReportStays() throws {
    let child = try casement.start(
      ["run", "--report", "\(casement.directory.path)/report", "--", "sh", "-c", "echo before; echo up >\"$TEST/up\"; exec sleep 100"])
    #expect(casement.line(of: "up") == "up")
    while !page.contains("before") { usleep(1000) }
    kill(child.pid, SIGKILL)
    #expect(casement.finish(child).status == 137)
    #expect(page.contains(#""k":"start""#))
    #expect(!page.contains(#""k":"end""#))
    #expect(page.hasSuffix("</script>\n"))
  }

  @Test func aKilledCommandIsInIt() throws {
    let outcome = try casement.run("run", "--report", "\(casement.directory.path)/report", "--", "sh", "-c", "echo before; kill -9 $$")
    #expect(outcome.status == 137)
    #expect(page.contains(#""text":"before\n""#))
    #expect(page.contains(#""status":137"#))
    #expect(page.hasSuffix("</script>\n"))
  }

  /// A limit on the size of files is met like a full disk.
  @Test func aFullDiskLeavesAPageThatSaysSo() throws {
    let outcome = casement.finish(
      try casement.start(
        shell: """
          trap '' XFSZ
          ulimit -f 128
          exec "$CASEMENT" run --report "$TEST/report" -- sh -c 'seq 1 50000 >&2; exit 5'
          """))
    #expect(outcome.status == 5)
    #expect(outcome.errors.contains("report.html ends here: File too large"))
    #expect(page.utf8.count <= 128 * 1024)
    #expect(page.contains("the recording ends here: File too large"))
    #expect(page.hasSuffix("</script>\n"))
  }

  @Test func aDirectoryThatCannotBeMadeIsOurFailure() throws {
    let outcome = try casement.run("run", "--report", "/proc/nowhere", "--", "true")
    #expect(outcome.status == 125)
    #expect(outcome.errors.contains("cannot write the report /proc/nowhere"))
  }
}
