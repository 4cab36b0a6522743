package import CasementControl
internal import Geometry

/// The recordings of screens, and who waits for them.
final class RecordingList {
  private unowned let service: WindowService
  private var recordings: [Int: ScreenRecording] = [:]
  private var lastNumber = 0

  /// Recordings at a time.
  static let most = 8

  init(_ service: WindowService) { self.service = service }

  /// The recording `number`.
  ///
  /// - Throws: where there is none.
  func recording(_ number: Int) throws(ControlError) -> ScreenRecording {
    guard let found = recordings[number] else {
      throw ControlError(.notFound, "there is no recording \(number)", .init(given: String(number)))
    }
    return found
  }

  /// Begins a recording.
  ///
  /// - Throws: a refusal.
  func start(_ parameters: StartRecording.Parameters) throws(ControlError) -> ScreenRecording {
    guard recordings.values.count(where: { !$0.isEnded }) < Self.most else {
      throw ControlError(.tooMuch, "\(Self.most) recordings go on already")
    }
    if let time = parameters.milliseconds, !(1...86_400_000).contains(time) {
      throw .badParameter("\(time) ms is out of bounds", parameter: "milliseconds", expected: ["1 to 86400000"])
    }
    // those that ended long ago are not asked for any more
    for number in recordings.keys.sorted().dropLast(64) where recordings[number]!.isEnded { recordings[number] = nil }
    let screen = try service.controller.screen(parameters.screen)
    let recording = try ScreenRecording(
      lastNumber + 1, service, screen, path: parameters.path, cursor: parameters.cursor ?? false,
      nanoseconds: parameters.milliseconds.map { UInt64($0) * 1_000_000 })
    lastNumber += 1
    recordings[lastNumber] = recording
    return recording
  }

  /// A turn of the loop is over.
  func turnEnded() {
    guard !recordings.isEmpty else { return }
    for (_, recording) in recordings.sorted(by: { $0.key < $1.key }) where !recording.isStopping { recording.turnEnded() }
  }

  /// Whether time must wait until somebody has read.
  var isBehind: Bool { recordings.values.contains { $0.isBehind } }
}

extension Controller {
  package func startRecording(_ parameters: StartRecording.Parameters) throws(ControlError) -> StartRecording.Result {
    let recording = try recordings.start(parameters)
    return StartRecording.Result(recording: recording.number, width: recording.size.width, height: recording.size.height)
  }

  package func waitRecording(_ parameters: WaitRecording.Parameters, reply: ControlReply<RecordingState>) {
    wait(parameters, reply, stops: false)
  }

  package func stopRecording(_ parameters: StopRecording.Parameters, reply: ControlReply<RecordingState>) {
    wait(parameters, reply, stops: true)
  }

  private func wait(_ parameters: RecordingParameters, _ reply: ControlReply<RecordingState>, stops: Bool) {
    do throws(ControlError) {
      let recording = try recordings.recording(parameters.recording)
      let limit = try timeout(parameters.timeout)
      if stops { recording.stop(nil) }
      let late: () -> Result<RecordingState, ControlError> = {
        stops
          ? .failure(Wait.timedOut("the end of the recording", after: limit, pending: ["whoever reads the video has not taken all of it"]))
          : .success(recording.state)
      }
      waits.wait(limit, reply, late: late) { recording.isEnded ? recording.state : nil }
    } catch {
      reply.fail(error)
    }
  }
}
