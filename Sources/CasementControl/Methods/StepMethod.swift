/// `step`: lets time pass under the manual clock.
package enum Step: ControlMethod {
  package static let name = "step"
  package static let summary =
    "Lets time pass under the manual clock; answers when every client that got a callback has committed again or has said that it is idle."

  /// How far.
  package struct Parameters: ControlObject, Hashable {
    package var frames: Int?
    package var milliseconds: Int?
    package var timeout: Int?

    /// By `frames` of the main screen, or by `milliseconds`; by one frame where neither is given.
    package init(frames: Int? = nil, milliseconds: Int? = nil, timeout: Int? = nil) {
      self.frames = frames
      self.milliseconds = milliseconds
      self.timeout = timeout
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "frames": "frames of the main screen, 1 to 100000; 1 where neither this nor `milliseconds` is given",
        "milliseconds": "time in place of frames, 1 to 86400000",
        "timeout": "milliseconds of real time to wait for each frame's clients; 1000 where absent",
      ]
    }
  }

  /// How far it went.
  package struct Result: ControlObject, Hashable {
    package var now: Double
    package var frames: Int
    package var unanswered: [WindowReference]

    /// A result with all of its members.
    package init(now: Double, frames: Int, unanswered: [WindowReference]) {
      self.now = now
      self.frames = frames
      self.unanswered = unanswered
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "now": "the clock afterwards, in milliseconds",
        "frames": "how many frames passed",
        "unanswered": "windows whose client did neither commit nor answer within the bound; empty where all went well",
      ]
    }
  }
}
