import Glibc

/// Where the system keeps the data that keymaps are compiled from.
enum SystemKeymaps {
  /// Whether the files of the usual keymap can be read and nobody has put others in their place, so that compiling it can wait.
  static var areThere: Bool {
    for variable in ["XKB_CONFIG_ROOT", "XKB_CONFIG_EXTRA_PATH"] where unsafe getenv(variable) != nil { return false }
    let home = variable("HOME")
    let own = [variable("XDG_CONFIG_HOME").map { $0 + "/xkb" }, home.map { $0 + "/.config/xkb" }, home.map { $0 + "/.xkb" }, "/etc/xkb"]
    for case let folder? in own where unsafe access(folder, F_OK) == 0 { return false }
    return ["rules/evdev", "symbols/us", "keycodes/evdev", "types/complete", "compat/complete"].allSatisfy {
      unsafe access("/usr/share/X11/xkb/" + $0, R_OK) == 0
    }
  }

  private static func variable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
}
