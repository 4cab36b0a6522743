import CasementTesting
import Glibc
import WaylandClient
import WaylandProtocols

/// What a frame costs a service that is nested in a headless sway, beside weston's own nested backend at the same job there.
enum NestedBenchmark {
  private static let (width, height) = (1920, 1080)
  /// Microseconds of one measurement.
  private static let duration = 2e6

  /// Whether all that it needs is installed.
  static var isPossible: Bool { Files.find("sway") != nil && Files.find("weston") != nil }

  /// - Parameter casement: how the service under test is started by itself.
  /// - Throws: where one of the programs does not start.
  static func run(_ casement: Contender.Recipe, runs: Int) throws -> [Report.Row] {
    let host = try Contender(host)
    let program = casement.command(width, height, "")[0]
    let (own, weston) = (nested(program, in: host), weston(in: host))
    var (composed, lent, peers): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<runs {
      composed.append(try cost(own, isSealed: false))
      peers.append(try cost(weston, isSealed: false))
      lent.append(try cost(own, isSealed: true))
    }
    return [
      row("nested, 1080p all new, composed", composed, peers, target: 0.5),
      row("nested, 1080p all new, the client's buffer handed over", lent, peers, target: 0.1),
    ]
  }

  private static func row(_ name: String, _ values: [Double], _ peers: [Double], target: Double) -> Report.Row {
    Report.Row(name, "µs a frame", ["casement": values, "weston": peers], against: "weston", target: target)
  }

  /// CPU time of a server for each frame that a client draws in it, in microseconds.
  private static func cost(_ recipe: Contender.Recipe, isSealed: Bool) throws -> Double {
    let contender = try Contender(recipe, width: width, height: height)
    let client = try contender.connect()
    let window = try LoadWindow(client, LoadSurface.Look(width: width, height: height, isSealed: isSealed))
    window.animate(.all)
    // until buffers are there, and the host shows the window
    let ready = wallTime() + 5e5
    try client.run { wallTime() > ready }
    let (start, frames, time) = (contender.cpuTime, window.frames, wallTime())
    try client.run { wallTime() > time + duration }
    guard window.frames > frames else { throw BenchError("\(recipe.name) gave no frames in \(duration / 1e6) s") }
    return (contender.cpuTime - start) / Double(window.frames - frames)
  }

  // MARK: Who takes part

  private static var host: Contender.Recipe {
    Contender.Recipe(
      name: "sway",
      command: { _, _, directory in Contenders.unprivileged(in: directory) + ["sway", "-c", "\(directory)/config"] },
      environment: ["WLR_BACKENDS=headless", "WLR_RENDERER=pixman", "WLR_LIBINPUT_NO_DEVICES=1"], socket: "wayland-1",
      files: [
        (
          "config",
          """
          xwayland disable
          default_border none
          default_floating_border none
          for_window [app_id=".*"] floating enable
          output * mode --custom \(width)x\(height)@60Hz position 0 0

          """
        )
      ])
  }

  private static func nested(_ program: String, in host: Contender) -> Contender.Recipe {
    Contender.Recipe(
      name: "casement",
      command: { width, height, _ in
        [program, "serve", "--backend", "nested", "--placement", "natural", "--screen", "\(width)x\(height)", "--socket", "bench-0"]
      }, environment: ["WAYLAND_DISPLAY=\(host.socket)"], socket: "bench-0")
  }

  private static func weston(in host: Contender) -> Contender.Recipe {
    Contender.Recipe(
      name: "weston",
      command: { width, height, directory in
        [
          "weston", "--backend=wayland-backend.so", "--use-pixman", "--width=\(width)", "--height=\(height)", "--socket=bench-0",
          "--config=\(directory)/weston.ini",
        ]
      }, environment: ["WAYLAND_DISPLAY=\(host.socket)"], socket: "bench-0",
      files: [
        (
          "weston.ini",
          "[core]\nidle-time=0\n[shell]\npanel-position=none\nlocking=false\nanimation=none\nstartup-animation=none\n[input-method]\npath=\n"
        )
      ])
  }
}
