import Foundation
import ScannerCore

/// `WaylandScanner shared|server|client INPUT.xml OUTPUT.swift`, or `WaylandScanner index OUTPUT.swift INPUT.xml…`.
func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("WaylandScanner: \(message)\n".utf8))
  exit(1)
}

func read(_ path: String) -> WaylandProtocol {
  guard let data = FileManager.default.contents(atPath: path) else { fail("\(path) cannot be read") }
  do { return try WaylandProtocol(xml: data) } catch { fail("\(path): \(error)") }
}

/// Leaves a file alone that is already as it should be, so that nothing is compiled again for it.
func write(_ text: String, to path: String) {
  if FileManager.default.contents(atPath: path) == Data(text.utf8) { return }
  do { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) } catch { fail("\(path) cannot be written: \(error)") }
}

let arguments = CommandLine.arguments.dropFirst()
guard let mode = arguments.first, arguments.count >= 3 else {
  fail("usage: WaylandScanner shared|server|client INPUT.xml OUTPUT.swift")
}
let paths = Array(arguments.dropFirst())
switch mode {
case "shared": write(SharedGenerator().generate(read(paths[0])), to: paths[1])
case "server": write(ServerGenerator().generate(read(paths[0])), to: paths[1])
case "client": write(ClientGenerator().generate(read(paths[0])), to: paths[1])
case "index": write(IndexGenerator().generate(paths.dropFirst().map(read)), to: paths[0])
default: fail("no mode is named \(mode); there are shared, server, client and index")
}
