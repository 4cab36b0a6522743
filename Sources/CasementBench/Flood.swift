import CasementTesting
import Glibc
import WaylandClient

/// A client in a process of its own that draws four windows as fast as it is told to.
enum Flood {
  /// Does so at the socket named by its path, until it is ended.
  static func run(at socket: String) -> Int32 {
    guard let client = try? TestClient(Connection(name: socket)) else { return 1 }
    let look = LoadSurface.Look(width: 960, height: 540, isPainted: true)
    let windows = (0..<4).compactMap { _ in try? LoadWindow(client, look) }
    for window in windows { window.animate(.all) }
    try? client.run { false }
    return withExtendedLifetime(windows) { 0 }
  }

  /// Measures beside a flood.
  static func beside(_ server: Contender, _ measure: () throws -> Double) throws -> Double {
    let child = try ChildProcess.start(
      ["\(Files.ownFolder)/CasementBench", "--flood", server.socket], ["PATH=\(Files.path)"], log: "/dev/null")
    defer { ChildProcess.end(child) }
    usleep(300_000)
    return try measure()
  }
}
