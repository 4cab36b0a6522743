import Geometry
import Rendering
import Scene
import Testing

@testable import CasementCommand

/// Tools that look at screens and set them up, started for real.
@Suite(.serialized) struct ToolClientTests {
  let casement = Casement()

  private func run(_ script: String, options: String...) throws -> Casement.Outcome {
    casement.finish(
      try casement.start(["run", "--timeout", "100", "--screen", "640x480"] + options + ["--", "sh", "-ec", script]))
  }

  private func picture(_ name: String) throws -> PixelBuffer { try PNG.decode(try #require(casement.directory.bytes(name))).picture }

  private static let terminal = """
    foot -o cursor.blink=no sh -c 'printf "CASEMENT\\nfor tools"; exec sleep 100' &
    "$CASEMENT" wait window foot key --timeout 30
    "$CASEMENT" wait settled --timeout 30

    """

  @Test("what grim sees is the picture of the screen", arguments: ["normal", "90", "flipped-180"])
  func grimSeesTheScreen(transform: String) throws {
    let script =
      Self.terminal + """
        "$CASEMENT" screen set headless-1 transform=\(transform)
        "$CASEMENT" wait settled --timeout 30
        grim "$TEST/grim.png"
        grim -g '20,10 200x100' "$TEST/region.png"
        "$CASEMENT" shot "$TEST/shot.png"
        "$CASEMENT" shot --region 20,10,200x100 "$TEST/part.png"
        """
    let outcome = try run(script)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for (grim, shot) in [("grim.png", "shot.png"), ("region.png", "part.png")] {
      let (seen, own) = try (picture(grim), picture(shot))
      #expect(seen.size == own.size)
      #expect(try PictureComparison(seen, own).differingPixels == 0, "\(grim)")
    }
    #expect(casement.leftovers == [])
  }

  @Test func wlrRandrSetsUpScreens() throws {
    let script =
      Self.terminal + """
        wlr-randr >"$TEST/list"
        wlr-randr --output headless-1 --custom-mode 800x500
        wlr-randr --output headless-1 --scale 2 --transform 90
        "$CASEMENT" wait settled --timeout 30
        "$CASEMENT" windows --json
        wlr-randr --output headless-2 --off
        "$CASEMENT" screens
        wlr-randr --output headless-2 --on
        "$CASEMENT" screens
        """
    let outcome = try run(script, options: "--screen", "300x200")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let list = try #require(casement.directory.read("list"))
    #expect(list.contains("headless-1") && list.contains("640x480 px, 60.000000 Hz") && list.contains("300x200 px"))
    // 500 × 800 pixels at two a point
    #expect(outcome.output.contains(#""width":250,"height":400"#), "\(outcome.output)")
    #expect(outcome.output.components(separatedBy: "headless-1").count > 2)
    #expect(outcome.output.components(separatedBy: "headless-2").count == 2)
    #expect(casement.leftovers == [])
  }

  @Test func whatIsDeniedIsMissedByItsTool() throws {
    let outcome = try casement.run("run", "--deny", "zwlr_screencopy_manager_v1", "--", "grim", "\(casement.directory.path)/x.png")
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("screencopy"), "\(outcome.errors)")
  }
}

extension String {
  /// The parts between each `separator`.
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let found = rest.firstRange(of: separator) {
      parts.append(rest[..<found.lowerBound])
      rest = rest[found.upperBound...]
    }
    return parts + [rest]
  }
}
