import CProcess
import CasementControl
import Glibc
import WaylandServer

/// An X server for the command of a run: Xwayland, as one window of the service that holds all X windows.
final class XServer {
  /// The app id of its window, which newer ones give it themselves.
  static let appID = "org.freedesktop.Xwayland"

  private let child: ChildProcess
  /// What it writes: also where all is well, its keymap compiler warns of what no X server has.
  private let output: HeldOutput
  private let reader: Int32
  private var source: EventSource?
  private var text: [UInt8] = []
  /// `:N`, once clients can connect.
  private(set) var display: String?
  /// The file with the key that clients need.
  let authority: String

  /// Starts Xwayland for `environment`, with a root window of `size` pixels at most.
  ///
  /// - Throws: a failure where there is none.
  init(directory: String, environment: [String], on loop: EventLoop) throws(Failure) {
    authority = "\(directory)/Xauthority"
    try Self.writeKey(to: authority)
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw Failure("cannot make a pipe: \(System.reason())", status: 125) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    reader = ends[0]
    _ = fcntl(reader, F_SETFL, O_NONBLOCK)
    do { output = try HeldOutput(on: loop) } catch {
      close(reader)
      throw error
    }
    do throws(ChildProcess.StartError) {
      child = try ChildProcess(
        ["Xwayland", "-auth", authority, "-displayfd", String(ends[1]), "-nolisten", "tcp", "-noreset", "-shm"],
        environment: environment, hasOwnGroup: true, kept: [ends[1]], output: (out: output.input, errors: output.input))
      output.closeInput()
    } catch {
      close(reader)
      throw Failure(
        error.isExec && error.code == ENOENT
          ? "the program Xwayland was not found, which --xwayland needs; install the package xwayland"
          : "cannot start Xwayland: \(System.reason(error.code))", status: 125)
    }
    source = loop.add(fileDescriptor: reader) { [unowned self] _ in read() }
  }

  deinit {
    source?.remove()
    close(reader)
  }

  /// Whether it has ended, or was never ready.
  private(set) var isGone = false

  var pid: pid_t { child.pid }
  /// Whether `pid` is the server.
  func isProcess(_ pid: pid_t) -> Bool { pid == child.pid }

  /// What it wrote since this was asked last, as lines for a person; empty where there is none.
  func words() -> String {
    let text = output.taken()
    return text.isEmpty ? "" : "\n" + (text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = unsafe Glibc.read(reader, &buffer, buffer.count)
    if count > 0 { text += buffer[..<count] }
    if let end = text.firstIndex(of: UInt8(ascii: "\n")) {
      display = ":" + String(decoding: text[..<end], as: UTF8.self)
      source = nil
    } else if count == 0 {
      isGone = true
      source = nil
    }
  }

  /// Writes a key for any display of this host: a record of FamilyWild without an address or a number, as Xau(3) has it.
  private static func writeKey(to path: String) throws(Failure) {
    var key = [UInt8](repeating: 0, count: 16)
    guard unsafe getentropy(&key, key.count) == 0 else { throw Failure("cannot make a key: \(System.reason())", status: 125) }
    func counted(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes }
    var record: [UInt8] = [0xff, 0xff]
    for part in [[], [], Array("MIT-MAGIC-COOKIE-1".utf8), key] { record += counted(part) }
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure("cannot write \(path): \(System.reason())", status: 125) }
    defer { close(file) }
    guard Output.write(record, to: file) else { throw Failure("cannot write \(path): \(System.reason())", status: 125) }
  }
}
