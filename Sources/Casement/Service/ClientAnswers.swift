internal import WaylandServer

/// Whether clients have read what they were sent: each is asked over a door to windows (`xdg_wm_base.ping`), where it has one; of the
/// others the kernel knows what lies unread.
final class ClientAnswers {
  private let loop: EventLoop
  /// Who waits for clients that cannot be asked, and how long it takes until the next look at them.
  private var looks: [(client: Client, body: () -> Void)] = []
  private var interval = 1
  private var timer: TimerSource?
  /// Each client's doors to windows, by the client's number.
  private var wmBases: [UInt64: ObjectBag<XdgWmBase>] = [:]
  /// Clients that were asked whether they have read their input, and have not answered.
  private var expected: [UInt64: Question] = [:]
  /// Clients that were sent input since they were last asked, while nobody wanted to know.
  private var unasked: [UInt64: Client] = [:]
  /// The last of them.
  private var lastUnasked: Client?
  /// How many wait for the settled state.
  private var watchers = 0
  /// Grows with all input that is sent to clients.
  private(set) var inputSequence: UInt64 = 0
  /// When a client last said that it had read its input, in real nanoseconds; what it draws of it comes after.
  private(set) var lastRead: UInt64 = 0

  /// What a client was asked and has not answered.
  private final class Question {
    let client: Client
    /// How much input there had been.
    let sequence: UInt64
    /// Whether it is about input, and not only whether the client is there.
    let isAboutInput: Bool
    /// Whether the client was sent input since, of which its answer says nothing.
    var isOutdated = false
    /// Who waits for the answer.
    var read: [() -> Void]

    init(_ client: Client, _ sequence: UInt64, isAboutInput: Bool, _ read: @escaping () -> Void) {
      self.client = client
      self.sequence = sequence
      self.isAboutInput = isAboutInput
      self.read = [read]
    }
  }

  init(_ loop: EventLoop) { self.loop = loop }

  func bound(_ wmBase: XdgWmBase) { wmBases[wmBase.resource.client.number, default: ObjectBag()].append(wmBase) }

  /// The client has one door to windows less; what it was asked over it stays open until the client is gone.
  func gone(_ wmBase: XdgWmBase) { wmBases[wmBase.resource.client.number]?.remove(wmBase) }

  func forget(_ client: Client) {
    wmBases[client.number] = nil
    expected[client.number] = nil
    unasked[client.number] = nil
    if lastUnasked === client { lastUnasked = nil }
    looks.removeAll { $0.client === client }
  }

  /// Calls `read` when a client has read all that it was sent so far; never where it goes before.
  func whenRead(by client: Client, _ read: @escaping () -> Void) {
    if let wmBase = wmBases[client.number]?.first { return wmBase.ping(read) }
    if client.hasReadAll { return read() }
    looks.append((client, read))
    interval = 1
    look()
  }

  /// Looks at the clients that cannot be asked: soon at first, then less and less often.
  private func look() {
    let done = looks.filter(\.client.hasReadAll)
    looks.removeAll { look in done.contains { $0.client === look.client } }
    for (_, body) in done { body() }
    guard !looks.isEmpty else { return }
    let timer = timer ?? loop.makeTimer { [unowned self] in look() }
    self.timer = timer
    timer.arm(afterMilliseconds: interval)
    interval = min(interval * 2, Self.longestInterval)
  }

  private static let longestInterval = 50

  /// Asks a client whether it has read all that it was sent. - Parameter answered: called when it says so; at once where it cannot be asked.
  func ping(_ client: Client, _ answered: @escaping () -> Void) {
    guard let wmBase = wmBases[client.number]?.first else { return answered() }
    wmBase.ping(answered)
  }

  /// The client was sent input: whoever waits for the settled state waits until it was read. Where nobody does, nobody asks.
  func expectAnswer(from client: Client) {
    inputSequence += 1
    if watchers > 0 {
      if let pending = expected[client.number] { pending.isOutdated = true } else { question(client, isAboutInput: true) {} }
    } else if lastUnasked !== client {
      lastUnasked = client
      unasked[client.number] = client
    }
  }

  /// From now until `endWatch()` all who are sent input are asked, and at once those who were before.
  func beginWatch() {
    watchers += 1
    for (_, client) in unasked.sorted(by: { $0.key < $1.key }) { ask(client) }
  }

  func endWatch() { watchers -= 1 }

  /// Asks whether the client has read what it was sent so far, unless it has not yet answered that.
  func ask(_ client: Client) { if expected[client.number] == nil { question(client, isAboutInput: false) {} } }

  /// Calls `read` when a client has read all input that it was sent so far; never where it goes before.
  func whenInputRead(by client: Client, _ read: @escaping () -> Void) {
    guard let pending = expected[client.number] else { return question(client, isAboutInput: true, read) }
    // nobody was sent input since it was asked: one answer will do for both
    if pending.sequence == inputSequence { pending.read.append(read) } else { whenRead(by: client, read) }
  }

  private func question(_ client: Client, isAboutInput: Bool, _ read: @escaping () -> Void) {
    if lastUnasked === client { lastUnasked = nil }
    let wasUnasked = unasked.removeValue(forKey: client.number) != nil
    let question = Question(client, inputSequence, isAboutInput: isAboutInput || wasUnasked, read)
    expected[client.number] = question
    whenRead(by: client) { [weak self] in
      guard let self else { return }
      expected[client.number] = nil
      if question.isAboutInput { lastRead = Clock.monotonic }
      for body in question.read { body() }
      if question.isOutdated, expected[client.number] == nil { self.question(client, isAboutInput: true) {} }
    }
  }

  /// Clients that have not yet read the input that they were sent.
  var unanswered: [Client] { expected.values.map(\.client).sorted { $0.number < $1.number } }
}
