import Glibc

/// The servers that are measured side by side.
enum Contenders {
  /// Casement's own program and the floor, beside this one.
  static func own(casement: String?) -> [Contender.Recipe] {
    let folder = Files.ownFolder
    return [
      Contender.Recipe(
        name: "casement",
        command: { width, height, _ in
          [
            casement ?? "\(folder)/casement", "serve", "--backend", "headless", "--placement", "natural", "--screen",
            "\(width)x\(height)@60", "--socket", "bench-0",
          ]
        }, socket: "bench-0"),
      Contender.Recipe(
        name: "floor", command: { width, height, _ in ["\(folder)/FloorServer", "bench-0", "\(width)x\(height)"] }, socket: "bench-0"),
    ]
  }

  /// Other servers, as far as they are installed.
  static var peers: [Contender.Recipe] { all.filter { Files.find($0.name) != nil } }

  /// Those that are not.
  static var missingPeers: [String] { all.map(\.name).filter { Files.find($0) == nil } }

  private static var all: [Contender.Recipe] { [weston, sway, cage] }

  /// The words that make a command run as nobody, whose the directory is from then on, where this program is root: sway and cage refuse to be.
  static func unprivileged(in directory: String) -> [String] {
    guard geteuid() == 0 else { return [] }
    let nobody: uid_t = 65_534
    _ = unsafe chown(directory, nobody, nobody)
    return ["setpriv", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"]
  }

  /// It shows one program, and ends with it.
  private static var cage: Contender.Recipe {
    Contender.Recipe(
      name: "cage", command: { _, _, directory in unprivileged(in: directory) + ["cage", "--", "sleep", "3600"] },
      environment: ["WLR_BACKENDS=headless", "WLR_RENDERER=pixman", "WLR_LIBINPUT_NO_DEVICES=1"], socket: "wayland-0")
  }

  private static var weston: Contender.Recipe {
    Contender.Recipe(
      name: "weston",
      command: { width, height, directory in
        [
          "weston", "--backend=headless-backend.so", "--use-pixman", "--width=\(width)", "--height=\(height)", "--socket=bench-0",
          "--config=\(directory)/weston.ini",
        ]
      }, socket: "bench-0",
      files: [
        (
          "weston.ini",
          "[core]\nidle-time=0\n[shell]\npanel-position=none\nlocking=false\nanimation=none\nstartup-animation=none\n[input-method]\npath=\n"
        )
      ])
  }

  private static var sway: Contender.Recipe {
    Contender.Recipe(
      name: "sway",
      command: { width, height, directory in
        // its headless screen has a size of its own otherwise
        try? Files.write(
          "xwayland disable\ndefault_border none\ndefault_floating_border none\nfor_window [app_id=\"bench\"] floating enable\n"
            + "output * mode --custom \(width)x\(height)@60Hz position 0 0\n", to: "\(directory)/config")
        return unprivileged(in: directory) + ["sway", "-c", "\(directory)/config"]
      },
      environment: ["WLR_BACKENDS=headless", "WLR_RENDERER=pixman", "WLR_LIBINPUT_NO_DEVICES=1"], socket: "wayland-1")
  }
}

extension Files {
  /// The folder that this program lies in.
  static var ownFolder: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
  }
}
