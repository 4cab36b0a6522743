import Testing

@testable import CasementControl

@Suite struct ControlReplyTests {
  @Test func aCancelledReplyStopsItsWorkAndDropsItsAnswer() {
    var answers = 0
    var stops = 0
    let reply = ControlReply<Int> { _ in answers += 1 }
    reply.onCancel = { stops += 1 }
    reply.cancel()
    reply.cancel()
    #expect(reply.isCancelled)
    reply.succeed(1)
    #expect((answers, stops) == (0, 1))
  }

  @Test func anAnsweredReplyIsNotCancelled() {
    var answers: [Int] = []
    let reply = ControlReply<Int> { answers.append((try? $0.get()) ?? -1) }
    reply.onCancel = { answers.append(-2) }
    reply.succeed(5)
    reply.cancel()
    #expect(answers == [5])
    #expect(!reply.isCancelled)
  }

  @Test func aReplyThatIsForgottenTellsItsCaller() {
    var code: ControlError.Code?
    _ = ControlReply<Int> { if case .failure(let error) = $0 { code = error.code } }
    #expect(code == .internalError)
  }
}
