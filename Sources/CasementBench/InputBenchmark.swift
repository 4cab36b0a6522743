import CasementControl
import CasementTesting
import Glibc
import WaylandClient
import WaylandProtocols

/// How long injected input takes to its client: from the write of whoever injects it to the client's `wl_pointer.motion`.
///
/// A way that is as short as can be wakes the server, and then the client: so does a round trip to the floor, which is what it is
/// measured against. Samples are taken in turns, one of each, so that whatever else the machine does hits all alike.
enum InputBenchmark {
  /// - Parameters:
  ///   - own: Casement and the floor.
  ///   - peers: other servers, of which those are measured that have virtual pointers.
  static func rows(own: [Contender.Recipe], peers: [Contender.Recipe], quick: Bool) throws -> [Report.Row] {
    guard let casement = own.first(where: { $0.name == "casement" }), let floor = own.first(where: { $0.name == "floor" }) else {
      return []
    }
    let yardstick = try RoundTrip(floor)
    let stage = try Stage(casement)
    let control = try stage.control()
    let virtual = try stage.virtualPointer()
    let others = peers.compactMap { peer -> (name: String, way: Way)? in
      guard let stage = try? Stage(peer), let way = try? stage.virtualPointer() else { return nil }
      return (peer.name, way)
    }
    var (halves, tails): ([String: [Double?]], [String: [Double?]]) = ([:], [:])
    for round in 0..<(quick ? 2 : 60) {
      var samples: [String: [Double]] = [:]
      func take(_ name: String, _ measure: () throws -> Double) rethrows { samples[name, default: []].append(try measure()) }
      for _ in 0..<200 {
        try take("two wake-ups") { try yardstick.measure() }
        try take("control socket") { try control.measure() }
        try take("virtual pointer") { try virtual.measure() }
        for (name, way) in others { try take(name) { try way.measure() } }
      }
      // what is loaded at first is loaded then
      guard round > 0 else { continue }
      for (name, times) in samples {
        halves[name, default: []].append(times.median)
        tails[name, default: []].append(times.p99)
      }
    }
    let (count, before) = (200, stage.server.wakeUps)
    for _ in 0..<count { _ = try control.measure() }
    let wakeUps = Double(stage.server.wakeUps - before) / Double(count)
    func row(_ way: String, _ figure: String, _ values: [String: [Double?]], against: String, target: Double) -> Report.Row {
      var values = values
      values["casement"] = values[way]
      for own in ["control socket", "virtual pointer"] { values[own] = nil }
      return Report.Row("input by \(way) to its client, \(figure)", "µs", values, against: against, target: target)
    }
    var rows = [
      row("control socket", "p50", halves, against: "two wake-ups", target: 1),
      row("control socket", "p99", tails, against: "two wake-ups", target: 1),
    ]
    if let peer = others.first?.name {
      rows.append(row("virtual pointer", "p50", halves, against: peer, target: 1))
      rows.append(row("virtual pointer", "p99", tails, against: peer, target: 1))
    }
    rows.append(
      Report.Row(
        "wake-ups of the server for one input, and its client's word that it has it", "", ["casement": [wakeUps]], against: nil, target: 2))
    return rows
  }

  /// A way to inject one motion, and how long it takes until its client has it.
  private class Way {
    /// Microseconds from the injection to the event.
    func measure() throws -> Double { preconditionFailure("each way measures by itself") }
  }

  /// Two wake-ups, the server's and ours.
  private final class RoundTrip: Way {
    private let server: Contender
    private let client: TestClient

    init(_ recipe: Contender.Recipe) throws {
      server = try Contender(recipe, width: 1280, height: 720)
      client = try server.connect()
    }

    override func measure() throws -> Double {
      let start = wallTime()
      try client.roundtrip()
      return wallTime() - start
    }
  }

  /// A server with a client whose window fills the screen.
  private final class Stage {
    let server: Contender
    private let recipe: Contender.Recipe
    private let client: TestClient
    private let window: LoadWindow
    private var pointer: WlPointerProxy?
    private(set) var motions = 0
    private var turn = 0

    init(_ recipe: Contender.Recipe) throws {
      self.recipe = recipe
      server = try Contender(recipe, width: 1280, height: 720)
      client = try server.connect()
      window = try LoadWindow(client, width: 1280, height: 720)
    }

    /// Listens to the pointer, which some servers have only once somebody has made one.
    func listen() throws {
      guard pointer == nil else { return }
      let pointer = client.seat.getPointer()
      pointer.onEvent = { [unowned self] event in if case .motion = event { motions += 1 } }
      self.pointer = pointer
      try client.roundtrip()
    }

    /// Where the pointer goes next: never where it is, whichever way moved it there.
    func nextX() -> Int {
      turn += 1
      return 600 + turn % 2 * 10
    }

    /// Microseconds until the client has heard of one motion.
    func time(_ inject: () throws -> Void) throws -> Double {
      let wanted = motions + 1
      let start = wallTime()
      try inject()
      try client.run { motions >= wanted }
      return wallTime() - start
    }

    /// Lets the client answer what it is asked until `descriptor` is readable.
    func serve(until descriptor: Int32) throws {
      while true {
        client.connection.flush()
        var descriptors = [descriptor, client.connection.fileDescriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard unsafe poll(&descriptors, 2, 10_000) > 0 else { throw BenchError("nothing comes from the server") }
        if descriptors[1].revents != 0 { try client.connection.dispatch() }
        if descriptors[0].revents != 0 { return }
      }
    }

    /// Moves the pointer onto the window, so that what follows are motions.
    func enter(_ inject: () throws -> Void) throws {
      try listen()
      for _ in 0..<100 where motions == 0 {
        try inject()
        try client.roundtrip()
        usleep(5_000)
      }
      guard motions > 0 else { throw BenchError("\(server.name): no motion comes") }
    }

    func control() throws -> Way {
      let way = try ControlWay(self, path: ServiceDirectories.controlSocket(besides: server.socket))
      try enter {
        try way.inject()
        try way.readAnswer()
      }
      return way
    }

    func virtualPointer() throws -> Way {
      let way = try VirtualWay(self, client: try server.connect())
      try client.roundtrip()
      try enter { try way.inject() }
      return way
    }
  }

  /// By `pointer.move` of the control socket.
  private final class ControlWay: Way {
    private let stage: Stage
    private let descriptor: Int32
    private let lines: [Int: [UInt8]]

    init(_ stage: Stage, path: String) throws {
      self.stage = stage
      lines = Dictionary(
        uniqueKeysWithValues: [600, 610].map { x in
          let request = #"{"jsonrpc":"2.0","id":1,"method":"pointer.move","params":{"to":{"x":\#(x),"y":300}}}"#
          return (x, Array(request.utf8) + [UInt8(ascii: "\n")])
        })
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      self.descriptor = descriptor
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { throw BenchError("\(path) is too long for a socket") }
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
      let connected = unsafe withUnsafePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      guard connected == 0 else { throw BenchError("nobody listens at \(path)") }
    }

    deinit { close(descriptor) }

    func inject() throws {
      let line = lines[stage.nextX()]!
      guard unsafe send(descriptor, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else {
        throw BenchError("the control socket is gone")
      }
    }

    override func measure() throws -> Double {
      let time = try stage.time(inject)
      try readAnswer()
      return time
    }

    /// The answer is not on the way to the client: it comes when that has shown that it reads.
    func readAnswer() throws {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        try stage.serve(until: descriptor)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw BenchError("the control socket is gone") }
        if buffer[count - 1] == UInt8(ascii: "\n") { return }
      }
    }
  }

  /// By a virtual pointer of another client.
  private final class VirtualWay: Way {
    private let stage: Stage
    private let client: TestClient
    private let pointer: ZwlrVirtualPointerV1Proxy
    private var turn: UInt32 = 0

    init(_ stage: Stage, client: TestClient) throws {
      self.stage = stage
      self.client = client
      guard client.globals.contains(where: { $0.interface == ZwlrVirtualPointerManagerV1Proxy.interfaceName }) else {
        throw BenchError("\(stage.server.name) has no virtual pointers")
      }
      pointer = client.bind(ZwlrVirtualPointerManagerV1Proxy.self).createVirtualPointer(seat: client.seat)
      try client.roundtrip()
    }

    func inject() throws {
      turn += 1
      pointer.motionAbsolute(time: turn, x: UInt32(stage.nextX()), y: 300, xExtent: 1280, yExtent: 720)
      pointer.frame()
      client.connection.flush()
    }

    override func measure() throws -> Double { try stage.time(inject) }
  }
}
