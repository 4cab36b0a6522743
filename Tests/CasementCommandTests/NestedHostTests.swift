import Testing

@testable import CasementCommand

/// Screens as windows of sessions that people run, started for real.
@Suite(.serialized) struct NestedHostTests {
  let casement = Casement()

  private func perform(_ script: String) throws -> Casement.Outcome { try HostScript.perform(script, casement) }

  @Test func aTerminalInWestonOnX11IsTypedIntoAndSeen() throws {
    let script = """
      start_x
      weston --no-config --backend=x11-backend.so --width=800 --height=600 --socket=outer --idle-time=0 >"$TEST/weston.log" 2>&1 & started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/outer"'
      nest outer --screen 640x400
      start_foot inner
      host=$(xdotool search --sync --onlyvisible --class weston | tail -1)
      # weston learns where the pointer is when it comes in from beside its window, and nothing is heard of it before the window is shown
      await 'xdotool mousemove 850 650 mousemove 450 350; "$CASEMENT" seat | grep -q "over 1 (foot)"'
      xdotool click 1
      xdotool type --delay 30 'Hello, host 42'
      "$CASEMENT" wait settled --timeout 30
      import -window root "$TEST/root.png"
      xdotool key Return
      await 'test -e "$TEST/typed"'
      kill -TERM $serve; wait $serve
      """
    let outcome = try perform(script)
    #expect(
      outcome.status == 0, "\(outcome.errors) \(casement.directory.read("serve.log") ?? "") \(casement.directory.read("weston.log") ?? "")")
    #expect(casement.directory.read("typed") == "Hello, host 42")
    #expect(try HostScript.footPixels(in: "root.png", casement) > 640 * 400 / 2, "the terminal's ground is what the X server shows most")
  }

  @Test func aHostThatDiesEndsTheServiceWithAReason() throws {
    let script = """
      "$CASEMENT" serve --backend headless --socket outer --screen 640x480 >/dev/null 2>&1 & outer=$!; started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/outer"'
      WAYLAND_DISPLAY=outer "$CASEMENT" serve --socket inner >/dev/null 2>"$TEST/serve.log" & inner=$!; started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/inner.control"'
      CASEMENT_SOCKET="$XDG_RUNTIME_DIR/outer.control" "$CASEMENT" wait window casement --timeout 30
      kill -KILL $outer
      set +e; wait $inner; echo "status $?"
      """
    let outcome = try perform(script)
    #expect(outcome.output == "status 125\n", "\(outcome.errors)")
    #expect(casement.directory.read("serve.log")?.contains("the host session is gone") == true)
  }

  @Test func withAFallbackItGoesOnAndCanBeShownAgain() throws {
    let script = """
      start() { "$CASEMENT" serve --backend headless --socket $1 --screen 640x480 >/dev/null 2>&1 & started="$! $started"; await "test -S '$XDG_RUNTIME_DIR/$1'"; }
      start first; first=$!
      start second
      WAYLAND_DISPLAY=first "$CASEMENT" serve --socket inner --fallback headless >/dev/null 2>"$TEST/serve.log" & inner=$!; started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/inner.control"'
      export CASEMENT_SOCKET="$XDG_RUNTIME_DIR/inner.control"
      kill -KILL $first
      await 'grep -q headless "$TEST/serve.log"'
      "$CASEMENT" screens >/dev/null
      set +e; WAYLAND_DISPLAY=second "$CASEMENT" serve --reattach --keep --screen 1x1 2>"$TEST/refused"; echo "refused $?"; set -e
      WAYLAND_DISPLAY=second "$CASEMENT" serve --reattach
      CASEMENT_SOCKET="$XDG_RUNTIME_DIR/second.control" "$CASEMENT" wait window casement --timeout 30
      kill -TERM $inner; wait $inner; echo "status $?"
      """
    let outcome = try perform(script)
    #expect(outcome.output == "refused 2\nstatus 0\n", "\(outcome.errors) \(casement.directory.read("serve.log") ?? "")")
    #expect(casement.directory.read("refused")?.contains("--keep, --screen: of no use beside --reattach") == true)
  }

  @Test func aFailedReattachmentLeavesTheScreensWhereTheyAre() throws {
    let script = """
      "$CASEMENT" serve --backend headless --socket outer --screen 640x480 >/dev/null 2>&1 & outer=$!; started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/outer"'
      nest outer
      CASEMENT_SOCKET="$XDG_RUNTIME_DIR/outer.control" "$CASEMENT" wait window casement --timeout 30
      python3 -c 'import os, socket
      s = socket.socket(socket.AF_UNIX); s.bind(os.environ["XDG_RUNTIME_DIR"] + "/mail"); s.listen()
      c, _ = s.accept(); c.send(b"220 mail.example.org ready")
      while c.recv(999): pass' & started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/mail"'
      set +e
      WAYLAND_DISPLAY=nobody "$CASEMENT" serve --reattach; echo "reattach $?"
      WAYLAND_DISPLAY=mail "$CASEMENT" serve --reattach; echo "reattach $?"
      CASEMENT_SOCKET="$XDG_RUNTIME_DIR/outer.control" "$CASEMENT" windows | grep -c ' casement '
      kill -TERM $serve; wait $serve; echo "status $?"
      """
    let outcome = try perform(script)
    #expect(outcome.output == "reattach 1\nreattach 1\n1\nstatus 0\n", "\(outcome.errors)")
    #expect(outcome.errors.contains("nobody: No such file or directory; the screens stay where they are"))
    #expect(outcome.errors.contains("mail: what listens there does not speak Wayland; the screens stay where they are"))
  }

  @Test func aRunWhoseLastWindowIsClosedHasItsCommandsStatus() throws {
    let script = """
      "$CASEMENT" serve --backend headless --socket outer --screen 640x480 >/dev/null 2>&1 & started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/outer"'
      export CASEMENT_SOCKET="$XDG_RUNTIME_DIR/outer.control"
      close_run() { "$CASEMENT" wait window $1 --timeout 30; "$CASEMENT" close $1 >/dev/null; set +e; wait $run; echo "status $?"; set -e; }
      # its window is asked to close, and then it ends by itself
      WAYLAND_DISPLAY=outer "$CASEMENT" run --backend nested -- sh -c 'foot sh -c "exec sleep 100" 2>"$TEST/foot.log"; exit 7' 2>"$TEST/run.log" & run=$!; started="$! $started"
      close_run casement.foot
      # it has no window, and is told to end
      WAYLAND_DISPLAY=outer "$CASEMENT" run --backend nested -- sh -c 'trap "exit 9" TERM; echo up >"$TEST/up"; while :; do sleep 0.05; done' & run=$!; started="$! $started"
      await 'test -e "$TEST/up"'
      close_run casement
      """
    let outcome = try perform(script)
    #expect(outcome.output == "status 7\nstatus 9\n", "\(outcome.errors) \(casement.directory.read("run.log") ?? "")")
    #expect(casement.directory.read("run.log") == "casement: the last window was closed\n")
    #expect(casement.directory.read("foot.log")?.contains("failed to read") != true)
  }

  @Test func aServiceEndsWhileItsHostIsStopped() throws {
    let script = """
      "$CASEMENT" serve --backend headless --socket outer --screen 640x480 >/dev/null 2>&1 & outer=$!; started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/outer"'
      nest outer
      CASEMENT_SOCKET="$XDG_RUNTIME_DIR/outer.control" "$CASEMENT" wait window casement --timeout 30
      kill -STOP $outer
      WAYLAND_DISPLAY=inner weston-simple-shm >/dev/null 2>&1 & started="$! $started"
      "$CASEMENT" wait window org.freedesktop.weston.simple-shm --timeout 30
      "$CASEMENT" screen add 200x100 >/dev/null
      "$CASEMENT" screen remove nested-1 >/dev/null
      kill -TERM $serve; wait $serve; echo "status $?"
      kill -CONT $outer
      """
    let outcome = try perform(script)
    #expect(outcome.output == "status 0\n", "\(outcome.errors) \(casement.directory.read("serve.log") ?? "")")
  }

  @Test func aHostThatDiesEndsClientsInOrderAndTheReportIsKept() throws {
    let script = """
      "$CASEMENT" serve --backend headless --socket outer --screen 640x480 >/dev/null 2>&1 & outer=$!; started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/outer"'
      nest outer --report "$TEST/report"
      (set +e; WAYLAND_DISPLAY=inner foot -o cursor.blink=no sh -c 'exec sleep 100' >"$TEST/foot.log" 2>&1; echo $? >"$TEST/part"; mv "$TEST/part" "$TEST/ended") & started="$! $started"
      "$CASEMENT" wait window foot key --timeout 30
      kill -KILL $outer
      set +e; wait $serve; echo "status $?"
      await 'test -e "$TEST/ended"'
      """
    let outcome = try perform(script)
    #expect(outcome.output == "status 125\n", "\(outcome.errors)")
    #expect(casement.directory.read("foot.log")?.contains("failed to read") != true, "foot closed its window by itself")
    let report = try #require(casement.directory.read("report/report.html"))
    #expect(report.contains("the host session is gone"))
    #expect(report.contains("\"status\":125"))
  }

  @Test func whoHasSomethingToDoAfterItsLastWindowHasTheTimeForIt() throws {
    let script = """
      "$CASEMENT" serve --backend headless --socket outer --screen 640x480 >/dev/null 2>&1 & outer=$!; started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/outer"'
      nest outer
      (set +e; WAYLAND_DISPLAY=inner foot -o cursor.blink=no sh -c 'trap "sleep 0.5; exit" HUP TERM; while :; do sleep 0.05; done' >"$TEST/foot.log" 2>&1; echo >"$TEST/ended") & started="$! $started"
      "$CASEMENT" wait window foot key --timeout 30
      kill -KILL $outer
      set +e; wait $serve; echo "status $?"
      await 'test -e "$TEST/ended"'
      """
    let outcome = try perform(script)
    #expect(outcome.output == "status 125\n", "\(outcome.errors)")
    #expect(casement.directory.read("foot.log")?.contains("disconnected from Wayland") == false)
    #expect(casement.directory.read("foot.log")?.contains("failed to") == false)
  }

  @Test func aRunWhoseHostDiesEndsItsCommand() throws {
    let script = """
      "$CASEMENT" serve --backend headless --socket outer --screen 640x480 >/dev/null 2>&1 & outer=$!; started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/outer"'
      WAYLAND_DISPLAY=outer "$CASEMENT" run --backend nested --report "$TEST/report" -- sh -c 'trap "echo told; exit" TERM; echo up >"$TEST/up"; while :; do sleep 0.05; done' >"$TEST/run.out" 2>"$TEST/run.log" & run=$!; started="$! $started"
      await 'test -e "$TEST/up"'
      kill -KILL $outer
      set +e; wait $run; echo "status $?"
      cat "$TEST/run.out"
      """
    let outcome = try perform(script)
    #expect(outcome.output == "status 125\ntold\n", "\(outcome.errors) \(casement.directory.read("run.log") ?? "")")
    #expect(casement.directory.read("run.log")?.contains("the host session is gone") == true)
    #expect(try #require(casement.directory.read("report/report.html")).contains("the host session is gone"))
  }

  @Test func aHostThatStopsToReadStopsNeitherControlNorPictures() throws {
    let script = """
      "$CASEMENT" serve --backend headless --socket outer --screen 640x480 >/dev/null 2>&1 & outer=$!; started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/outer"'
      WAYLAND_DISPLAY=outer "$CASEMENT" serve --socket inner >/dev/null 2>"$TEST/serve.log" & inner=$!; started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/inner.control"'
      CASEMENT_SOCKET="$XDG_RUNTIME_DIR/outer.control" "$CASEMENT" wait window casement --timeout 30
      export CASEMENT_SOCKET="$XDG_RUNTIME_DIR/inner.control"
      kill -STOP $outer
      WAYLAND_DISPLAY=inner weston-simple-shm >/dev/null 2>&1 & client=$!; started="$! $started"
      "$CASEMENT" wait window org.freedesktop.weston.simple-shm --timeout 30
      "$CASEMENT" shot "$TEST/one.png" >/dev/null
      n=0; while test $n -lt 100; do "$CASEMENT" shot "$TEST/two.png" >/dev/null; cmp -s "$TEST/one.png" "$TEST/two.png" || break; n=$((n + 1)); done
      test $n -lt 100 && echo animates
      kill -CONT $outer
      kill -0 $client && echo alive
      kill -TERM $inner; wait $inner; echo "status $?"
      """
    let outcome = try perform(script)
    #expect(outcome.output == "animates\nalive\nstatus 0\n", "\(outcome.errors) \(casement.directory.read("serve.log") ?? "")")
  }
}
