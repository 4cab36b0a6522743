import Casement
import CasementTesting
import Foundation
import Testing

// The test that `Sources/Documentation/recipes.md` shows, with what is public alone; only the golden picture is made in the same run.
@Test func theTerminalOpensItsWindow() throws {
  let host = try TestService(ServiceConfiguration())
  let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  defer { try? FileManager.default.removeItem(at: directory) }
  try host.service.listen(at: directory.path + "/wayland-test")

  let program = Process()
  program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  program.arguments = ["foot", "-o", "cursor.blink=no", "cat"]
  program.environment = ProcessInfo.processInfo.environment.merging(
    ["XDG_RUNTIME_DIR": directory.path, "WAYLAND_DISPLAY": "wayland-test"]) { $1 }
  program.standardError = FileHandle.nullDevice
  try program.run()
  defer { program.terminate() }

  let deadline = Date(timeIntervalSinceNow: 60)
  while !host.service.windows.contains(where: { $0.appID == "foot" && $0.isKey }), Date() < deadline {
    host.service.dispatch(timeoutMilliseconds: 100)
  }
  let window = try #require(host.service.windows.first { $0.appID == "foot" })
  try Data(host.picture(of: window).png).write(to: directory.appendingPathComponent("terminal.png"))
  try GoldenPictures(directory: directory.path).check(host.picture(of: window), "terminal", tolerance: .perceived(2.3), allowing: 200)
}

@Test func theRecipeInSwiftIsTheTestAbove() throws {
  let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  let source = try String(contentsOfFile: #filePath, encoding: .utf8)
  let page = try String(
    contentsOfFile: parts.dropLast(3).joined(separator: "/") + "/Sources/Documentation/recipes.md", encoding: .utf8)
  let recipe = try #require(page.components(separatedBy: "```swift\n").last?.components(separatedBy: "```").first)
  let body = try #require(source.components(separatedBy: "\n@Test func theRecipe").first)
  let imports = try #require(body.components(separatedBy: "\n\n").first)
  let test = "@Test" + (try #require(body.components(separatedBy: "@Test").last))
  let there = test.replacingOccurrences(
    of: "  try Data(host.picture(of: window).png).write(to: directory.appendingPathComponent(\"terminal.png\"))\n", with: ""
  ).replacingOccurrences(of: "GoldenPictures(directory: directory.path)", with: "GoldenPictures(beside: #filePath)")
  #expect(recipe == imports + "\n\n" + there)
}
