import CasementTesting
import Glibc
import Testing
import WaylandClient

@testable import Casement

/// The clipboard as the program sees it that owns the service.
@Suite struct ServiceClipboardTests {
  /// What a read came to.
  private final class Outcome {
    var result: Result<[UInt8], ClipboardError>?
    var text: String? { if case .success(let bytes)? = result { String(decoding: bytes, as: UTF8.self) } else { nil } }
    var error: ClipboardError? { if case .failure(let error)? = result { error } else { nil } }
  }

  private func read(
    _ service: WindowService, _ type: String = "text/plain", atMost limit: Int = 1 << 26, within milliseconds: Int = 60_000
  ) -> Outcome {
    let outcome = Outcome()
    service.readClipboard(mimeType: type, atMost: limit, timeoutMilliseconds: milliseconds) {
      precondition(outcome.result == nil, "completed twice")
      outcome.result = $0
    }
    return outcome
  }

  @Test func textIsOfferedUnderAllNamesAndRead() throws {
    let stage = try DataStage()
    stage.service.setClipboard(text: "grüß dich")
    try stage.settle()
    let offer = try #require(stage.two.selection)
    #expect(offer.types == ["text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT", "STRING"])
    let pipe = offer.receive("UTF8_STRING")
    try stage.settle()
    #expect(pipe.drain())
    #expect(pipe.text == "grüß dich")
  }

  @Test func typesAndTheBestTextOfThem() throws {
    let test = try TestService()
    #expect(test.service.clipboardTypes == [])
    #expect(test.service.clipboardTextType == nil)
    test.service.setClipboard([
      ClipboardItem(mimeType: "image/png", bytes: [1]), ClipboardItem(mimeType: "UTF8_STRING", bytes: [2]),
      ClipboardItem(mimeType: "text/plain", bytes: [3]), ClipboardItem(mimeType: "image/png", bytes: [4]),
    ])
    #expect(test.service.clipboardTypes == ["image/png", "UTF8_STRING", "text/plain"])
    #expect(test.service.clipboardTextType == "text/plain")
    test.service.setClipboard([])
    #expect(test.service.clipboardTypes == [])
  }

  @Test func whatAClientCopiedIsReadWhileTheServiceRuns() throws {
    let stage = try DataStage()
    _ = try stage.copyFromOne()
    #expect(stage.service.clipboardTypes == ["text/plain"])
    let outcome = read(stage.service)
    #expect(outcome.result == nil)
    try stage.settle()
    #expect(outcome.text == "data as text/plain")
  }

  @Test func theServicesOwnDataCancelsAClientsAndTheOtherWayRound() throws {
    let stage = try DataStage()
    let source = try stage.copyFromOne()
    stage.service.setClipboard(text: "mine")
    try stage.settle()
    #expect(source.take() == ["cancelled"])
    stage.service.injectButton(pressed: true)
    try stage.settle()
    let next = stage.two.makeSource(["text/html"])
    stage.two.device.setSelection(source: next.proxy, serial: stage.two.press)
    try stage.settle()
    #expect(stage.service.clipboardTypes == ["text/html"])
  }

  @Test func muchDataGoesThroughAsItIsTaken() throws {
    let stage = try DataStage()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    stage.service.setClipboard([ClipboardItem(mimeType: "x/much", bytes: bytes)])
    try stage.settle()
    let pipe = try #require(stage.two.selection).receive("x/much")
    try stage.settle()
    var turns = 0
    while !pipe.drain(patience: 0), turns < 1000 {
      stage.test.pump()
      turns += 1
    }
    #expect(turns > 1 && turns < 1000)
    #expect(pipe.bytes == bytes)
    // to itself it writes and reads by turns
    let outcome = read(stage.service, "x/much")
    while outcome.result == nil, turns < 2000 {
      stage.test.pump()
      turns += 1
    }
    #expect(try outcome.result?.get() == bytes)
  }

  @Test func aReaderThatGoesAwayHarmsNobody() throws {
    let stage = try DataStage()
    stage.service.setClipboard([ClipboardItem(mimeType: "x/much", bytes: [UInt8](repeating: 7, count: 1 << 20))])
    try stage.settle()
    let offer = try #require(stage.two.selection)
    do {
      let pipe = offer.receive("x/much")
      try stage.settle()
      _ = pipe
    }
    // the read end is closed now: writing on would raise SIGPIPE
    for _ in 0..<3 { stage.test.pump() }
    #expect(stage.service.seat.selections.transfers.writerCount == 0)
  }

  @Test func readersThatNeverReadAreHeldToALimit() throws {
    let stage = try DataStage()
    stage.service.setClipboard([ClipboardItem(mimeType: "x/much", bytes: [UInt8](repeating: 7, count: 1 << 17))])
    try stage.settle()
    let offer = try #require(stage.two.selection)
    var pipes: [DataPipe] = []
    for _ in 0..<100 {
      pipes.append(offer.receive("x/much"))
      try stage.two.client.roundtrip()
    }
    #expect(stage.service.seat.selections.transfers.writerCount == Transfers.mostWriters)
    // the oldest made room; a new one is served in spite of the others
    #expect(pipes[0].drain())
    var turns = 0
    while !pipes[99].drain(patience: 0), turns < 100 {
      stage.test.pump()
      turns += 1
    }
    #expect(pipes[99].bytes.count == 1 << 17)
  }

  @Test func aFileThatIsNoPipeIsNotWrittenTo() throws {
    let stage = try DataStage()
    stage.service.setClipboard(text: "secret")
    try stage.settle()
    let file = unsafe SharedFile.make(size: 0) { _ in }
    try #require(stage.two.selection).proxy.receive(mimeType: "TEXT", fd: file)
    try stage.settle()
    #expect(lseek(file, 0, SEEK_END) == 0)
    close(file)
  }

  // MARK: What goes wrong

  @Test func aTypeThatIsNotThere() throws {
    let stage = try DataStage()
    #expect(read(stage.service).error == .noSuchType("text/plain"))
    _ = try stage.copyFromOne()
    #expect(read(stage.service, "image/png").error == .noSuchType("image/png"))
  }

  @Test func moreThanTheLimit() throws {
    let stage = try DataStage()
    stage.service.setClipboard([ClipboardItem(mimeType: "text/plain", bytes: [UInt8](repeating: 65, count: 100))])
    let (enough, short) = (read(stage.service, atMost: 100), read(stage.service, atMost: 99))
    for _ in 0..<3 { stage.test.pump() }
    #expect(enough.text?.count == 100)
    #expect(short.error == .tooLarge(limit: 99))
  }

  @Test func aSourceThatDoesNotWriteInTime() throws {
    let stage = try DataStage()
    let source = try stage.copyFromOne()
    source.answers = false
    let outcome = read(stage.service, within: 1)
    try stage.settle()
    while outcome.result == nil { stage.service.dispatch(timeoutMilliseconds: 10_000) }
    #expect(outcome.error == .timedOut(milliseconds: 1))
    #expect(source.kept.count == 1)
  }

  @Test func aSourceThatDiesInsteadOfWriting() throws {
    let stage = try DataStage()
    let source = try stage.copyFromOne()
    source.answers = false
    let outcome = read(stage.service)
    stage.kill(stage.one)
    stage.test.pump()
    #expect(outcome.text == "")
  }

  @Test func tooManyReadsAtOnce() throws {
    let stage = try DataStage()
    let source = try stage.copyFromOne()
    source.answers = false
    let outcomes = (0...Transfers.mostReaders).map { _ in read(stage.service) }
    #expect(outcomes.last?.error == .busy)
    #expect(outcomes.dropLast().allSatisfy { $0.result == nil })
    stage.service.shutDown()
    #expect(outcomes.first?.error == .interrupted)
  }
}
