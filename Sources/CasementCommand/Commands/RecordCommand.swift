import CProcess
import CasementControl
import Geometry
import Glibc
import Rendering
import WaylandServer

/// `casement record`: films a screen. The service hands over the pictures, an encoder makes a video of them.
enum RecordCommand {
  static let seconds = Option(
    "--seconds", "SECONDS", "How long, on the service's clock; until INT or TERM where not given.", parse: Values.seconds)
  static let screen = Option("--screen", "NAME", "The screen; the main one where not given.", parse: Values.name)

  /// With an edit list, a last picture that has no length of its own is beyond the end; without B pictures none is needed.
  private static let lastPicture = ["-bf", "0", "-use_editlist", "0"]

  /// Without it, ffmpeg rounds the times to what it takes for the rate of the first few pictures.
  private static let microseconds = ["-enc_time_base", "1:1000000"]

  /// The arguments by which ffmpeg makes each kind of video without loss.
  static let encoders: [(extension: String, arguments: [String])] = [
    ("mkv", ["-c:v", "ffv1", "-level", "3", "-g", "1"] + microseconds),
    ("nut", ["-c:v", "ffv1", "-level", "3", "-g", "1"] + microseconds),
    (
      "mp4",
      [
        "-c:v", "libx264rgb", "-preset", "veryfast", "-qp", "0", "-video_track_timescale", "1000000", "-movflags", "+faststart",
      ] + microseconds + lastPicture
    ),
    (
      "mov",
      ["-c:v", "libx264rgb", "-preset", "veryfast", "-qp", "0", "-video_track_timescale", "1000000"] + microseconds + lastPicture
    ), ("webm", ["-c:v", "libvpx-vp9", "-lossless", "1", "-pix_fmt", "gbrp", "-deadline", "realtime", "-cpu-used", "8"] + microseconds),
  ]

  static let command = ControlCommand.many(
    "record", "Films a screen: a video without loss, with one picture for each change at the time of its tick.",
    methods: [StartRecording.self, WaitRecording.self, StopRecording.self],
    details: [
      "", "The program ffmpeg encodes it. The kind of video follows from the file's extension:",
      "\(encoders.map(\.extension).joined(separator: ", ")). A file that ends in .raw.mkv has the pictures uncompressed, and needs no ffmpeg.",
      "Times are exact to a microsecond; in mkv and webm, as ffmpeg writes them, to a millisecond.",
      "The video ends at --seconds, with INT or TERM, or with the service, also where that is killed.",
    ],
    positionals: [Positional(name: "FILE", help: "Where the video goes.")], options: [screen.any, seconds.any, CaptureCommands.cursor.any]
  ) { session, arguments in
    let path = arguments.words[0]
    // held from here on, so that a signal ends the video and not us
    let loop = EventLoop()
    var isInterrupted = false
    let signals = try SignalSource([SIGINT, SIGTERM, SIGHUP, SIGPIPE], on: loop) { signal, _ in
      if signal != SIGPIPE { isInterrupted = true }
    }
    let pipe = try NamedPipe()
    let encoder = try path.hasSuffix(".raw.mkv") ? nil : Encoder(path)
    if encoder == nil { try Encoder.checkWritable(path) }
    let wanted = StartRecording.Parameters(
      path: pipe.path, screen: arguments[screen], cursor: arguments.has(CaptureCommands.cursor) ? true : nil,
      milliseconds: arguments[seconds])
    let started: StartRecording.Result
    do {
      started = try session.client.call(StartRecording.self, wanted)
    } catch {
      encoder?.abandon()
      throw error
    }
    let header = MatroskaStream(size: Size(width: started.width, height: started.height)).header.count
    let sink = try encoder?.takeInput() ?? open(path)
    let relay = FilmRelay(from: pipe.takeReader(), to: sink, headerLength: header, on: loop)
    let recording = RecordingParameters(recording: started.recording, timeout: 0)
    var state: RecordingState?
    var isLost = false
    var isStopped = false
    withExtendedLifetime(signals) {
      while !relay.isDone {
        loop.dispatch(timeoutMilliseconds: interval)
        if isLost { continue }
        do throws(ControlClientError) {
          if isInterrupted, !isStopped {
            isStopped = true
            _ = try? session.client.call(StopRecording.self, recording)
          }
          state = try session.client.call(WaitRecording.self, recording)
        } catch {
          isLost = true
        }
      }
    }
    // what the service did since the last question
    if !isLost { state = (try? session.client.call(WaitRecording.self, recording)) ?? state }
    isLost = isLost || state?.ended != true && relay.error == 0
    if isLost, let state { relay.close(at: UInt64(state.milliseconds * 1_000_000)) }
    while !relay.isDone { loop.dispatch(timeoutMilliseconds: interval) }
    let error = relay.error
    relay.closeSink()
    let status = encoder?.finish() ?? 0
    guard status == 0 else { throw Failure("ffmpeg ended with status \(status); the video \(path) is not whole") }
    guard error == 0 else { throw Failure("cannot write \(path): \(System.reason(error)); the video is not whole") }
    if isLost { Output.say("the service went while it was filmed; the video ends there") }
    if let reason = state?.reason { Output.say("the recording ended: \(reason)") }
    guard let state else { return }
    try session.print(json: try JSONValue(encoding: state)) {
      let left = state.skipped == 0 ? "" : ", \(state.skipped) ticks left out because the encoder was too slow"
      return
        "\(path): \(started.width)x\(started.height) pixels, \(state.frames) pictures in \((state.milliseconds.rounded() / 1000).short) s\(left)\n"
    }
  }

  /// Milliseconds between two questions how far the recording is.
  private static let interval: Int32 = 50

  /// Opens the file for the pictures as they are.
  private static func open(_ path: String) throws(Failure) -> Int32 {
    let file = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o666)
    guard file >= 0 else { throw Failure("cannot write \(path): \(System.reason())") }
    return file
  }

  /// The path from the root, for a service that runs elsewhere.
  static func absolute(_ path: String) throws(UsageError) -> String {
    if path.hasPrefix("/") { return path }
    guard let directory = unsafe getcwd(nil, 0) else { throw UsageError("cannot find the current directory: \(System.reason())") }
    defer { unsafe free(directory) }
    return unsafe "\(String(cString: directory))/\(path)"
  }

  /// A pipe with a name, into which the service writes.
  private final class NamedPipe {
    let path: String
    private let directory: String
    private var reader: Int32
    /// Our own writing end, until the service has one: without any, the reader would see the end.
    private var writer: Int32

    /// Makes a pipe.
    ///
    /// - Throws: a failure where there is no place for it.
    init() throws(Failure) {
      var template = Array("\(ServiceDirectories.temporary(variable: System.variable)[0])/casement-record-XXXXXX".utf8CString)
      guard unsafe mkdtemp(&template) != nil else { throw Failure("cannot make a directory for a pipe: \(System.reason())") }
      directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      path = "\(directory)/video"
      reader = unsafe mkfifo(path, 0o600) == 0 ? Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1
      writer = reader >= 0 ? unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC) : -1
      guard writer >= 0 else { throw Failure("cannot make a pipe: \(System.reason())") }
    }

    deinit {
      for end in [reader, writer] where end >= 0 { close(end) }
      unsafe unlink(path)
      unsafe rmdir(directory)
    }

    /// The reading end, now that the service writes.
    func takeReader() -> Int32 {
      close(writer)
      writer = -1
      defer { reader = -1 }
      return reader
    }
  }

  /// ffmpeg, which reads a pipe.
  private final class Encoder {
    private var input: Int32
    private let child: ChildProcess

    /// Starts ffmpeg for the video `path`.
    ///
    /// - Throws: a failure where there is no ffmpeg, or no encoder for such a file.
    init(_ path: String) throws {
      guard let kind = path.split(separator: ".").last.map({ $0.lowercased() }), path.contains("."),
        let encoder = encoders.first(where: { $0.extension == kind })
      else {
        throw UsageError("“\(path)” is of no kind of video that is known: \(encoders.map { ".\($0.extension)" }.joined(separator: ", "))")
      }
      try Self.checkWritable(path)
      var ends: [Int32] = [-1, -1]
      guard unsafe Glibc.pipe(&ends) == 0 else { throw Failure("cannot make a pipe: \(System.reason())") }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let reader = ends[0]
      defer { close(reader) }
      do throws(ChildProcess.StartError) {
        child = try ChildProcess(
          [
            "ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-xerror", "-y", "-f", "matroska", "-i", "pipe:\(reader)",
            "-fps_mode",
            "passthrough",
          ] + encoder.arguments + [path], environment: System.environment, hasOwnGroup: true, isDeaf: true, kept: [reader])
      } catch {
        close(ends[1])
        throw Failure(
          error.isExec && error.code == ENOENT
            ? "the program ffmpeg was not found, which makes the video; install the package ffmpeg, or record to a .raw.mkv file"
            : "cannot start ffmpeg: \(System.reason(error.code))")
      }
      input = ends[1]
    }

    /// Finds out whether a file can be written before anything is filmed, and without touching one that is there.
    static func checkWritable(_ path: String) throws(Failure) {
      guard unsafe access(path, F_OK) != 0 || access(path, W_OK) == 0 else { throw Failure("cannot write \(path): \(System.reason())") }
    }

    /// Where ffmpeg reads from: it ends when that is closed.
    func takeInput() -> Int32 {
      defer { input = -1 }
      return input
    }

    /// Nothing will be filmed.
    func abandon() {
      kill(child.pid, SIGKILL)
      _ = finish()
    }

    /// Waits for the end of ffmpeg. - Returns: its exit status.
    func finish() -> Int32 {
      if input >= 0 { close(input) }
      var exit = casement_exit()
      while unsafe casement_reap(child.pid, &exit) == 0 { usleep(2000) }
      return exit.status
    }
  }
}
