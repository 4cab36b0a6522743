import CasementTesting
import Glibc

/// Instructions of a server, counted by valgrind: the one figure that does not depend on the machine's mood.
enum Callgrind {
  static let tools = ["valgrind", "callgrind_control", "strip"]

  /// Instructions that a commit costs, the frame callback and the release included: a 4K window with a 16×16 square new in each frame.
  static func instructionsPerCommit(_ recipe: Contender.Recipe) throws -> Double {
    let folder = try Files.makeDirectory()
    defer { Files.remove(folder) }
    let server = try Contender(
      stripped(recipe, in: folder), width: 3840, height: 2160,
      wrapper: ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=\(folder)/counts"])
    let client = try server.connect()
    let window = try LoadWindow(client, width: 3840, height: 2160)
    window.animate(.corner)
    try client.run { window.frames >= 10 }
    ChildProcess.run(["callgrind_control", "-i", "on", "\(server.process)"])
    var totals: [Double] = []
    var last = 0
    for part in 1...2 {
      let frames = part * 150
      // what begins and ends the counting is the same both times
      last = window.frames
      try client.run { window.frames >= last + frames }
      ChildProcess.run(["callgrind_control", "-d", "\(server.process)"])
      totals.append(total("\(folder)/counts.\(part)"))
    }
    let instructions = (totals[1] - totals[0]) / 150
    // such as of a program that another one starts as another user
    guard instructions > 0 else { throw BenchError("valgrind counted none of its instructions: it is left out") }
    return instructions
  }

  /// The same server from a copy of its program in `folder`, without what Swift says for debuggers: valgrind cannot read it.
  static func stripped(_ recipe: Contender.Recipe, in folder: String) -> Contender.Recipe {
    var recipe = recipe
    let command = recipe.command
    recipe.command = { width, height, directory in
      var words = command(width, height, directory)
      if words[0].hasPrefix("/"), ChildProcess.run(["strip", "-g", "-o", "\(folder)/server", words[0]]) { words[0] = "\(folder)/server" }
      return words
    }
    return recipe
  }

  private static func total(_ path: String) -> Double {
    let line = Files.read(path).split(separator: "\n").first { $0.hasPrefix("totals:") || $0.hasPrefix("summary:") }
    return line?.split(separator: " ").last.flatMap { Double($0) } ?? 0
  }
}
