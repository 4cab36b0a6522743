import CProcess
import CasementControl
import Glibc
import WaylandServer

/// `casement record`: films a screen. The service hands over the pictures, an encoder makes a video of them.
enum RecordCommand {
  static let seconds = Option(
    "--seconds", "SECONDS", "How long, on the service's clock; until INT or TERM where not given.", parse: Values.seconds)
  static let screen = Option("--screen", "NAME", "The screen; the main one where not given.", parse: Values.name)

  /// With an edit list, a last picture that has no length of its own is beyond the end; without B pictures none is needed.
  private static let lastPicture = ["-bf", "0", "-use_editlist", "0"]

  /// The arguments by which ffmpeg makes each kind of video without loss.
  static let encoders: [(extension: String, arguments: [String])] = [
    ("mkv", ["-c:v", "ffv1", "-level", "3", "-g", "1"]),
    ("nut", ["-c:v", "ffv1", "-level", "3", "-g", "1", "-enc_time_base", "1:1000000"]),
    (
      "mp4",
      [
        "-c:v", "libx264rgb", "-preset", "veryfast", "-qp", "0", "-enc_time_base", "1:1000000", "-video_track_timescale", "1000000",
        "-movflags", "+faststart",
      ] + lastPicture
    ),
    (
      "mov",
      ["-c:v", "libx264rgb", "-preset", "veryfast", "-qp", "0", "-enc_time_base", "1:1000000", "-video_track_timescale", "1000000"]
        + lastPicture
    ), ("webm", ["-c:v", "libvpx-vp9", "-lossless", "1", "-pix_fmt", "gbrp", "-deadline", "realtime", "-cpu-used", "8"]),
  ]

  static let command = ControlCommand.many(
    "record", "Films a screen: a video without loss, with one picture for each change at the time of its tick.",
    methods: [StartRecording.self, WaitRecording.self, StopRecording.self],
    details: [
      "", "The program ffmpeg encodes it. The kind of video follows from the file's extension:",
      "\(encoders.map(\.extension).joined(separator: ", ")). A file that ends in .raw.mkv has the pictures uncompressed, and needs no ffmpeg.",
      "Times are exact to a microsecond; in mkv and webm, as ffmpeg writes them, to a millisecond.",
      "The video ends at --seconds, with INT or TERM, or with the service.",
    ],
    positionals: [Positional(name: "FILE", help: "Where the video goes.")], options: [screen.any, seconds.any, CaptureCommands.cursor.any]
  ) { session, arguments in
    let path = arguments.words[0]
    var wanted = StartRecording.Parameters(
      path: path, screen: arguments[screen], cursor: arguments.has(CaptureCommands.cursor) ? true : nil, milliseconds: arguments[seconds])
    // held from here on, so that a signal ends the video and not us
    let loop = EventLoop()
    var isInterrupted = false
    let signals = try SignalSource([SIGINT, SIGTERM, SIGHUP, SIGPIPE], on: loop) { signal, _ in
      if signal != SIGPIPE { isInterrupted = true }
    }
    let encoder = try path.hasSuffix(".raw.mkv") ? nil : Encoder(path)
    wanted.path = try encoder?.pipe ?? absolute(path)
    let started: StartRecording.Result
    do {
      started = try session.client.call(StartRecording.self, wanted)
    } catch {
      encoder?.abandon()
      throw error
    }
    encoder?.hasWriter()
    var state: RecordingState?
    var isLost = false
    withExtendedLifetime(signals) {
      while state?.ended != true, !isLost {
        loop.dispatch(timeoutMilliseconds: 0)
        let parameters = RecordingParameters(recording: started.recording, timeout: isInterrupted ? 60_000 : 100)
        do {
          state =
            try isInterrupted
            ? session.client.call(StopRecording.self, parameters) : session.client.call(WaitRecording.self, parameters)
        } catch {
          // the service is gone: what it wrote is still a video
          isLost = true
        }
      }
    }
    let status = encoder?.finish() ?? 0
    guard status == 0 else { throw Failure("ffmpeg ended with status \(status); the video \(path) is not whole") }
    if isLost { Output.say("the service went while it was filmed; the video ends there") }
    if let reason = state?.reason { Output.say("the recording ended: \(reason)") }
    guard let state else { return }
    try session.print(json: try JSONValue(encoding: state)) {
      let left = state.skipped == 0 ? "" : ", \(state.skipped) ticks left out because the encoder was too slow"
      return
        "\(path): \(started.width)x\(started.height) pixels, \(state.frames) pictures in \((state.milliseconds.rounded() / 1000).short) s\(left)\n"
    }
  }

  /// The path from the root, for a service that runs elsewhere.
  static func absolute(_ path: String) throws(UsageError) -> String {
    if path.hasPrefix("/") { return path }
    guard let directory = unsafe getcwd(nil, 0) else { throw UsageError("cannot find the current directory: \(System.reason())") }
    defer { unsafe free(directory) }
    return unsafe "\(String(cString: directory))/\(path)"
  }

  /// ffmpeg, which reads a named pipe.
  private final class Encoder {
    /// The pipe's path.
    let pipe: String
    private let directory: String
    /// Our own writing end: while there is one, ffmpeg waits.
    private var writer: Int32
    private let child: ChildProcess

    /// Starts ffmpeg for the video `path`.
    ///
    /// - Throws: a failure where there is no ffmpeg, no encoder for such a file, or no place for the pipe.
    init(_ path: String) throws {
      guard let kind = path.split(separator: ".").last.map({ $0.lowercased() }), path.contains("."),
        let encoder = encoders.first(where: { $0.extension == kind })
      else {
        throw UsageError("“\(path)” is of no kind of video that is known: \(encoders.map { ".\($0.extension)" }.joined(separator: ", "))")
      }
      // found out before anything is filmed, and without touching a file that is there
      guard unsafe access(path, F_OK) != 0 || access(path, W_OK) == 0 else { throw Failure("cannot write \(path): \(System.reason())") }
      var template = Array("\(ServiceDirectories.temporary(variable: System.variable)[0])/casement-record-XXXXXX".utf8CString)
      guard unsafe mkdtemp(&template) != nil else { throw Failure("cannot make a directory for a pipe: \(System.reason())") }
      directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      pipe = "\(directory)/video"
      let reader = unsafe mkfifo(pipe, 0o600) == 0 ? open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1
      writer = reader >= 0 ? unsafe open(pipe, O_WRONLY | O_CLOEXEC) : -1
      guard writer >= 0 else {
        let reason = System.reason()
        Self.remove(directory)
        throw Failure("cannot make a pipe: \(reason)")
      }
      _ = fcntl(reader, F_SETFL, 0)
      defer { close(reader) }
      do throws(ChildProcess.StartError) {
        child = try ChildProcess(
          [
            "ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-f", "matroska", "-i", "pipe:\(reader)", "-fps_mode",
            "passthrough",
          ] + encoder.arguments + [path], environment: System.environment, hasOwnGroup: true, isDeaf: true, kept: [reader])
      } catch {
        close(writer)
        Self.remove(directory)
        throw Failure(
          error.isExec && error.code == ENOENT
            ? "the program ffmpeg was not found, which makes the video; install the package ffmpeg, or record to a .raw.mkv file"
            : "cannot start ffmpeg: \(System.reason(error.code))")
      }
    }

    /// The service writes into the pipe now: when it stops, ffmpeg sees the end.
    func hasWriter() {
      close(writer)
      writer = -1
    }

    /// Nothing will be filmed.
    func abandon() {
      kill(child.pid, SIGKILL)
      _ = finish()
    }

    /// Waits for the end of ffmpeg. - Returns: its exit status.
    func finish() -> Int32 {
      if writer >= 0 { close(writer) }
      var exit = casement_exit()
      while unsafe casement_reap(child.pid, &exit) == 0 { usleep(2000) }
      Self.remove(directory)
      return exit.status
    }

    private static func remove(_ directory: String) {
      unsafe unlink("\(directory)/video")
      unsafe rmdir(directory)
    }
  }
}
