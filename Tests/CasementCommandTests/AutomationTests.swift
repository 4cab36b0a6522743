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

  /// The pointer moves at known ticks; nothing else changes.
  @Test(arguments: [("mp4", 1e6), ("nut", 1e6), ("mov", 1e6), ("mkv", 1e3), ("webm", 1e3)])
  func theTimesOfAFilmAreThoseOfTheTicks(kind: String, unit: Double) throws {
    let outcome = try script(
      ["--clock", "manual", "--screen", "64x48@50"],
      """
      "$CASEMENT" record --cursor "$TEST/film.\(kind)" >"$TEST/film.txt" & film=$!
      "$CASEMENT" wait screen headless-1 captured
      for step in 60 20 700 1000; do
        "$CASEMENT" pointer move $((step / 20)),$((step / 30))
        "$CASEMENT" step ${step}ms
      done >/dev/null
      kill -INT $film
      wait $film
      ffprobe -v error -show_entries packet=pts_time -of csv=p=0 "$TEST/film.\(kind)"
      """)
    #expect(outcome.errors == "")
    let times = outcome.output.split(separator: "\n").compactMap { Double($0.filter { $0 != "," }) }
    // the first picture, each change at the next tick, and the last picture once more at the end
    let expected = [0, 0.02, 0.08, 0.10, 0.80, 1.78].map { ($0 * unit).rounded() / unit }
    #expect(times == expected, "\(outcome.output)")
    #expect(casement.directory.read("film.txt")?.contains("6 pictures in 1.78 s") == true)
  }

  @Test func aFilmLosesNothing() throws {
    let outcome = try script(
      ["--clock", "manual", "--screen", "64x48"],
      """
      "$CASEMENT" pointer move 20,20
      for kind in mkv mp4 nut mov webm raw.mkv; do
        "$CASEMENT" record --cursor "$TEST/film.$kind" >"$TEST/film.txt" & film=$!
        "$CASEMENT" wait screen headless-1 captured
        "$CASEMENT" step 100ms
        kill -INT $film
        wait $film
        ffmpeg -v error -i "$TEST/film.$kind" -frames:v 1 "$TEST/$kind.png"
      done >/dev/null
      "$CASEMENT" shot --cursor "$TEST/shot.png" >/dev/null
      for kind in mkv mp4 nut mov webm raw.mkv; do "$CASEMENT" compare "$TEST/shot.png" "$TEST/$kind.png"; done
      """)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasSuffix(String(repeating: "0 of 3072 pixels differ\n", count: 6)))
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

  /// The clock stands still at half a second when the service is killed.
  @Test(arguments: ["mkv", "mp4", "webm", "raw.mkv"]) func aFilmOfAServiceThatIsKilledIsAsLongAsItLived(kind: String) throws {
    let outcome = casement.finish(
      try casement.start(
        shell: """
          "$CASEMENT" serve --socket w --clock manual --screen 64x48@50 >"$TEST/serve" & service=$!
          while ! test -s "$TEST/serve"; do :; done
          export CASEMENT_SOCKET="$XDG_RUNTIME_DIR/w.control"
          "$CASEMENT" record --cursor "$TEST/film.\(kind)" >"$TEST/film.txt" & film=$!
          "$CASEMENT" wait screen headless-1 captured
          "$CASEMENT" pointer move 5,5 >/dev/null
          "$CASEMENT" step 500ms >/dev/null
          # long enough for it to ask how far it is
          "$CASEMENT" wait settled 700
          kill -9 $service
          wait $film
          ffprobe -v error -show_entries packet=pts_time -of csv=p=0 "$TEST/film.\(kind)"
          """))
    #expect(outcome.errors == "casement: the service went while it was filmed; the video ends there\n")
    let times = outcome.output.split(separator: "\n").compactMap { Double($0.filter { $0 != "," }) }
    #expect(times == [0, 0.02, 0.5], "\(outcome.output)")
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

  @Test func inputThatMissesItsWindowFails() throws {
    let outcome = try script(
      """
      foot -o cursor.blink=no cat 2>/dev/null &
      "$CASEMENT" wait window 'title=f??t'
      "$CASEMENT" type --expect foot hello
      "$CASEMENT" pointer click --expect title=f* foot@5,5
      "$CASEMENT" key ctrl+s 2>/dev/null || echo "status $?"
      "$CASEMENT" hide foot
      "$CASEMENT" type --expect foot hello || echo "status $?"
      "$CASEMENT" tap --expect nobody 5,5 || echo "status $?"
      "$CASEMENT" press --expect foot Return --json || echo "status $?"
      """)
    #expect(
      outcome.output == """
        delivered to window 1 (foot)
        delivered to window 1 (foot)
        status 2
        delivered to no window
        status 1
        status 1
        {"delivered":[],"unread":[]}
        status 1

        """)
    #expect(
      outcome.errors == """
        casement: the input did not go to window 1 (foot)
        casement: no window is of the app id “nobody”; the windows are 1 (foot)
        casement: the input did not go to window 1 (foot)

        """)
  }

  @Test func pixelsAndPicturesAreWaitedFor() throws {
    let outcome = try script(
      ["--screen", "320x200"],
      """
      foot -o cursor.blink=no -o colors.background=102030 cat 2>/dev/null &
      "$CASEMENT" wait pixel foot@300,100 '#102030'
      "$CASEMENT" wait settled
      "$CASEMENT" shot --window foot --scale 0.5 "$TEST/half.png"
      "$CASEMENT" wait picture "$TEST/half.png" --window foot --scale 0.5
      "$CASEMENT" pixel 300,100 --json
      CASEMENT_TIMEOUT=0.05 "$CASEMENT" wait pixel foot@300,100 '#fff000' || echo "status $?"
      CASEMENT_TIMEOUT=soon "$CASEMENT" wait settled || echo "status $?"
      cd "$TEST"
      "$CASEMENT" type aaaaaaaa >/dev/null
      "$CASEMENT" wait picture half.png --window foot --scale 0.5 --threshold 0 --timeout 0.05 || echo "status $?"
      "$CASEMENT" wait picture half.png --window foot --scale 0.5 --threshold 100%
      """)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "#102030 window 1 (foot)")
    #expect(lines.dropFirst().first?.hasSuffix("half.png: 160x100 pixels at scale 0.5, windows 1 (foot)") == true)
    #expect(lines.dropFirst(2).first == "0 pixels differ")
    #expect(lines.dropFirst(3).first == ##"{"colour":"#102030","window":{"window":1,"appID":"foot"}}"##)
    #expect(lines.filter { $0.hasPrefix("status") } == ["status 124", "status 2", "status 124"])
    #expect(outcome.errors.contains("did not come within 50 ms: it is #102030 of window 1 (foot)"))
    #expect(outcome.errors.contains("CASEMENT_TIMEOUT: “soon” is not a number of seconds"))
    #expect(outcome.errors.contains("half.png did not come within 50 ms"))
    #expect(outcome.status == 0)
  }

  @Test func aTimeOutTellsWhichWindowsThereAre() throws {
    let outcome = try casement.run("run", "--timeout", "8", "--", "sh", "-c", "foot -T Waiting cat 2>/dev/null")
    #expect(outcome.status == 124)
    #expect(outcome.errors.contains("the command did not end within 8.0 s; its windows: foot “Waiting”"))
  }

  @Test func aFilmIsWholeWhenTheRunEndsBeforeIt() throws {
    let script = """
      foot cat & "$CASEMENT" wait window foot
      "$CASEMENT" record "$TEST/end.mkv" >/dev/null &
      "$CASEMENT" wait screen headless-1 captured --timeout 60
      "$CASEMENT" type x >/dev/null
      "$CASEMENT" wait settled --timeout 60
      """
    let outcome = try casement.run("run", "--timeout", "100", "--", "sh", "-ec", script)
    #expect(outcome.status == 0 && !outcome.errors.contains("not whole"), "\(outcome.errors)")
    let probe = casement.finish(
      try casement.start(shell: "ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 \"$TEST/end.mkv\""))
    #expect(probe.status == 0 && Int(probe.output.filter(\.isNumber)).map { $0 >= 1 } == true, "\(probe.output)\(probe.errors)")
  }

  @Test func anAnswerDoesNotGoIntoAConnectionWhereStandardOutputIsClosed() throws {
    let outcome = try casement.run(
      "run", "--timeout", "100", "--", "sh", "-c", "\"$CASEMENT\" screens >&-; echo status $?; \"$CASEMENT\" shot - >&-; echo status $?")
    #expect(outcome.output == "status 1\nstatus 1\n", "\(outcome.errors)")
  }

  @Test func anXProgramThatWasSeenAndIsGoneLeavesItsPicture() throws {
    let script = "xterm -bg '#204060' -e cat & \"$CASEMENT\" wait pixel 200,200 '#204060' --timeout 60 && kill $! && wait"
    let outcome = try casement.run(
      "run", "--xwayland", "--screen", "640x480", "--timeout", "100", "--screenshot", "\(casement.directory.path)/x.png", "--", "sh", "-c",
      script)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let picture = try PNG.decode(try FileContent.read("\(casement.directory.path)/x.png")).picture
    var colours: Set<UInt32> = []
    for y in 0..<picture.size.height { for x in 0..<picture.size.width { colours.insert(picture[x, y]) } }
    #expect(colours.count >= 2)
  }

  @Test func anXProgramIsSeen() throws {
    let outcome = try script(
      ["--xwayland", "--screen", "640x480"],
      """
      test -n "$DISPLAY"
      xlogo -geometry 200x200+0+0 & logo=$!
      while ! xwininfo -name xlogo >/dev/null 2>&1; do :; done
      "$CASEMENT" wait window org.freedesktop.Xwayland
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

  @Test func whatXwaylandWritesIsShownOnlyWhereItFails() throws {
    let well = try casement.run("run", "--xwayland", "--timeout", "100", "--", "sh", "-c", "xdpyinfo >/dev/null; echo mine >&2")
    #expect(well.status == 0 && well.errors == "mine\n", "\(well.errors)")
    // another one of the same name, before it in the path
    let path = "\(casement.directory.path)/bin"
    let fails = casement.finish(
      try casement.start(
        shell: """
          mkdir "\(path)"
          printf '#!/bin/sh\necho it is broken\nexit 3\n' >"\(path)/Xwayland"
          chmod +x "\(path)/Xwayland"
          PATH="\(path):$PATH" exec "$CASEMENT" run --xwayland --timeout 100 -- true
          """))
    #expect(fails.status == 125 && fails.errors.contains("casement: Xwayland did not become ready\n"), "\(fails.errors)")
    #expect(fails.errors.split(separator: "\n").count { $0 == "it is broken" } == 1, "\(fails.errors)")
    #expect(casement.leftovers == [])
  }
}
