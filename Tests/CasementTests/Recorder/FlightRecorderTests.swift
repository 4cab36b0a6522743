import CasementControl
import CasementTesting
import Geometry
import Glibc
import Testing
import WaylandClient
import WaylandProtocols

@testable import Casement

@Suite struct FlightRecorderTests {
  let host: TestService
  let directory = TemporaryDirectory()
  let recorder: FlightRecorder

  init() throws {
    host = try TestService()
    recorder = try FlightRecorder(
      host.service, directory: directory.path + "/report", about: .init(command: ["prog", "</script>"], words: ["casement", "run"]))
  }

  private func page(_ path: String? = nil) throws -> ReportReader { try ReportReader(path ?? recorder.path) }

  @Test func thePageSaysWhatWasRecorded() throws {
    let start = try #require(try page().records("start").first)
    #expect(start["version"]?.text == casementVersion)
    #expect(start["command"] == .array([.string("prog"), .string("</script>")]))
    #expect(start["screens"] == .array([.string("1280x720")]))
  }

  @Test func nothingThatIsRecordedEndsAScript() throws {
    let client = try host.connect()
    _ = try client.makeWindow(10, 10, 0xff00_ff00, appID: "</script><b>", title: "<!-- “" + String(repeating: "<", count: 50))
    recorder.output(Array("</script>".utf8), isError: false)
    recorder.end(status: 0, "over")
    let page = try page()
    #expect(page.broken == 0)
    #expect(page.scriptEnds == page.all.count + 1)
    #expect(page.records("out").first?["text"]?.text == "</script>")
  }

  @Test func aCharacterThatComesInPartsIsRecordedWhole() throws {
    for byte in Array("zażółć 👍漢".utf8) + [0xF0, 0x9F] { recorder.output([byte], isError: false) }
    recorder.output([0xE6, 0xBC], isError: true)
    recorder.output([0xFF, 0x80, 0x41], isError: true)
    recorder.end(status: 0, "over")
    func text(_ kind: String) throws -> String { try page().records(kind).compactMap { $0["text"]?.text }.joined() }
    #expect(try text("out") == "zażółć 👍漢\u{FFFD}")
    #expect(try text("err") == "\u{FFFD}\u{FFFD}\u{FFFD}A")
  }

  @Test func theFirstWindowIsSeenThoughTheEmptyScreenWasJustBefore() throws {
    host.pump()
    #expect(try page().records("shot").count == 1)
    let client = try host.connect()
    _ = try client.makeWindow(60, 40, 0xff00_ff00, appID: "one")
    host.pump()
    let shot = try #require(try page().records("shot").last)
    #expect(shot["screens"]?.elements.first?["windows"]?.elements.first?["appID"]?.text == "one")
  }

  @Test func windowsInputAndPicturesAreThere() throws {
    let client = try host.connect()
    let window = try client.makeWindow(60, 40, 0xff00_ff00, appID: "one")
    host.pump()
    host.service.injectPointerMotion(to: .init(x: 5, y: 6))
    host.service.injectButton(pressed: true)
    recorder.end(status: 4, "the command ended")
    let page = try page()
    let kinds = page.events.map(\.kind)
    for kind in [.clientConnected, .windowCreated, .windowVisible, .becameKey, .input] as [ControlEvent.Kind] {
      #expect(kinds.contains(kind))
    }
    let shot = try #require(page.records("shot").last)
    let screen = try #require(shot["screens"]?.elements.first)
    #expect(screen["name"]?.text == "headless-1")
    let shown = try #require(screen["windows"]?.elements.first)
    #expect(shown["appID"]?.text == "one")
    #expect(shown["key"] == .bool(true))
    // the window and the screen that it fills look alike, but are of two formats or sizes
    let numbers = Set(page.records("picture").compactMap { $0["id"] })
    #expect(numbers.contains(try #require(shown["picture"])))
    #expect(numbers.contains(try #require(screen["picture"])))
    #expect(page.records("end").first?["status"] == .number(JSONNumber(4)))
    _ = window
  }

  @Test func aPictureThatWasThereBeforeIsNotWrittenAgain() throws {
    let client = try host.connect()
    let window = try client.makeWindow(60, 40, 0xff00_ff00)
    host.pump()
    for colour in [0xff00_00ff, 0xff00_ff00, 0xff00_00ff, 0xff00_ff00] as [UInt32] {
      window.show(60, 40, colour)
      try client.roundtrip()
      recorder.note("look")
      host.service.lastWindow.onGoing.forEach { $0() }
    }
    recorder.end(status: 0, "over")
    let page = try page()
    // two colours, of the screen and of the window, and the empty screen before
    #expect(page.records("picture").count <= 5)
    #expect(page.records("shot").count >= 4)
  }

  @Test func aProtocolErrorHasTheLastRequestsAndThePictureBeforeIt() throws {
    let client = try host.connect()
    let window = try client.makeWindow(60, 40, 0xff00_ff00)
    window.surface.setBufferScale(scale: -1)
    #expect(throws: ConnectionError.self) { try client.roundtrip() }
    let page = try page()
    let index = try #require(page.all.firstIndex { $0["event"]?["kind"]?.text == "protocolError" })
    let error = try page.all[index]["event"]!["error"]!.decode(ClientError.self, strictly: true)
    #expect(error.requests.last?.hasSuffix("set_buffer_scale(-1)") == true)
    let shot = try #require(page.all[..<index].last { $0["k"]?.text == "shot" })
    #expect(shot["screens"]?.elements.first?["windows"]?.elements.count == 1)
  }

  @Test func whatIsWrittenCanBeReadAtAnyMoment() throws {
    let client = try host.connect()
    for number in 1...5 {
      _ = try client.makeWindow(10 * number, 10, 0xff00_ff00)
      let page = try page()
      #expect(page.broken == 0)
      #expect(page.events.filter { $0.kind == .windowVisible }.count == number)
    }
  }

  @Test func aSecondReportDoesNotTakeTheFirstOnesPlace() throws {
    let other = try FlightRecorder(host.service, directory: directory.path + "/report", about: .init(words: []))
    #expect(recorder.path.hasSuffix("/report.html"))
    #expect(other.path.hasSuffix("/report-2.html"))
  }

  @Test func aDirectoryThatCannotBeWrittenToIsSaid() throws {
    let error = #expect(throws: ServiceError.self) {
      try FlightRecorder(host.service, directory: "/proc/nowhere", about: .init(words: []))
    }
    #expect(error?.description.contains("/proc/nowhere") == true)
  }
}

@Suite struct ReportFileTests {
  let directory = TemporaryDirectory()

  private func size(_ path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : -1
  }

  @Test func theOldestPicturesGoFirstAndTheFileStaysBelowItsLimit() throws {
    let file = try ReportFile(directory: directory.path, page: "<page>", limit: 40_000)
    var gone: [Int] = []
    file.onDrop = { gone += $0 }
    file.append(RecordJSON.record("start", time: 0, []), .kept)
    for number in 1...60 {
      file.append(RecordJSON.record("out", time: Double(number), []), .text)
      let picture = JSONValue.string(String(repeating: "x", count: 1500))
      file.append(
        RecordJSON.record("picture", time: Double(number), [("id", RecordJSON.number(number)), ("png", picture)]), .picture(number))
      #expect(size(file.path) <= 40_000)
    }
    let page = try ReportReader(file.path)
    #expect(page.broken == 0)
    #expect(page.records("start").count == 1)
    #expect(page.records("out").count == 60)
    let kept = page.records("picture").compactMap { $0["id"] }
    #expect(kept.last == RecordJSON.number(60))
    #expect(kept.count + gone.count == 60)
    #expect(gone == Array(1...gone.count))
    #expect(page.records("dropped").last?["pictures"] == RecordJSON.number(gone.count))
  }

  @Test func textsGoWhereTheyFillTheFileThemselves() throws {
    let file = try ReportFile(directory: directory.path, page: "<page>", limit: 20_000)
    file.append(RecordJSON.record("start", time: 0, []), .kept)
    for number in 1...2000 { file.append(RecordJSON.note("line \(number)", time: Double(number)), .text) }
    let page = try ReportReader(file.path)
    #expect(size(file.path) <= 20_000)
    #expect(page.records("start").count == 1)
    #expect(page.records("note").last?["text"]?.text == "line 2000")
    #expect(file.droppedTexts > 0)
  }

  @Test func whatIsTooBigForTheFileIsLeftOut() throws {
    let file = try ReportFile(directory: directory.path, page: "<page>", limit: 4000)
    file.append(RecordJSON.note(String(repeating: "x", count: 5000), time: 0), .picture(1))
    #expect(file.droppedPictures == 1)
    #expect(size(file.path) == 6)
  }
}
