// A client for tests of the program as it is run:
//     CasementSample window APP_ID LEVEL RRGGBB      a window of the extension; “show”, “hide”, “key”, “screen NAME” on standard input
//     CasementSample bar HEIGHT RRGGBB               a status bar
internal import Glibc
internal import WaylandClient

let words = CommandLine.arguments.dropFirst().map { $0 }
guard words.count >= 3, let rgb = UInt32(words.last ?? "", radix: 16) else {
  print("usage: CasementSample window APP_ID LEVEL RRGGBB | bar HEIGHT RRGGBB")
  exit(2)
}
let colour = 0xFF00_0000 | rgb
do throws(ConnectionError) {
  let client = try SampleClient()
  switch words[0] {
  case "window":
    let token = unsafe getenv("XDG_ACTIVATION_TOKEN").map { unsafe String(cString: $0) }
    let window = SampleWindow(client, appID: words[1], level: Double(words[2]) ?? 0, colour: colour, token: token)
    try client.run { line throws(ConnectionError) in try window.perform(line) }
  default:
    let bar = SampleBar(client, height: Int(words[1]) ?? 20, colour: colour)
    try client.run { _ throws(ConnectionError) in }
    _ = bar
  }
} catch {
  print("CasementSample: \(error)")
  exit(1)
}
