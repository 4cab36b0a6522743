import Foundation
import Testing

@testable import ScannerCore

private func parse(_ xml: String) throws -> WaylandProtocol { try WaylandProtocol(xml: Data(xml.utf8)) }

/// The error of reading `xml`; nil where there is none.
private func complaint(_ xml: String) -> String? {
  do {
    _ = try parse(xml)
    return nil
  } catch { return "\(error)" }
}

/// A protocol whose third line is `line`, inside a request of an interface.
private func inRequest(_ line: String) -> String {
  """
  <protocol name="p"><interface name="i" version="1">
  <request name="r">
  \(line)
  </request></interface></protocol>
  """
}

@Test func everyPartOfADescriptionIsRead() throws {
  let parsed = try parse(
    """
    <?xml version="1.0"?>
    <protocol name="p_v1">
      <copyright>nobody</copyright>
      <interface name="i_v1" version="4">
        <description summary="one">text</description>
        <request name="r" since="2" type="destructor">
          <description summary="two">text</description>
          <arg name="a" type="object" interface="j_v1" allow-null="true" summary="three"/>
          <arg name="b" type="uint" enum="j_v1.e"/>
        </request>
        <event name="v"/>
        <enum name="e" bitfield="true" since="3">
          <description summary="four">text</description>
          <entry name="x" value="0xffffffff" summary="five" since="4"/>
        </enum>
      </interface>
    </protocol>
    """)
  var interface = WaylandProtocol.Interface(name: "i_v1", version: 4, summary: "one")
  var argument = WaylandProtocol.Argument(name: "a", type: .object, interface: "j_v1")
  argument.isNullable = true
  interface.requests = [
    WaylandProtocol.Message(
      name: "r", since: 2, isDestructor: true, summary: "two",
      arguments: [argument, WaylandProtocol.Argument(name: "b", type: .uint, enumeration: "j_v1.e")])
  ]
  interface.events = [WaylandProtocol.Message(name: "v")]
  interface.enums = [
    WaylandProtocol.Enumeration(
      name: "e", isBitfield: true, summary: "four",
      entries: [WaylandProtocol.Entry(name: "x", value: .max, since: 4, summary: "five")])
  ]
  #expect(parsed == WaylandProtocol(name: "p_v1", interfaces: [interface]))
}

@Test(arguments: [
  ("<arg type=\"int\"/>", "line 3: <arg> has no name"),
  ("<arg name=\"a\"/>", "line 3: <arg> has no type"),
  ("<arg name=\"a\" type=\"float\"/>", "line 3: no argument type is named \"float\""),
  ("<arg name=\"a\" type=\"new_id\"/>", "line 3: a new_id without an interface is wl_registry.bind's alone"),
  ("<request name=\"s\"/>", "line 3: <request> outside an interface"),
  ("<entry name=\"a\" value=\"1\"/>", "line 3: <entry> outside an enum"),
])
func whatIsWrongInAMessageIsNamedWithItsLine(line: String, expected: String) {
  #expect(complaint(inRequest(line)) == expected)
}

@Test(arguments: [
  ("", "line 1: no <protocol> element"),
  ("<protocol/>", "line 1: <protocol> has no name"),
  ("<protocol name=\"p\">\n<interface version=\"1\"/></protocol>", "line 2: <interface> has no name"),
  ("<protocol name=\"p\">\n<interface name=\"i\"/></protocol>", "line 2: <interface> has no version"),
  ("<protocol name=\"p\">\n<interface name=\"i\" version=\"0\"/></protocol>", "line 2: version=\"0\" is not a positive number"),
  ("<protocol name=\"p\">\n<interface name=\"i\" version=\"one\"/></protocol>", "line 2: version=\"one\" is not a positive number"),
  ("<protocol name=\"p\">\n\n<request name=\"r\"/></protocol>", "line 3: <request> outside an interface"),
  ("<protocol name=\"p\">\n\n<event name=\"r\"/></protocol>", "line 3: <event> outside an interface"),
  ("<protocol name=\"p\">\n\n<arg name=\"r\"/></protocol>", "line 3: <arg> outside a message"),
  ("<protocol name=\"p\">\n\n<enum name=\"r\"/></protocol>", "line 3: <enum> outside an interface"),
  ("<other>\n<interface name=\"i\" version=\"1\"/></other>", "line 2: <interface> outside a protocol"),
  (
    "<protocol name=\"p\"><interface name=\"i\" version=\"1\">\n<request name=\"r\" since=\"-2\"/></interface></protocol>",
    "line 2: since=\"-2\" is not a positive number"
  ),
  (
    "<protocol name=\"p\"><interface name=\"i\" version=\"1\"><enum name=\"e\">\n<entry name=\"a\"/></enum></interface></protocol>",
    "line 2: <entry> has no value"
  ),
  (
    "<protocol name=\"p\"><interface name=\"i\" version=\"1\"><enum name=\"e\">\n<entry name=\"a\" value=\"4294967296\"/></enum></interface></protocol>",
    "line 2: value=\"4294967296\" is not a 32-bit number"
  ),
  (
    "<protocol name=\"p\"><interface name=\"i\" version=\"1\"><enum name=\"e\">\n<entry name=\"a\" value=\"0xg\"/></enum></interface></protocol>",
    "line 2: value=\"0xg\" is not a 32-bit number"
  ),
])
func whatIsWrongInADescriptionIsNamedWithItsLine(xml: String, expected: String) {
  #expect(complaint(xml) == expected)
}

@Test(arguments: [
  "<protocol name=\"p\">",
  "<protocol name=\"p\"><interface name=\"i\" version=\"1\"></protocol>",
  "<protocol name=\"p\"></protocol><protocol name=\"q\"></protocol>",
  "<protocol name=p/>",
  "no XML at all",
  "<protocol name=\"p\">&undefined;</protocol>",
])
func xmlThatIsNotWellFormedIsRefused(xml: String) {
  #expect(complaint(xml) != nil)
}

@Test func onlyTheRegistryBindsWithoutAnInterface() throws {
  let xml =
    "<protocol name=\"p\"><interface name=\"wl_registry\" version=\"1\"><request name=\"bind\"><arg name=\"id\" type=\"new_id\"/></request></interface></protocol>"
  let parsed = try parse(xml)
  #expect(SharedGenerator().generate(parsed).contains("bind\\0sun\\0,,\\0"))
  #expect(ClientGenerator().generate(parsed).contains("func bind<Made: Proxy>(_ type: Made.Type, version: UInt32) -> Made"))
  // libwayland answers the registry itself
  #expect(!ServerGenerator().generate(parsed).contains("class"))
}
