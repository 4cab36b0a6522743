import Testing

@testable import CasementCommand

/// Casement in sessions of several kinds, with a terminal that is typed into through them and looked at.
@Suite(.serialized) struct NestedSessionTests {
  let casement = Casement()

  private func perform(_ script: String) throws -> Casement.Outcome { try HostScript.perform(script, casement) }

  private func log(_ outcome: Casement.Outcome, _ host: String) -> Comment {
    "\(outcome.errors) \(casement.directory.read("serve.log") ?? "") \(String((casement.directory.read(host) ?? "").suffix(1500)))"
  }

  @Test func inSway() throws {
    let script = """
      start_sway 800x600
      # a keyboard that stays: with the first one that types, the seat would have it only while it does
      WAYLAND_DISPLAY="$sway" wtype -s 100000 & started="$! $started"
      nest "$sway"
      start_foot inner
      "$CASEMENT" screens | grep -q ' 800x600 '
      WAYLAND_DISPLAY="$sway" wtype 'Hello, sway 42'
      tell_sway output HEADLESS-1 mode --custom 1000x700@60Hz
      await '"$CASEMENT" screens | grep -q " 1000x700 "'
      "$CASEMENT" wait settled --timeout 30
      await 'WAYLAND_DISPLAY="$sway" grim "$TEST/wide.png"; "$CASEMENT" shot "$TEST/own.png" >/dev/null; "$CASEMENT" compare "$TEST/wide.png" "$TEST/own.png" >/dev/null'
      tell_sway output HEADLESS-1 scale 2
      await '"$CASEMENT" screens | grep -q " 500x350  *1000x700  *2 "'
      tell_sway output HEADLESS-1 transform 90
      await '"$CASEMENT" screens | grep -q " 350x500  *1000x700  *2 .* 270 "'
      "$CASEMENT" wait settled --timeout 30
      await 'WAYLAND_DISPLAY="$sway" grim "$TEST/tall.png"; "$CASEMENT" shot "$TEST/own.png" >/dev/null; "$CASEMENT" compare "$TEST/tall.png" "$TEST/own.png" >/dev/null'
      WAYLAND_DISPLAY="$sway" wtype -k Return
      await 'test -e "$TEST/typed"'
      tell_sway '[app_id="casement.foot"] kill'
      wait $serve; echo "status $?"
      """
    let outcome = try perform(script)
    #expect(outcome.output == "status 0\n", log(outcome, "sway.log"))
    #expect(outcome.status == 0, log(outcome, "sway.log"))
    #expect(casement.directory.read("typed") == "Hello, sway 42")
    #expect(try HostScript.footPixels(in: "wide.png", casement) > 1000 * 700 * 9 / 10)
    #expect(try HostScript.footPixels(in: "tall.png", casement) > 1000 * 700 * 9 / 10)
  }

  @Test func inMir() throws {
    let script = """
      start_x
      HOME="$TEST" WAYLAND_DISPLAY=outer miral-shell --console-provider none --cursor software --x11-output 800x600 >"$TEST/mir.log" 2>&1 & started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/outer"'
      # a slow host tells late that a key was released: nothing is to be repeated meanwhile
      nest outer --screen 640x400 --repeat 0,600
      start_foot inner
      xdotool mousemove --sync 450 350
      await 'xdotool mousemove_relative 1 0; "$CASEMENT" seat | grep -q "over 1 (foot)"'
      xdotool click 1
      xdotool type --delay 100 'Hello, Mir 42'
      "$CASEMENT" wait settled --timeout 30
      xdotool key Return
      await 'test -e "$TEST/typed"'
      "$CASEMENT" wait settled --timeout 30
      import -window root "$TEST/root.png"
      kill -TERM $serve; wait $serve; echo "status $?"
      """
    let outcome = try perform(script)
    #expect(outcome.output == "status 0\n", log(outcome, "mir.log"))
    #expect(casement.directory.read("typed")?.contains("Hello, Mir 42") == true)
    #expect(try HostScript.footPixels(in: "root.png", casement) > 640 * 400 / 2)
  }

  @Test func inWestonWithoutAScreen() throws {
    let script = """
      printf '[core]\\nidle-time=0\\n[shell]\\npanel-position=none\\nlocking=false\\n' >"$TEST/weston.ini"
      weston --config="$TEST/weston.ini" --backend=headless-backend.so --use-pixman --width=800 --height=600 --socket=outer >"$TEST/weston.log" 2>&1 & started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/outer"'
      nest outer --screen 640x400
      start_foot inner
      "$CASEMENT" type 'Hello, weston 42' >/dev/null
      "$CASEMENT" press Return >/dev/null
      await 'test -e "$TEST/typed"'
      WAYLAND_DISPLAY=inner weston-simple-shm >/dev/null 2>&1 & started="$! $started"
      "$CASEMENT" wait window org.freedesktop.weston.simple-shm --timeout 30
      "$CASEMENT" shot "$TEST/one.png" >/dev/null
      await '"$CASEMENT" shot "$TEST/two.png" >/dev/null; ! cmp -s "$TEST/one.png" "$TEST/two.png"'
      "$CASEMENT" screen add 300x200 >/dev/null
      "$CASEMENT" screens | grep -c nested-
      "$CASEMENT" screen remove nested-2 >/dev/null
      kill -TERM $serve; wait $serve; echo "status $?"
      """
    let outcome = try perform(script)
    #expect(outcome.output == "2\nstatus 0\n", log(outcome, "weston.log"))
    #expect(casement.directory.read("typed") == "Hello, weston 42")
  }

  @Test func inCasementInCasement() throws {
    let script = """
      "$CASEMENT" serve --backend headless --socket outer --screen 640x400 >/dev/null 2>&1 & started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/outer.control"'
      WAYLAND_DISPLAY=outer "$CASEMENT" serve --backend nested --socket middle >/dev/null 2>"$TEST/middle.log" & middle=$!; started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/middle.control"'
      nest middle
      start_foot inner
      outer() { CASEMENT_SOCKET="$XDG_RUNTIME_DIR/outer.control" "$CASEMENT" "$@"; }
      outer wait window casement.casement.foot key --timeout 30
      outer type 'Hello, below 42' >/dev/null
      "$CASEMENT" wait settled --timeout 30
      await 'outer shot "$TEST/outer.png" >/dev/null; "$CASEMENT" shot "$TEST/own.png" >/dev/null; "$CASEMENT" compare "$TEST/outer.png" "$TEST/own.png" >/dev/null'
      outer screen set headless-1 mode=500x300 >/dev/null
      await '"$CASEMENT" screens | grep -q " 500x300 "'
      outer press Return >/dev/null
      await 'test -e "$TEST/typed"'
      outer close casement.casement.foot >/dev/null
      wait $middle; echo "middle $?"
      set +e; wait $serve; echo "inner $?"
      """
    let outcome = try perform(script)
    #expect(outcome.output == "middle 0\ninner 0\n", log(outcome, "middle.log"))
    #expect(casement.directory.read("typed") == "Hello, below 42")
    #expect(try HostScript.footPixels(in: "outer.png", casement) > 640 * 400 / 2)
  }
}
