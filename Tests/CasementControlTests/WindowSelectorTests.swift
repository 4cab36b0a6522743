import Testing

@testable import CasementControl

@Suite struct WindowSelectorTests {
  @Test(
    arguments: [
      ("7", .id(7)), ("key", .key), ("foot", .appID("foot")), ("org.gnome.gedit", .appID("org.gnome.gedit")), ("title=", .title("")),
      ("title=a=b@c", .title("a=b@c")), ("app-id=key", .appID("key")), ("app-id=7", .appID("7")), ("-1", .appID("-1")),
    ] as [(String, WindowSelector)])
  func eachFormIsRead(text: String, selector: WindowSelector) throws {
    #expect(try WindowSelector(parsing: text) == selector)
    #expect(try WindowSelector(parsing: selector.description) == selector)
    #expect(try JSONValue(encoding: selector).decode(WindowSelector.self, strictly: true) == selector)
  }

  @Test(arguments: ["", "app-id="]) func nothingNamesNoWindow(text: String) {
    #expect(throws: ControlError.self) { try WindowSelector(parsing: text) }
  }

  private func window(_ id: Int, _ appID: String, key: Bool = false) -> WindowInfo {
    WindowInfo(
      id: id, appID: appID, title: "t\(id)", pid: 1, level: 0, order: id, frame: Rectangle(x: 0, y: 0, width: 1, height: 1), hidden: false,
      key: key, canBecomeKey: true, screen: "a", insets: Insets())
  }

  @Test func exactlyOneWindowIsFound() throws {
    let windows = [window(1, "a"), window(2, "b", key: true), window(3, "b")]
    #expect(try WindowSelector.id(3).resolve(among: windows).id == 3)
    #expect(try WindowSelector.appID("a").resolve(among: windows).id == 1)
    #expect(try WindowSelector.title("t2").resolve(among: windows).id == 2)
    #expect(try WindowSelector.key.resolve(among: windows).id == 2)
    let several = #expect(throws: ControlError.self) { try WindowSelector.appID("b").resolve(among: windows) }
    #expect(several?.code == .ambiguous)
    #expect(several?.data?.expected == ["2", "3"])
    #expect(try WindowSelector.title("?2").resolve(among: windows).id == 2)
    #expect(try WindowSelector.title("t*2*").resolve(among: windows).id == 2)
    let any = #expect(throws: ControlError.self) { try WindowSelector.appID("*").resolve(among: windows) }
    #expect(any?.data?.expected == ["1", "2", "3"])
    // a text with a star means the window that has it
    #expect(try WindowSelector.appID("b*").resolve(among: [window(1, "b*"), window(2, "bc")]).id == 1)
    let none = #expect(throws: ControlError.self) { try WindowSelector.appID("c").resolve(among: windows) }
    #expect(none?.code == .notFound)
    #expect(none?.message == "no window is of the app id “c”; the windows are 1 (a), 2 (b), 3 (b)")
  }
}
