import CasementControl
import CasementTesting
import Testing

@testable import Casement

@Suite struct ControlClipboardTests {
  let host: TestService
  let peer: ControlPeer

  init() throws {
    host = try TestService()
    peer = ControlPeer(host)
  }

  private func get(_ parameters: String = "{}") throws -> GetClipboard.Result {
    try peer.call("clipboard.get", parameters).decode(GetClipboard.Result.self, strictly: true)
  }

  @Test func anEmptyClipboardHasNoTypes() throws {
    #expect(try get() == GetClipboard.Result(types: []))
    #expect(try get(#"{"primary":true}"#) == GetClipboard.Result(types: []))
  }

  @Test func textComesBack() throws {
    #expect(try peer.call("clipboard.set", #"{"text":"gęś 🪿"}"#) == .object([]))
    let result = try get()
    #expect(result.text == "gęś 🪿")
    #expect(result.type == "text/plain;charset=utf-8")
    #expect(result.types.contains("UTF8_STRING"))
    #expect(try get(#"{"type":"text/plain"}"#).text == "gęś 🪿")
  }

  @Test func theTwoSelectionsAreApart() throws {
    _ = try peer.call("clipboard.set", #"{"text":"copied"}"#)
    _ = try peer.call("clipboard.set", #"{"text":"selected","primary":true}"#)
    #expect(try get().text == "copied")
    #expect(try get(#"{"primary":true}"#).text == "selected")
    _ = try peer.call("clipboard.set", "{}")
    #expect(try get().types == [])
    #expect(try get(#"{"primary":true}"#).text == "selected")
  }

  @Test func dataHasItsType() throws {
    _ = try peer.call("clipboard.set", #"{"data":"/wA=","type":"image/png"}"#)
    let result = try get(#"{"type":"image/png"}"#)
    #expect(result.data?.bytes == [255, 0])
    #expect(result.text == nil)
    #expect(try get() == GetClipboard.Result(types: ["image/png"]))
  }

  @Test func aTypeThatIsNotThereIsAnErrorThatNamesThoseThatAre() throws {
    _ = try peer.call("clipboard.set", #"{"text":"<b>","type":"text/html"}"#)
    let error = try peer.call("clipboard.get", #"{"type":"image/png"}"#)
    #expect(error["code"] == .number(JSONNumber(-32000)))
    #expect(error["data"]?["expected"] == .array([.string("text/html")]))
  }

  @Test(arguments: [
    #"{"data":"AA=="}"#, #"{"text":"a","data":"AA==","type":"b"}"#, #"{"text":"a","type":""}"#, #"{"data":"!","type":"b"}"#,
  ])
  func whatMakesNoSenseIsRefused(parameters: String) throws {
    #expect(try peer.call("clipboard.set", parameters)["code"] == .number(JSONNumber(-32602)))
  }
}
