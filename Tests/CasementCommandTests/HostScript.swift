import Geometry
import Rendering
import Scene
import Testing

@testable import CasementCommand

/// Scripts that start hosts, and Casement nested in them.
enum HostScript {
  /// What the scripts have in common: everything that they start ends with them.
  private static let preamble = """
    started=
    # Mir stays where its own host has gone before it: who has not ended after a second is ended
    trap 'kill $started 2>/dev/null || true; n=0; while kill -0 $started 2>/dev/null && test $n -lt 50; do n=$((n + 1)); sleep 0.02; done; kill -KILL $started 2>/dev/null || true' EXIT
    await() { n=0; until eval "$1"; do n=$((n + 1)); test $n -lt 1500 || { echo "$1 did not come to be" >&2; exit 90; }; sleep 0.02; done; }
    export XDG_RUNTIME_DIR="$TEST/runtime"
    start_x() {
      Xvfb -displayfd 3 -screen 0 900x700x24 -nolisten tcp 3>"$TEST/display" >"$TEST/xvfb.log" 2>&1 & started="$! $started"
      await 'test -s "$TEST/display"'
      export DISPLAY=":$(cat "$TEST/display")"
    }
    # sway, which refuses to be root: $1 is the size of its output; it is reached at $sway
    start_sway() {
      as=
      mkdir -m 700 "$TEST/host"
      if test "$(id -u)" = 0; then
        chmod 711 "$TEST"; chown 65534:65534 "$TEST/host"; as="setpriv --reuid=65534 --regid=65534 --clear-groups"
      fi
      printf '%s\\n' 'xwayland disable' 'default_border none' "output * mode --custom $1@60Hz" >"$TEST/sway.conf"
      env XDG_RUNTIME_DIR="$TEST/host" HOME="$TEST/host" WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 $as sway -c "$TEST/sway.conf" >"$TEST/sway.log" 2>&1 & started="$! $started"
      sway="$TEST/host/wayland-1"
      await 'test -S "$sway"'
    }
    tell_sway() { swaymsg -q -s "$(echo "$TEST"/host/sway-ipc.*)" -- "$@"; }
    # Casement at the socket “inner”, in the session $1, with further options
    nest() {
      session=$1; shift
      WAYLAND_DISPLAY="$session" "$CASEMENT" serve --backend nested --socket inner "$@" >/dev/null 2>"$TEST/serve.log" & serve=$!; started="$! $started"
      await 'test -S "$XDG_RUNTIME_DIR/inner.control"'
      export CASEMENT_SOCKET="$XDG_RUNTIME_DIR/inner.control"
    }
    # a terminal in the session $1 whose first line goes to the file “typed”
    start_foot() {
      WAYLAND_DISPLAY="$1" foot -o cursor.blink=no -o colors.background=204060 sh -c 'printf ready; IFS= read -r line; printf %s "$line" >"$TEST/part"; mv "$TEST/part" "$TEST/typed"; exec sleep 100' >"$TEST/foot.log" 2>&1 & started="$! $started"
      "$CASEMENT" wait window foot key --timeout 30
      "$CASEMENT" wait settled --timeout 30
    }

    """

  static func perform(_ script: String, _ casement: Casement) throws -> Casement.Outcome {
    casement.finish(try casement.start(shell: preamble + script))
  }

  /// How many pixels of a picture have the colour of the terminal's ground; a quarter of them is counted.
  static func footPixels(in file: String, _ casement: Casement) throws -> Int {
    let picture = try PNG.decode(try #require(casement.directory.bytes(file))).picture
    var count = 0
    for y in stride(from: 0, to: picture.size.height, by: 2) {
      for x in stride(from: 0, to: picture.size.width, by: 2) where picture[x, y] & 0xFF_FFFF == 0x20_4060 { count += 4 }
    }
    return count
  }
}
