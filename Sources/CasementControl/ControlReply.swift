/// The answer that a call is owed, given at once or later, exactly once.
///
/// A reply whose caller has gone is cancelled: it drops what it is given, and `onCancel` lets its holder stop the work. One that is
/// released unanswered tells the caller that the service failed, so that nobody waits for ever.
package final class ControlReply<Result> {
  private var answer: ((Swift.Result<Result, ControlError>) -> Void)?
  private var answered = false

  /// Called once, when the caller goes before it was answered.
  package var onCancel: (() -> Void)?
  /// Whether the caller has gone.
  package private(set) var isCancelled = false

  /// A reply that hands its answer to `answer`.
  package init(_ answer: @escaping (Swift.Result<Result, ControlError>) -> Void) {
    self.answer = answer
  }

  /// Answers with a result.
  ///
  /// - Precondition: it was not answered before.
  package func succeed(_ result: Result) { finish(.success(result)) }

  /// Answers with an error.
  ///
  /// - Precondition: it was not answered before.
  package func fail(_ error: ControlError) { finish(.failure(error)) }

  /// Tells the holder that nobody waits any more; nothing happens to a reply that was answered.
  package func cancel() {
    guard !answered, !isCancelled else { return }
    isCancelled = true
    answer = nil
    let stop = onCancel
    onCancel = nil
    stop?()
  }

  private func finish(_ result: Swift.Result<Result, ControlError>) {
    precondition(!answered, "a control call was answered twice")
    answered = true
    onCancel = nil
    let answer = self.answer
    self.answer = nil
    answer?(result)
  }

  deinit {
    answer?(.failure(ControlError(.internalError, "the service let go of the call without an answer")))
  }
}
