// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A Swift target with the project's settings.
func swift(_ name: String, _ dependencies: [Target.Dependency] = [], plugins: [Target.PluginUsage] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings, plugins: plugins)
}

/// A test target with the project's settings.
func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

/// A C library of the system, found by pkg-config.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
  name: "casement",
  products: [
    .executable(name: "casement", targets: ["CasementCommand"]),
    .library(name: "Casement", targets: ["Casement"]),
    .library(name: "CasementWLCS", type: .dynamic, targets: ["CasementWLCS"]),
    .library(name: "CasementTesting", targets: ["CasementTesting"]),
  ],
  targets: [
    // C libraries of the system, and the little C that Swift cannot say.
    system("CWaylandUtil", pkgConfig: "wayland-server", apt: "libwayland-dev"),
    system("CWaylandServer", pkgConfig: "wayland-server", apt: "libwayland-dev"),
    system("CXKBCommon", pkgConfig: "xkbcommon", apt: "libxkbcommon-dev"),
    system("CPixman", pkgConfig: "pixman-1", apt: "libpixman-1-dev"),
    system("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),

    .target(name: "CShm"),
    .target(name: "CPixels", dependencies: ["CPNG"]),
    .target(name: "CWaylandClient"),
    .target(name: "CProcess"),
    .target(name: "CWLCS"),

    // The wire.
    .executableTarget(name: "WaylandScanner", dependencies: ["ScannerCore"], swiftSettings: settings),
    swift("ScannerCore"),
    .plugin(name: "WaylandScannerPlugin", capability: .buildTool(), dependencies: ["WaylandScanner"], path: "Sources/WaylandScannerPlugin"),
    swift("WaylandProtocols", ["CWaylandUtil"], plugins: ["WaylandScannerPlugin"]),
    swift("WaylandServer", ["CWaylandServer", "WaylandProtocols"], plugins: ["WaylandScannerPlugin"]),
    swift("WaylandClient", ["CWaylandClient", "WaylandProtocols"], plugins: ["WaylandScannerPlugin"]),

    // What is shown and decided, with no socket.
    .target(
      name: "Geometry", dependencies: ["CPixman"], swiftSettings: settings,
      // rounding of floating-point numbers is libm's on some processors
      linkerSettings: [.linkedLibrary("m")]),
    swift("Surfaces", ["Geometry"]),
    swift("WindowModel", ["Geometry"]),
    swift("Input", ["CXKBCommon", "Geometry"]),
    swift("Scene", ["Geometry"]),
    swift("Rendering", ["Geometry", "Scene", "CPixels", "CPixman", "CPNG", "CShm"]),

    // The service, its control socket and the command line.
    swift(
      "Casement",
      [
        "CShm", "WaylandProtocols", "Geometry", "Surfaces", "WindowModel", "Input", "Scene", "Rendering", "WaylandServer",
        "CasementControl",
      ]),
    swift("CasementControl"),
    swift(
      "CasementTesting",
      [
        "CShm", "CasementControl", "WaylandProtocols", "Casement", "WaylandClient", "Geometry", "Rendering", "Scene", "WindowModel",
      ]),
    // The screens as windows of another session.
    swift(
      "Nested",
      [
        "CShm", "WaylandProtocols", "Geometry", "WindowModel", "Input", "Scene", "Rendering", "WaylandServer", "WaylandClient", "Casement",
        "CasementControl",
      ]),
    .executableTarget(
      name: "CasementCommand",
      dependencies: [
        "Casement", "Nested", "CasementControl", "CProcess", "Geometry", "Rendering", "Scene", "WaylandServer", "WindowModel",
      ], swiftSettings: settings),

    swift("CasementWLCS", ["CWLCS", "CWaylandClient", "Casement", "CasementControl", "Geometry", "Input", "WaylandServer"]),
    .executableTarget(
      name: "CasementBench",
      dependencies: [
        "Casement", "CasementControl", "CasementTesting", "CPixman", "Geometry", "Rendering", "Scene", "WaylandClient", "WaylandProtocols",
        "WindowModel",
      ], swiftSettings: settings),
    // the least that a server can do: what the benchmarks measure against
    .executableTarget(name: "FloorServer", dependencies: ["CWaylandServer"]),

    .executableTarget(
      name: "CasementSample", dependencies: ["CShm", "WaylandClient", "WaylandProtocols"], path: "Tests/CasementSample",
      swiftSettings: settings),

    tests("ScannerCoreTests", ["ScannerCore"]),
    tests("GeometryTests", ["Geometry"]),
    tests("SurfacesTests", ["Surfaces", "Geometry"]),
    tests("WindowModelTests", ["WindowModel", "Geometry"]),
    tests("InputTests", ["Input", "Geometry"]),
    tests("RenderingTests", ["Rendering", "Scene", "Geometry"]),
    tests("CasementControlTests", ["CasementControl", "Casement", "WaylandServer"]),
    tests(
      "CasementCommandTests",
      ["CasementCommand", "CasementSample", "Rendering", "Scene", "Geometry", "CasementControl", "Casement", "CProcess", "WaylandServer"]),
    tests(
      "NestedTests",
      [
        "Nested", "Casement", "CasementControl", "CasementTesting", "Geometry", "Input", "Rendering", "Scene", "Surfaces",
        "WaylandClient", "WaylandProtocols", "WaylandServer", "WindowModel",
      ]),
    tests(
      "CasementTests",
      [
        "CWaylandUtil", "Casement", "CasementControl", "CasementTesting", "Geometry", "Input", "Rendering", "Scene", "Surfaces",
        "WaylandClient", "WaylandProtocols", "WaylandServer", "WindowModel",
      ]),
  ],
  cLanguageStandard: .gnu17
)
