import Casement
import CasementControl
import CasementTesting
import Foundation
import Geometry
import Glibc
import Testing
import WaylandClient
import WindowModel

@Suite struct KioskTests {
  private func connect(to kiosk: Kiosk) throws -> TestClient {
    var pair: [Int32] = [0, 0]
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    kiosk.service.connect(fileDescriptor: pair[0])
    let connection = try Connection(fileDescriptor: pair[1])
    connection.pump = { kiosk.service.dispatch(timeoutMilliseconds: 0) }
    return try TestClient(connection)
  }

  @Test func theReadmeHasTheProgramThatIsTestedHere() throws {
    let here = URL(fileURLWithPath: #filePath)
    let program = try String(contentsOf: here.deletingLastPathComponent().appendingPathComponent("Kiosk.swift"), encoding: .utf8)
    let root = (0..<4).reduce(here) { url, _ in url.deletingLastPathComponent() }
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(program)```"))
  }

  @Test func theKioskOfTheReadme() throws {
    let kiosk = try Kiosk()
    let client = try connect(to: kiosk)
    let shop = try client.makeWindow(1080, 1920, 0xFF00_00FF, appID: "shop")
    #expect(shop.isActivated && kiosk.service.keyWindow?.appID == "shop")

    let alert = try client.makeWindow(1080, 1920, 0xFFFF_0000, appID: "alert")
    #expect(kiosk.service.windows.map(\.appID) == ["shop", "alert"] && alert.isActivated)
    #expect(kiosk.service.windows.last?.level == .alert)
    alert.toplevel.destroy()
    try client.roundtrip()
    #expect(kiosk.service.keyWindow?.appID == "shop" && !kiosk.isOver)

    _ = try client.makeWindow(1080, 1920, 0xFF00_FF00, appID: "sign")
    #expect(kiosk.service.windows.filter(\.isVisible).map(\.appID) == ["shop"])
    let second = try kiosk.service.addScreen(ScreenSpec(width: 640, height: 480))
    #expect(second.windows.map(\.appID) == ["sign"] && second.windows.allSatisfy(\.isVisible))
    #expect(kiosk.service.keyWindow?.appID == "shop")

    _ = try client.makeWindow(300, 200, 0xFF12_3456, appID: "game")
    #expect(kiosk.service.windows.filter(\.isVisible).map(\.appID).sorted() == ["shop", "sign"])
    shop.toplevel.destroy()
    try client.roundtrip()
    #expect(kiosk.isOver)
  }

  @Test func signsNeverComeInFrontOfTheShop() throws {
    let kiosk = try Kiosk()
    let client = try connect(to: kiosk)
    _ = client.seat.getTouch()
    let shop = try client.makeWindow(1080, 1920, 0xFF00_00FF, appID: "shop")
    _ = try client.makeWindow(1080, 1920, 0xFF00_FF00, appID: "sign")
    var spec = ScreenSpec(width: 640, height: 480)
    spec.name = "second"
    for _ in 0..<2 {
      let second = try kiosk.service.addScreen(spec)
      try client.roundtrip()
      #expect(second.windows.map(\.appID) == ["sign"] && second.windows.allSatisfy(\.isVisible))
      kiosk.service.removeScreen(second)
      try client.roundtrip()
      #expect(kiosk.service.windows.filter(\.isVisible).map(\.appID) == ["shop"] && kiosk.service.keyWindow?.appID == "shop")
      let touched = kiosk.service.injectTouchDown(0, at: PrecisePoint(x: 500, y: 900))
      #expect(touched?.rawValue == kiosk.service.windows.first { $0.appID == "shop" }?.id)
      kiosk.service.injectTouchUp(0)
    }
    // of two screens the other one takes them
    let (second, third) = (try kiosk.service.addScreen(spec), try kiosk.service.addScreen(ScreenSpec(width: 640, height: 480)))
    kiosk.service.removeScreen(second)
    #expect(third.windows.map(\.appID) == ["sign"] && third.windows.allSatisfy(\.isVisible))
    _ = shop
  }

  @Test func itLastsAsLongAsTheShopAndNoOtherWindow() throws {
    let kiosk = try Kiosk()
    let client = try connect(to: kiosk)
    let game = try client.makeWindow(300, 200, 0xFF12_3456, appID: "game")
    game.toplevel.destroy()
    try client.roundtrip()
    #expect(!kiosk.isOver)
    let shop = try client.makeWindow(1080, 1920, 0xFF00_00FF, appID: "shop")
    let alert = try client.makeWindow(1080, 1920, 0xFFFF_0000, appID: "alert")
    alert.toplevel.destroy()
    try client.roundtrip()
    #expect(!kiosk.isOver)
    shop.toplevel.destroy()
    try client.roundtrip()
    #expect(kiosk.isOver)
  }

  @Test func nothingButWindowsCanBeShownAtAll() throws {
    let kiosk = try Kiosk()
    let offered = try connect(to: kiosk).globals.map(\.interface)
    let shown = ["zwlr_layer_shell_v1", "ext_session_lock_manager_v1", "zwp_input_panel_v1", "zwp_input_method_manager_v2"]
    #expect(offered.contains("xdg_wm_base") && offered.filter(shown.contains) == [])
    // all of them are names of protocols
    let names = ProtocolSelection.names.privileged + ProtocolSelection.names.others
    #expect(kiosk.service.configuration.protocols.denied.subtracting(names) == [])
  }
}
