import Geometry
import Glibc
import Rendering
import Scene
import Testing

@testable import CasementCommand

/// A client of the window extension beside terminals and toolkits, all of them run for real, as pictures show them.
@Suite(.serialized) struct SideBySideTests {
  private let casement = Casement()

  private func run(_ script: String) throws {
    let prelude = """
      sample() { name=$1; shift; mkfifo "$TEST/$name"; "$SAMPLE" "$@" <"$TEST/$name" >"$TEST/$name.log" 2>&1 & }
      # the token that may take key once is the sample's
      env -u XDG_ACTIVATION_TOKEN foot -o cursor.blink=no -o colors.background=102030 sleep 1000 >/dev/null 2>&1 &
      "$CASEMENT" wait window foot key --timeout 60

      """
    let sample = Casement.path.replacingLast("casement", with: "CasementSample")
    let outcome = casement.finish(
      try casement.start(
        ["run", "--timeout", "200", "--screen", "640x480,name=main", "--", "env", "SAMPLE=\(sample)", "sh", "-ec", prelude + script]))
    #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
    #expect(casement.leftovers == [])
  }

  private func pixel(_ name: String, _ x: Int, _ y: Int) throws -> UInt32 {
    let picture = try PNG.decode(#require(casement.directory.bytes(name))).picture
    return picture[x, y] & 0xFF_FFFF
  }

  private static let terminal: UInt32 = 0x102030

  @Test("39, 40: an alert over foot takes key, is dismissed, and key returns by D3") func anAlertOverATerminal() throws {
    try run(
      """
      sample alert window alert 2000 cc2233; exec 4>"$TEST/alert"
      "$CASEMENT" wait window alert mapped --timeout 60
      "$CASEMENT" place alert 160,120,320x200
      echo key >&4
      "$CASEMENT" wait window alert key --timeout 60
      "$CASEMENT" wait settled --timeout 60
      "$CASEMENT" shot "$TEST/alert.png"
      "$CASEMENT" seat --json >"$TEST/seat.json"
      echo hide >&4
      "$CASEMENT" wait window foot key --timeout 60
      "$CASEMENT" wait settled --timeout 60
      "$CASEMENT" shot "$TEST/dismissed.png"
      """)
    #expect(try pixel("alert.png", 320, 220) == 0xCC2233 && pixel("alert.png", 161, 121) == 0xCC2233)
    #expect(try pixel("alert.png", 320, 470) == Self.terminal && pixel("alert.png", 159, 121) == Self.terminal)
    #expect(try pixel("dismissed.png", 320, 220) == Self.terminal)
    #expect(casement.directory.read("seat.json")?.contains(#""appID":"alert""#) == true)
  }

  @Test("78: a status bar takes its inset from foot and from a GTK window") func aStatusBar() throws {
    try run(
      """
      sample bar bar 40 3344aa; exec 4>"$TEST/bar"
      "$CASEMENT" wait settled --timeout 60
      while ! "$CASEMENT" windows --json | grep -q '"height":440'; do :; done
      "$CASEMENT" wait settled --timeout 60
      "$CASEMENT" shot "$TEST/terminal.png"
      gtk3-widget-factory >/dev/null 2>&1 &
      "$CASEMENT" wait window gtk3-widget-factory key --timeout 60
      "$CASEMENT" windows --json >"$TEST/windows.json"
      "$CASEMENT" shot "$TEST/toolkit.png"
      exec 4>&-
      """)
    #expect(try pixel("terminal.png", 320, 39) == 0x3344AA && pixel("terminal.png", 320, 470) == Self.terminal)
    #expect(try pixel("terminal.png", 639, 40) == Self.terminal)
    #expect(try pixel("toolkit.png", 320, 39) == 0x3344AA && pixel("toolkit.png", 320, 45) != 0x3344AA)
    let windows = try #require(casement.directory.read("windows.json"))
    #expect(windows.contains(#""frame":{"x":0,"y":40,"width":640,"height":440}"#), "\(windows)")
  }

  @Test("62, 63, 66, 67: a second screen mirrors, shows its own window, is unplugged and comes back") func aSecondScreen() throws {
    try run(
      """
      "$CASEMENT" screen add 320x480,name=S2 >/dev/null
      "$CASEMENT" wait settled --timeout 60
      "$CASEMENT" shot --screen S2 "$TEST/mirror.png"
      sample sign window sign 0 22aa44; exec 4>"$TEST/sign"
      "$CASEMENT" wait window sign mapped --timeout 60
      echo 'screen S2' >&4
      echo show >&4
      "$CASEMENT" wait window sign visible --timeout 60
      "$CASEMENT" wait settled --timeout 60
      "$CASEMENT" shot --screen S2 "$TEST/own.png"
      "$CASEMENT" shot --screen main "$TEST/main.png"
      "$CASEMENT" screen remove S2
      "$CASEMENT" windows --json >"$TEST/gone.json"
      "$CASEMENT" screen add 320x480,name=S2 >/dev/null
      "$CASEMENT" wait settled --timeout 60
      "$CASEMENT" shot --screen S2 "$TEST/back.png"
      "$CASEMENT" seat --json >"$TEST/seat.json"
      """)
    // main's picture, 320 × 240 in the middle
    #expect(try pixel("mirror.png", 160, 119) == 0 && pixel("mirror.png", 160, 350) == Self.terminal && pixel("mirror.png", 160, 361) == 0)
    #expect(
      try pixel("own.png", 0, 0) == 0x22AA44 && pixel("own.png", 319, 479) == 0x22AA44 && pixel("main.png", 320, 470) == Self.terminal)
    #expect(try pixel("back.png", 0, 0) == 0x22AA44 && pixel("back.png", 319, 479) == 0x22AA44)
    let gone = try #require(casement.directory.read("gone.json"))
    #expect(gone.contains(#""appID":"sign""#) && gone.components(of: #""screen":"#) == 1, "\(gone)")
    #expect(casement.directory.read("seat.json")?.contains(#""appID":"foot""#) == true)
  }
}

extension String {
  /// The text with its last occurrence of `part` replaced.
  fileprivate func replacingLast(_ part: String, with other: String) -> String {
    hasSuffix(part) ? String(dropLast(part.count)) + other : self
  }

  /// How often `part` occurs.
  fileprivate func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
