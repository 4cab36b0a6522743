/// `record.start`: begins to film a screen.
package enum StartRecording: ControlMethod {
  package static let name = "record.start"
  package static let summary =
    "Films a screen: writes each picture that differs from the one before, with the time of its tick, as uncompressed Matroska video."

  /// What, and where it goes.
  package struct Parameters: ControlObject, Hashable {
    package var path: String
    package var screen: String?
    package var cursor: Bool?
    package var milliseconds: Int?

    /// `screen` into the file `path`.
    package init(path: String, screen: String? = nil, cursor: Bool? = nil, milliseconds: Int? = nil) {
      self.path = path
      self.screen = screen
      self.cursor = cursor
      self.milliseconds = milliseconds
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "path": "absolute path of a file, which is replaced, or of a named pipe that is being read",
        "screen": "name of the screen; the main one where absent",
        "cursor": "whether the pointer's cursor is drawn; false where absent",
        "milliseconds": "how long, on the service's clock; until `record.stop` where absent",
      ]
    }
  }

  /// The recording.
  package struct Result: ControlObject, Hashable {
    package var recording: Int
    package var width: Int
    package var height: Int

    /// The recording `recording`.
    package init(recording: Int, width: Int, height: Int) {
      self.recording = recording
      self.width = width
      self.height = height
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "recording": "its number, for `record.wait` and `record.stop`",
        "width": "of the video, in pixels: that of the screen now; when the screen's size changes, the video shows the part that fits",
        "height": "likewise",
      ]
    }
  }
}

/// The parameters of `record.stop` and `record.wait`.
package struct RecordingParameters: ControlObject, Hashable {
  package var recording: Int
  package var timeout: Int?

  /// The recording `recording`.
  package init(recording: Int, timeout: Int? = nil) {
    self.recording = recording
    self.timeout = timeout
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "recording": "number of the recording",
      "timeout": "milliseconds of real time to wait for its end; \(Wait.defaultTimeout) where absent",
    ]
  }
}

/// How far a recording is.
package struct RecordingState: ControlObject, Hashable {
  package var ended: Bool
  package var frames: Int
  package var skipped: Int
  package var milliseconds: Double
  package var reason: String?

  /// A state with all of its members.
  package init(ended: Bool, frames: Int, skipped: Int, milliseconds: Double, reason: String?) {
    self.ended = ended
    self.frames = frames
    self.skipped = skipped
    self.milliseconds = milliseconds
    self.reason = reason
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "ended": "whether all of it was written",
      "frames": "how many pictures it has",
      "skipped": "ticks whose picture was left out because whoever reads was too slow; never under the manual clock",
      "milliseconds": "how long it is by now, on the service's clock",
      "reason": "why it ended, where nobody asked for that",
    ]
  }
}

/// `record.stop`: ends a recording.
package enum StopRecording: ControlMethod {
  package static let name = "record.stop"
  package static let summary = "Ends a recording; answers when all of it was written."
  package typealias Parameters = RecordingParameters
  package typealias Result = RecordingState
}

/// `record.wait`: until a recording ends.
package enum WaitRecording: ControlMethod {
  package static let name = "record.wait"
  package static let summary = "Waits until a recording ends, or the time is over; answers how far it is."
  package typealias Parameters = RecordingParameters
  package typealias Result = RecordingState
}
