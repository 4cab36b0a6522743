import Geometry
import Glibc
import Rendering
import Scene
import Testing

@testable import CasementCommand

/// Programs that people run, started for real: each maps, draws, is shot, and ends cleanly.
@Suite(.serialized) struct RealClientTests {
  let casement = Casement()

  /// A program, and how it calls its window.
  struct Client: CustomTestStringConvertible, Sendable {
    let command: [String]
    let appID: String
    var testDescription: String { command[0] }

    init(_ command: String..., appID: String) {
      self.command = command
      self.appID = appID
    }
  }

  @Test(arguments: [
    Client("foot", "sleep", "100", appID: "foot"),
    Client("weston-simple-shm", appID: "org.freedesktop.weston.simple-shm"),
    Client("weston-simple-touch", appID: "simple-touch"),
    Client("weston-subsurfaces", appID: "org.freedesktop.weston.wayland-sub-surface-demo"),
    Client("weston-scaler", appID: "org.freedesktop.weston.scaler-test-box"),
    Client("gtk3-widget-factory", appID: "gtk3-widget-factory"),
  ])
  func aClientMapsDrawsIsShotAndEnds(client: Client) throws {
    let script = """
      "$@" >"$TEST/client.log" 2>&1 & client=$!
      "$CASEMENT" wait window "$APP_ID" --timeout 30
      "$CASEMENT" shot --window "$APP_ID" "$TEST/window.png"
      "$CASEMENT" shot "$TEST/screen.png"
      kill $client
      wait $client || true
      "$CASEMENT" wait window "$APP_ID" gone
      "$CASEMENT" windows --json
      """
    let outcome = casement.finish(
      try casement.start(
        ["run", "--timeout", "100", "--screen", "640x480", "--", "env", "APP_ID=\(client.appID)", "sh", "-ec", script, "sh"]
          + client.command))
    #expect(outcome.status == 0, "\(outcome.errors) \(casement.directory.read("client.log") ?? "")")
    #expect(outcome.output.hasSuffix("[]\n"))
    #expect(casement.leftovers == [])
    let screen = try picture("screen.png")
    #expect(screen.size.width == 640 && screen.size.height == 480)
    #expect(colours(in: screen) > 1)
    #expect(try picture("window.png").size.width > 1)
  }

  @Test func whatIsTypedIntoATerminalIsSeen() throws {
    // the shell writes down what reached it, the picture changes, and nothing waits by the clock
    let script = """
      foot -o cursor.blink=no sh -c 'printf ready; IFS= read -r line; printf "%s" "$line" >"$TEST/typed.part"; mv "$TEST/typed.part" "$TEST/typed"; exec sleep 100' &
      "$CASEMENT" wait window foot key --timeout 30
      "$CASEMENT" wait settled --timeout 30
      "$CASEMENT" shot "$TEST/before.png"
      "$CASEMENT" type 'Zażółć gęślą jaźń ∑ 日本'
      "$CASEMENT" wait settled --timeout 30
      "$CASEMENT" shot "$TEST/after.png"
      "$CASEMENT" press Return
      while ! test -e "$TEST/typed"; do :; done
      """
    let outcome = casement.finish(
      try casement.start(["run", "--timeout", "100", "--screen", "640x200", "--", "sh", "-ec", script]))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(casement.directory.read("typed") == "Zażółć gęślą jaźń ∑ 日本")
    let difference = try PictureComparison(try picture("before.png"), try picture("after.png"))
    #expect(difference.differingPixels > 100)
  }

  @Test func whatAVirtualKeyboardTypesIntoATerminalArrives() throws {
    let script = """
      foot sh -c 'printf ready; IFS= read -r line; printf "%s" "$line" >"$TEST/typed.part"; mv "$TEST/typed.part" "$TEST/typed"; exec sleep 100' &
      "$CASEMENT" wait window foot key --timeout 30
      "$CASEMENT" wait settled --timeout 30
      wtype 'Zażółć ∑ 日本 '
      # the seat's own keyboard has its keymap back
      "$CASEMENT" type 'xyz'
      wtype -k Return
      while ! test -e "$TEST/typed"; do :; done
      """
    let outcome = casement.finish(
      try casement.start(["run", "--timeout", "100", "--screen", "640x200", "--", "sh", "-ec", script]))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(casement.directory.read("typed") == "Zażółć ∑ 日本 xyz")
  }

  @Test func theLastPictureOfAWindowIsKeptWhenItsProgramEnds() throws {
    let outcome = try casement.run(
      "run", "--timeout", "100", "--screen", "640x200", "--screenshot", "\(casement.directory.path)/last.png", "--", "foot", "-o",
      "cursor.blink=no", "sh", "-c", "echo CASEMENT; sleep 1; exit 3")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(colours(in: try picture("last.png")) > 1)
    #expect(casement.leftovers == [])
  }

  @Test func everyGlobalIsListedByWaylandInfo() throws {
    let outcome = try casement.run("run", "--", "wayland-info")
    #expect(outcome.status == 0)
    for name in ["wl_compositor", "wl_shm", "wl_seat", "wl_output", "xdg_wm_base", "wl_data_device_manager", "zxdg_output_manager_v1"] {
      #expect(outcome.output.contains("interface: '\(name)'"))
    }
  }

  private func picture(_ name: String) throws -> PixelBuffer {
    let bytes = try #require(casement.directory.bytes(name))
    return try PNG.decode(bytes).picture
  }

  /// How many different pixels there are, as far as it matters.
  private func colours(in picture: PixelBuffer) -> Int {
    var seen: Set<UInt32> = []
    unsafe picture.withPixels { pixels in
      for y in 0..<picture.size.height {
        for x in 0..<picture.size.width where seen.count < 16 {
          seen.insert(unsafe pixels.load(fromByteOffset: y * picture.stride + x * 4, as: UInt32.self))
        }
      }
    }
    return seen.count
  }
}
