import CasementTesting
import Glibc
import WaylandClient
import WaylandProtocols

/// Which functions of the program a service runs, the busiest first: laid side by side by the linker, they share pages and lines of the
/// processor's caches, and the others are never loaded.
enum FunctionOrder {
  /// Runs a service under callgrind: its start, clients that come and go, frames, motions and captures.
  static func write(to path: String) -> Int32 {
    do {
      var list = try functions().joined(separator: "\n")
      list += "\n"
      try Files.write(list, to: path)
      return 0
    } catch {
      let bytes = Array("\(error)\n".utf8)
      _ = unsafe Glibc.write(2, bytes, bytes.count)
      return 1
    }
  }

  private static func functions() throws -> [String] {
    let folder = try Files.makeDirectory()
    defer { Files.remove(folder) }
    let recipe = Callgrind.stripped(Contenders.own(casement: nil)[0], in: folder)
    do {
      let server = try Contender(
        recipe, wrapper: ["valgrind", "-q", "--tool=callgrind", "--demangle=no", "--callgrind-out-file=\(folder)/counts"])
      for _ in 0..<20 {
        let client = try server.connect()
        _ = try LoadWindow(client, width: 64, height: 64)
      }
      ChildProcess.run(["callgrind_control", "-d", "\(server.process)"])
      let client = try server.connect()
      let play = try FrameBenchmarks.Play(FrameBenchmarks.stages[0], client)
      try play.run(100)
      try withExtendedLifetime(play) { try move(client) }
      ChildProcess.run(["callgrind_control", "-d", "\(server.process)"])
      for onlyNew in [false, true] { _ = try CaptureBenchmarks.measure(FrameBenchmarks.stages[0], server, onlyNew: onlyNew) }
      ChildProcess.run(["callgrind_control", "-d", "\(server.process)"])
    }
    // what each frame needs first, then what a captured one needs, then what a start and a client do
    var all: [String] = []
    var known: Set<String> = []
    for part in [2, 3, 1] {
      for name in order(Files.read("\(folder)/counts.\(part)"), of: "\(folder)/server") where known.insert(name).inserted {
        all.append(name)
      }
    }
    return all.filter { !isOfStandardLibrary($0) } + all.filter(isOfStandardLibrary)
  }

  /// Whether a function is part of Swift's own library, which is one large piece to the linker: what comes after it lies far away.
  private static func isOfStandardLibrary(_ name: String) -> Bool {
    if name == "__swift_instantiateCanonicalPrespecializedGenericMetadata" { return true }
    guard name.hasPrefix("$ss") || name.hasPrefix("$sS"), !name.hasPrefix("$sSo") else { return false }
    // what is specialised for us names us
    return !modules.contains { name.contains($0) }
  }

  /// Our modules, as they stand in the names of functions.
  private static let modules = [
    "Casement", "CasementCommand", "CasementControl", "Geometry", "Input", "Nested", "Rendering", "Scene", "Surfaces", "WaylandProtocols",
    "WaylandServer", "WindowModel",
  ].map { "\($0.utf8.count)\($0)" }

  private static func move(_ client: TestClient) throws {
    let virtual = client.bind(ZwlrVirtualPointerManagerV1Proxy.self).createVirtualPointer(seat: client.seat)
    let pointer = client.seat.getPointer()
    pointer.onEvent = { _ in }
    for turn in 0..<100 {
      virtual.motionAbsolute(time: UInt32(turn), x: UInt32(10 + turn % 32), y: 10, xExtent: 1920, yExtent: 1080)
      virtual.frame()
      try client.roundtrip()
    }
  }

  /// The functions of `program` in what callgrind wrote, by their own instructions.
  ///
  /// Its lines: `ob=` and `fn=` say whose the costs below are, with a number for a name that was told before; what follows `calls=` is
  /// the callee's.
  private static func order(_ profile: String, of program: String) -> [String] {
    var (objects, names): ([Substring: Substring], [Substring: Substring]) = ([:], [:])
    var costs: [Substring: Int] = [:]
    var (isOurs, name, isCall): (Bool, Substring, Bool) = (false, "", false)
    func known(_ line: Substring, _ table: inout [Substring: Substring]) -> Substring {
      let words = line.drop { $0 != "(" }.split(separator: " ", maxSplits: 1)
      if words.count == 2 { table[words[0]] = words[1] }
      return table[words[0]] ?? ""
    }
    for line in profile.split(separator: "\n") {
      switch line.prefix(while: { $0 != "=" }) {
      case "ob": isOurs = known(line, &objects) == program
      case "cob": _ = known(line, &objects)
      case "fn": name = known(line, &names)
      case "cfn": _ = known(line, &names)
      case "calls": isCall = true
      default:
        guard let first = line.utf8.first,
          first == UInt8(ascii: "+") || first == UInt8(ascii: "-") || first == UInt8(ascii: "*")
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        else { continue }
        if !isCall, isOurs, !name.hasPrefix("0x"), let cost = line.split(separator: " ").last.flatMap({ Int($0) }) {
          costs[name, default: 0] += cost
        }
        isCall = false
      }
    }
    return costs.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { String($0.key.prefix { $0 != "'" }) }
  }
}
