import Geometry
import Glibc
import Rendering
import Scene
import Testing

@testable import CasementCommand

/// Commands for automation, as a script uses them.
@Suite(.serialized) struct AutomationTests {
  let casement = Casement()

  private func script(_ script: String) throws -> Casement.Outcome { try self.script([], script) }

  private func script(_ options: [String], _ script: String) throws -> Casement.Outcome {
    casement.finish(try casement.start(["run", "--timeout", "100"] + options + ["--", "sh", "-ec", script]))
  }

  @Test func theClipboardGoesInAndComesOut() throws {
    let outcome = try script(
      """
      "$CASEMENT" clipboard set 'Grüße 🦆'
      "$CASEMENT" clipboard get; echo
      printf '\\001\\377' | "$CASEMENT" clipboard set --type application/x-bytes
      "$CASEMENT" clipboard get --type application/x-bytes | od -An -tx1
      "$CASEMENT" clipboard get --types
      printf selected | "$CASEMENT" clipboard set --primary
      "$CASEMENT" clipboard get --primary; echo
      "$CASEMENT" clipboard set --clear
      "$CASEMENT" clipboard get || echo "status $?"
      """)
    #expect(outcome.output == "Grüße 🦆\n 01 ff\napplication/x-bytes\nselected\nstatus 1\n")
    #expect(outcome.errors == "casement: the clipboard is empty\n")
  }

  @Test func thePythonClientOfTheReferencePageWorks() throws {
    let page = try #require(readFile(Self.source("Sources/Documentation/control-socket.md")))
    let code = try #require(page.split(separator: "```python\n", maxSplits: 1).last?.split(separator: "```", maxSplits: 1).first)
    casement.directory.write(
      String(code) + """
        print(call("screens")[0]["name"], call("ping"))
        call("clipboard.set", text="ż")
        print(call("clipboard.get")["text"])
        try:
            call("shot", screen="none")
        except RuntimeError as error:
            print(error)
        """, to: "client.py")
    let outcome = try script("exec python3 \"$TEST/client.py\"")
    #expect(outcome.errors == "")
    #expect(outcome.output == "headless-1 {}\nż\nno screen is called “none”; the screens are headless-1\n")
    // ten lines
    #expect(code.split(separator: "\n").count == 10)
  }

  /// A file of this package.
  static func source(_ path: String) -> String {
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/") + "/" + path
  }

  @Test func aFilmUnderTheManualClockHasTheTimesOfItsTicks() throws {
    let outcome = try script(
      ["--clock", "manual", "--screen", "64x48"],
      """
      "$CASEMENT" record "$TEST/film.raw.mkv" --seconds 2 >"$TEST/film.txt" & film=$!
      "$CASEMENT" wait screen headless-1 captured
      "$CASEMENT" step 2000ms
      wait $film
      cat "$TEST/film.txt"
      """)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasSuffix("film.raw.mkv: 64x48 pixels, 2 pictures in 2 s\n"))
  }

  @Test func aFilmIsEncodedAndEndsWithAnInterrupt() throws {
    let outcome = try script(
      ["--screen", "64x48"],
      """
      "$CASEMENT" record "$TEST/film.mkv" >"$TEST/film.txt" & film=$!
      "$CASEMENT" wait screen headless-1 captured
      kill -INT $film
      wait $film
      ffprobe -v error -show_entries stream=codec_name,width,height -of csv=p=0 "$TEST/film.mkv"
      """)
    #expect(outcome.errors == "")
    #expect(outcome.output == "ffv1,64,48\n")
    #expect(casement.leftovers == [])
  }

  @Test func withoutAnEncoderTheReasonIsSaid() throws {
    let outcome = try script(["--screen", "64x48"], "PATH=/nonexistent \"$CASEMENT\" record \"$TEST/film.mkv\"")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("the program ffmpeg was not found"))
    #expect(try script("\"$CASEMENT\" record film.txt").errors.contains("is of no kind of video that is known"))
  }

  @Test func thePictureMayGoToStandardOutput() throws {
    let outcome = try casement.run(
      "run", "--screen", "320x200", "--screenshot", "-", "--timeout", "100", "--", "sh", "-c",
      "echo noise; exec foot sh -c '\"$CASEMENT\" wait window foot'")
    #expect(outcome.errors.contains("noise"))
    let picture = try PNG.decode(try FileContent.read("\(casement.directory.path)/out")).picture
    #expect(picture.size.width == 320)
  }

  @Test func noTimeAtAllIsRefusedInWords() throws {
    let outcome = try casement.run("run", "--timeout", "0", "--", "true")
    #expect(outcome.status == 125)
    #expect(outcome.errors.contains("0 seconds are over at once"))
  }

  @Test func theLogTellsWhatHappens() throws {
    let outcome = try casement.run("run", "--log", "info", "--timeout", "100", "--", "wayland-info", "-i", "wl_output")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("clientConnected client 1 process "))
    #expect(outcome.errors.contains("clientGone client 1"))
  }

  @Test func whenTheServiceIsKilledNothingThatTheCommandStartedIsLeft() throws {
    let child = try casement.start(
      ["run", "--", "sh", "-c", "(setsid sleep 1000 & echo $! >\"$TEST/daemon\"); sleep 1000 & echo $! >\"$TEST/child\"; exec sleep 100"])
    let pids = [try #require(pid_t(casement.line(of: "daemon"))), try #require(pid_t(casement.line(of: "child")))]
    kill(child.pid, SIGKILL)
    #expect(casement.finish(child).status == 137)
    for pid in pids { casement.waitForEnd(of: pid) }
  }

  @Test func anXProgramIsSeen() throws {
    let outcome = try script(
      ["--xwayland", "--screen", "640x480"],
      """
      test -n "$DISPLAY"
      xlogo -geometry 200x200+0+0 & logo=$!
      while ! xwininfo -name xlogo >/dev/null 2>&1; do :; done
      "$CASEMENT" wait settled
      "$CASEMENT" shot "$TEST/x.png"
      kill $logo
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let picture = try PNG.decode(try FileContent.read("\(casement.directory.path)/x.png")).picture
    var colours: Set<UInt32> = []
    for y in 0..<picture.size.height { for x in 0..<picture.size.width { colours.insert(picture[x, y]) } }
    #expect(colours.count >= 2)
    #expect(casement.leftovers == [])
  }
}
