import Testing

@testable import CasementCommand

@Suite struct ChildEnvironmentTests {
  let service = ChildEnvironment.Service(directory: "/run/x", display: "w", controlSocket: "/run/x/w.control")

  @Test func nothingLeadsToTheDesktop() {
    let environment = ChildEnvironment.make(
      service,
      inherited: [
        "DISPLAY=:0", "WAYLAND_DISPLAY=wayland-0", "WAYLAND_SOCKET=7", "GDK_BACKEND=x11", "DBUS_SESSION_BUS_ADDRESS=unix:path=/x", "A=b=c",
        "ODD",
      ],
      kept: [])
    #expect(environment.starts(with: ["A=b=c", "ODD"]))
    #expect(!environment.contains { $0.hasPrefix("DISPLAY=") || $0.hasPrefix("WAYLAND_SOCKET=") || $0.hasPrefix("DBUS_SESSION") })
    #expect(environment.filter { $0.hasPrefix("WAYLAND_DISPLAY=") } == ["WAYLAND_DISPLAY=w"])
    #expect(environment.filter { $0.hasPrefix("GDK_BACKEND=") } == ["GDK_BACKEND=wayland"])
    #expect(environment.contains("XDG_RUNTIME_DIR=/run/x"))
    #expect(environment.contains("CASEMENT_SOCKET=/run/x/w.control"))
  }

  @Test func whatIsKeptStaysAlsoWhereItIsNotThere() {
    let environment = ChildEnvironment.make(
      service, inherited: ["DISPLAY=:0", "XDG_RUNTIME_DIR=/run/user/1"], kept: ["DISPLAY", "XDG_RUNTIME_DIR", "QT_QPA_PLATFORM"])
    #expect(environment.contains("DISPLAY=:0"))
    #expect(environment.contains("XDG_RUNTIME_DIR=/run/user/1"))
    #expect(!environment.contains { $0.hasPrefix("QT_QPA_PLATFORM=") })
    // A name alone would be looked for in the directory that was kept.
    #expect(environment.contains("WAYLAND_DISPLAY=/run/x/w"))
  }
}
