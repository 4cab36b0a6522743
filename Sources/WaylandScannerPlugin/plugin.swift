import Foundation
import PackagePlugin

/// Runs the scanner over the XML of the system's packages and of `protocol/`.
///
/// What is generated depends on the target: enums and interface tables for `WaylandProtocols`, handlers and resources for
/// `WaylandServer`, proxies for `WaylandClient`. SwiftPM keeps this plan; `protocol/` is an input of it, and `make` builds without the
/// plan's cache, so that an added or removed file is seen.
@main
struct WaylandScannerPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    let modes = ["WaylandProtocols": "shared", "WaylandServer": "server", "WaylandClient": "client"]
    guard let mode = modes[target.name] else { throw Failure("no mode is known for the target \(target.name)") }
    let folder = context.package.directoryURL.appending(path: "protocol")
    let lists = [folder.appending(path: "served.list"), folder.appending(path: "system.list")]
    let system = try systemFolder()
    let inputs =
      try lines(lists[0]).map { folder.appending(path: $0) } + lines(lists[1]).map { system.appending(path: $0) }
    let scanner = try context.tool(named: "WaylandScanner").url
    let outputs = context.pluginWorkDirectoryURL
    var commands = inputs.map { input in
      let output = outputs.appending(path: "\(input.deletingPathExtension().lastPathComponent).\(mode).swift")
      return Command.buildCommand(
        displayName: "Scanning \(input.lastPathComponent) for \(target.name)", executable: scanner,
        arguments: [mode, input.path(), output.path()], inputFiles: [input] + lists, outputFiles: [output])
    }
    if mode == "shared" {
      let output = outputs.appending(path: "index.swift")
      commands.append(
        .buildCommand(
          displayName: "Listing protocols", executable: scanner, arguments: ["index", output.path()] + inputs.map { $0.path() },
          inputFiles: inputs + lists, outputFiles: [output]))
    }
    return commands
  }

  /// The lines of a list that are neither empty nor a comment.
  private func lines(_ list: URL) throws -> [String] {
    try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  /// Where the system's package keeps its XML.
  private func systemFolder() throws -> URL {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pkg-config", "--variable=pkgdatadir", "wayland-protocols"]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let path = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard process.terminationStatus == 0, !path.isEmpty else {
      throw Failure("pkg-config does not find wayland-protocols; on Debian: apt install wayland-protocols pkg-config")
    }
    return URL(fileURLWithPath: path)
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }
}
