/// The environment of a command that `run` starts: the caller's, with what would lead it elsewhere replaced or taken out.
///
/// A test must never land on the developer's own desktop: not by a display, not by a compositor's socket, not by asking a running
/// instance of the same program over D-Bus to open the window there.
struct ChildEnvironment {
  /// What becomes of one variable.
  enum Rule: Equatable {
    /// It gets this value.
    case set(String)
    /// It is taken out.
    case unset
  }

  /// Where the service can be reached.
  struct Service {
    /// The private runtime directory.
    var directory: String
    /// The name of the Wayland socket in it.
    var display: String
    /// The path of the control socket.
    var controlSocket: String
    /// With which the command's first window may take key.
    var activationToken: String?
  }

  /// The one table: each variable, what becomes of it, and why.
  static func table(_ service: Service, keepsRuntimeDirectory: Bool) -> [(name: String, rule: Rule, why: String)] {
    [
      ("WAYLAND_DISPLAY", .set(keepsRuntimeDirectory ? "\(service.directory)/\(service.display)" : service.display), "the private service"),
      (
        "XDG_RUNTIME_DIR", .set(service.directory),
        "private as well: what programs keep there by name (instances, buses, audio) is the desktop's, and goes with the run"
      ),
      ("CASEMENT_SOCKET", .set(service.controlSocket), "the control socket, for “casement” commands of the command"),
      ("XDG_SESSION_TYPE", .set("wayland"), "read by GLFW, Firefox, Chromium, Qt and others"),
      ("XDG_CURRENT_DESKTOP", .set("Casement"), "programs must not behave as on the developer's desktop"),
      ("GDK_BACKEND", .set("wayland"), "GTK"),
      ("QT_QPA_PLATFORM", .set("wayland"), "Qt"),
      ("SDL_VIDEODRIVER", .set("wayland"), "SDL 2"),
      ("SDL_VIDEO_DRIVER", .set("wayland"), "SDL 3"),
      ("MOZ_ENABLE_WAYLAND", .set("1"), "Firefox"),
      ("CLUTTER_BACKEND", .set("wayland"), "Clutter"),
      ("ECORE_EVAS_ENGINE", .set("wayland_shm"), "EFL"),
      ("ELM_ENGINE", .set("wayland_shm"), "EFL"),
      ("ELECTRON_OZONE_PLATFORM_HINT", .set("wayland"), "Electron"),
      ("WINIT_UNIX_BACKEND", .set("wayland"), "older winit"),
      ("DISPLAY", .unset, "the developer's X server"),
      ("XAUTHORITY", .unset, "its key"),
      ("WAYLAND_SOCKET", .unset, "a connection of the caller's"),
      ("GNOME_SETUP_DISPLAY", .unset, "another X server of the desktop"),
      (
        "XDG_ACTIVATION_TOKEN", service.activationToken.map { .set($0) } ?? .unset,
        "the right to take key once, of the private service instead of the desktop's"
      ),
      ("DESKTOP_STARTUP_ID", .unset, "a token of the desktop"),
      ("SWAYSOCK", .unset, "control socket of the desktop"),
      ("I3SOCK", .unset, "control socket of the desktop"),
      ("NIRI_SOCKET", .unset, "control socket of the desktop"),
      ("HYPRLAND_INSTANCE_SIGNATURE", .unset, "control socket of the desktop"),
      ("DBUS_SESSION_BUS_ADDRESS", .unset, "a running instance of the program would be asked to open its window on the desktop"),
      ("NOTIFY_SOCKET", .unset, "the service manager of the caller waits for the caller"),
    ]
  }

  /// The environment for a command, as `NAME=VALUE`.
  ///
  /// - Parameters:
  ///   - inherited: the caller's environment, as `NAME=VALUE`.
  ///   - kept: variables that stay as they are, also where that is not there.
  static func make(_ service: Service, inherited: [String], kept: [String]) -> [String] {
    let rules = table(service, keepsRuntimeDirectory: kept.contains("XDG_RUNTIME_DIR")).filter { !kept.contains($0.name) }
    let names = Set(rules.map(\.name))
    let rest = inherited.filter { entry in !names.contains(entry.split(separator: "=", maxSplits: 1).first.map(String.init) ?? entry) }
    return rest
      + rules.compactMap { name, rule, _ in
        if case .set(let value) = rule { "\(name)=\(value)" } else { nil }
      }
  }
}
