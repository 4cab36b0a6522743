import CasementControl
import CasementTesting
import Geometry
import Glibc
import Nested
import Rendering
import Scene
import Surfaces
import WaylandClient
import WaylandServer
import WindowModel

@testable import Casement

/// A service whose screens are windows of another one, which is the host: both in one thread, and time passes for the host by steps.
final class NestedStage {
  let host: TestService
  let inner: TestService
  private(set) var backend: NestedBackend!
  private(set) var ends: [NestedBackend.End] = []
  private(set) var messages: [String] = []
  private let isSocketSmall: Bool

  /// - Parameters:
  ///   - screens: those of the nested service.
  ///   - isSocketSmall: whether a host that does not read is soon noticed.
  ///   - hostMapKey: whether the host gives a new window the keyboard.
  ///   - placement: how the host places windows: `natural` leaves the size to them, `fill` gives them its screen.
  init(
    _ screens: [ScreenSpec] = [ScreenSpec(width: 320, height: 200)], placement: ServiceConfiguration.Placement = .natural,
    clock: ServiceConfiguration.ClockKind = .real, hostScreen: ScreenSpec = ScreenSpec(width: 1280, height: 720),
    hostMapKey: ServiceConfiguration.MapKey = .always, options: NestedOptions = NestedOptions(), isSocketSmall: Bool = false
  ) throws {
    self.isSocketSmall = isSocketSmall
    var hostConfiguration = ServiceConfiguration.manual
    hostConfiguration.placement = placement
    hostConfiguration.mapKey = hostMapKey
    hostConfiguration.screens = [hostScreen]
    host = try TestService(hostConfiguration)
    var configuration = ServiceConfiguration()
    configuration.clock = clock
    configuration.screens = screens
    configuration.screenPrefix = "nested"
    inner = try TestService(configuration)
    try attach(options)
  }

  /// Shows the nested service's screens in the host, again where they were shown before.
  func attach(_ options: NestedOptions = NestedOptions()) throws {
    backend = try NestedBackend(inner.service, at: .descriptor(connectToHost()), options: options)
    backend.onEnd = { [unowned self] in self.ends.append($0) }
    backend.onMessage = { [unowned self] in self.messages.append($0) }
    settle()
  }

  /// What the socket to the host holds that it does not read, in bytes of the kernel's counting.
  static let leastBuffer: Int32 = 4608

  /// Shows the nested service's screens in `other` instead, if it can be used; `answer` is called with what is wrong.
  func move(to other: TestService, _ answer: @escaping (NestedError?) -> Void) throws -> NestedBackend {
    var pair: [Int32] = [0, 0]
    precondition(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0, "the system has no sockets left")
    other.service.connect(fileDescriptor: pair[0])
    return try NestedBackend(inner.service, at: .descriptor(pair[1]), insteadOf: backend, onReady: answer)
  }

  private func connectToHost() -> Int32 {
    var pair: [Int32] = [0, 0]
    precondition(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0, "the system has no sockets left")
    if isSocketSmall {
      var size = Self.leastBuffer
      precondition(unsafe setsockopt(pair[1], SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size)) == 0)
    }
    host.service.connect(fileDescriptor: pair[0])
    return pair[1]
  }

  /// The host's side of a window, for what no host should do.
  func hostRole(_ index: Int = 0) -> XdgToplevel { host.service.clientWindows[hostWindows[index]]!.role as! XdgToplevel }

  /// Has the host say a size, whatever it is.
  func sayRudely(_ width: Int32, _ height: Int32, states: [UInt32] = []) {
    let role = hostRole()
    role.resource.sendConfigure(width: width, height: height, states: states)
    role.xdgSurface.sendConfigure()
    settle()
  }

  var service: WindowService { inner.service }
  var screen: ModelScreen { service.model.screens[0] }
  /// The host's windows, in the order in which they were made.
  var hostWindows: [WindowID] { host.service.model.windowList.sorted { $0.rawValue < $1.rawValue } }
  var hostWindow: ClientWindow { host.service.clientWindows[hostWindows[0]]! }

  /// Lets both sides handle all that was sent, without a frame of the host's.
  func settle() {
    for _ in 0..<6 {
      host.pump()
      inner.pump()
    }
  }

  /// Lets the host show some frames, with everything that follows.
  func step(_ frames: Int = 1) {
    for _ in 0..<frames {
      settle()
      host.service.advanceClock(to: host.service.clock.now + 16_666_667)
      settle()
    }
  }

  /// A client of the nested service with a window of one colour.
  func makeWindow(
    _ colour: UInt32, width: Int = 320, height: Int = 200, appID: String = "test", title: String = "Test"
  ) throws -> TestWindow {
    let client = try inner.connect()
    let window = try client.makeWindow(width, height, colour, appID: appID, title: title)
    settle()
    return window
  }

  /// A pixel of what the host shows of the first screen.
  func pixel(_ x: Int, _ y: Int, ofWindow index: Int = 0) -> UInt32? {
    guard let picture = host.service.capture(window: hostWindows[index])?.picture, x < picture.size.width, y < picture.size.height else {
      return nil
    }
    return picture[x, y]
  }

  /// Whether the host's window shows, to a pixel, what the screen shows.
  var isShownTruly: Bool { isShownTruly(0) }

  /// The same of another screen.
  func isShownTruly(_ index: Int) -> Bool {
    let screen = service.model.screens[index].id
    guard let theirs = host.service.capture(window: hostWindows[index])?.picture, let ours = service.capture(screen: screen)?.picture,
      theirs.size == ours.size
    else { return false }
    for y in 0..<ours.size.height {
      for x in 0..<ours.size.width where theirs[x, y] & 0xFF_FFFF != ours[x, y] & 0xFF_FFFF { return false }
    }
    return true
  }
}

extension NestedStage {
  /// A service nested in `outer`, whose screen fills that one's.
  static func inside(_ outer: TestService) throws -> TestService {
    var pair: [Int32] = [0, 0]
    precondition(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0, "the system has no sockets left")
    outer.service.connect(fileDescriptor: pair[0])
    let deeper = try TestService(ServiceConfiguration())
    try NestedBackend(deeper.service, at: .descriptor(pair[1]))
    for _ in 0..<6 {
      outer.pump()
      deeper.pump()
    }
    return deeper
  }
}
