import Geometry
import Glibc
import Rendering
import Scene
import Testing

@testable import CasementCommand

/// Screens as windows of sessions that people run, started for real.
@Suite(.serialized) struct NestedHostTests {
  let casement = Casement()

  /// What the scripts have in common: everything that they start ends with them.
  private static let preamble = """
    started=
    trap 'kill $started 2>/dev/null || true' EXIT
    await() { n=0; until eval "$1"; do n=$((n + 1)); test $n -lt 1500 || { echo "$1 did not come to be" >&2; exit 90; }; sleep 0.02; done; }
    export XDG_RUNTIME_DIR="$TEST/runtime"

    """

  private func perform(_ script: String) throws -> Casement.Outcome {
    casement.finish(try casement.start(shell: Self.preamble + script))
  }

  @Test func aTerminalInWestonOnX11IsTypedIntoAndSeen() throws {
    let script = """
      Xvfb -displayfd 3 -screen 0 900x700x24 -nolisten tcp 3>"$TEST/display" >"$TEST/xvfb.log" 2>&1 & started="$! $started"
      await 'test -s "$TEST/display"'
      export DISPLAY=":$(cat "$TEST/display")"
      weston --no-config --backend=x11-backend.so --width=800 --height=600 --socket=outer --idle-time=0 >"$TEST/weston.log" 2>&1 & started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/outer"'
      WAYLAND_DISPLAY=outer "$CASEMENT" serve --backend nested --socket inner --screen 640x400 2>"$TEST/serve.log" >/dev/null & serve=$!; started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/inner.control"'
      export CASEMENT_SOCKET="$XDG_RUNTIME_DIR/inner.control"
      WAYLAND_DISPLAY=inner foot -o cursor.blink=no -o colors.background=204060 sh -c 'printf ready; IFS= read -r line; printf %s "$line" >"$TEST/part"; mv "$TEST/part" "$TEST/typed"; exec sleep 100' >"$TEST/foot.log" 2>&1 & started="$! $started"
      "$CASEMENT" wait window foot key --timeout 30
      "$CASEMENT" wait settled --timeout 30
      host=$(xdotool search --sync --onlyvisible --class weston | tail -1)
      xdotool mousemove --sync 450 350 click 1
      await '"$CASEMENT" seat --json | grep -q "\\"window\\""'
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
    let bytes = try #require(casement.directory.bytes("root.png"))
    let picture = try PNG.decode(bytes).picture
    var count = 0
    for y in stride(from: 0, to: picture.size.height, by: 2) {
      for x in stride(from: 0, to: picture.size.width, by: 2) where picture[x, y] & 0xFF_FFFF == 0x20_4060 { count += 1 }
    }
    #expect(count > 640 * 400 / 4 / 2, "the terminal's ground is what the X server shows most")
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
      WAYLAND_DISPLAY=second "$CASEMENT" serve --reattach
      CASEMENT_SOCKET="$XDG_RUNTIME_DIR/second.control" "$CASEMENT" wait window casement --timeout 30
      kill -TERM $inner; wait $inner; echo "status $?"
      """
    let outcome = try perform(script)
    #expect(outcome.output == "status 0\n", "\(outcome.errors) \(casement.directory.read("serve.log") ?? "")")
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
