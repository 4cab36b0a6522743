import CasementTesting
import Geometry
import Glibc
import Nested
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

/// A client with a window and a `wl_data_device`, which notes what it is offered.
final class DataClient {
  let window: TestWindow
  let device: WlDataDeviceProxy
  private(set) var types: [String] = []
  private(set) var selection: WlDataOfferProxy?
  private(set) var dragged: WlDataOfferProxy?
  private(set) var events: [String] = []
  private var pointer: WlPointerProxy
  private var keyboard: WlKeyboardProxy
  /// The latest press of a button or a key.
  private(set) var serial: UInt32 = 0
  private var sources: [WlDataSourceProxy] = []

  init(_ window: TestWindow) throws {
    self.window = window
    let client = window.client
    device = client.bind(WlDataDeviceManagerProxy.self).getDataDevice(seat: client.seat)
    pointer = client.seat.getPointer()
    keyboard = client.seat.getKeyboard()
    pointer.onEvent = { [unowned self] in if case .button(let serial, _, _, _) = $0 { self.serial = serial } }
    keyboard.onEvent = { [unowned self] event in
      switch event {
      case .keymap(_, let descriptor, _): closeFile(descriptor)
      case .key(let serial, _, _, .pressed): self.serial = serial
      default: break
      }
    }
    device.onEvent = { [unowned self] event in
      switch event {
      case .dataOffer(let offer):
        self.types = []
        offer.onEvent = { [unowned self] in if case .offer(let type) = $0 { self.types.append(type) } }
      case .selection(let offer): self.selection = offer
      case .enter(let serial, _, let x, let y, let offer):
        self.dragged = offer
        self.events.append("enter \(x),\(y)")
        offer?.accept(serial: serial, mimeType: "text/plain")
        offer?.setActions(dndActions: .copy, preferredAction: .copy)
      case .motion(_, let x, let y): self.events.append("motion \(x),\(y)")
      case .leave: self.events.append("leave")
      case .drop: self.events.append("drop")
      }
    }
    try client.roundtrip()
  }

  /// What happened since this was asked last.
  func take() -> [String] {
    defer { events = [] }
    return events
  }

  /// A source of text, which notes what becomes of it.
  func makeSource(_ text: String, type: String = "text/plain", isForDrag: Bool = false) -> WlDataSourceProxy {
    let source = window.client.bind(WlDataDeviceManagerProxy.self).createDataSource()
    source.offer(mimeType: type)
    if isForDrag { source.setActions(dndActions: [.copy, .move]) }
    source.onEvent = { [unowned self] event in
      switch event {
      case .send(_, let descriptor):
        _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
      case .cancelled: self.events.append("cancelled")
      case .dndDropPerformed: self.events.append("performed")
      case .dndFinished: self.events.append("finished")
      case .target(let type): self.events.append("target \(type ?? "none")")
      case .action(let action): self.events.append("action \(action.rawValue)")
      }
    }
    sources.append(source)
    return source
  }
}

/// Tests of data that a client of the nested service and one of its host share.
protocol DataSuite {
  var stage: NestedStage { get }
  var inner: DataClient { get }
  var outer: DataClient { get }
}

extension DataSuite {
  /// - Parameter stage: that of a host with no other windows.
  static func make(_ stage: NestedStage? = nil) throws -> (NestedStage, DataClient, DataClient) {
    let stage = try stage ?? NestedStage()
    let inner = try DataClient(try stage.makeWindow(0xFFFF_0000))
    let outer = try DataClient(try stage.host.connect().makeWindow(200, 100, 0xFF00_0000))
    stage.settle()
    return (stage, inner, outer)
  }

  var host: WindowService { stage.host.service }

  func settle() throws {
    for _ in 0..<3 {
      stage.settle()
      try inner.window.client.roundtrip()
      try outer.window.client.roundtrip()
    }
  }

  func makeKey(_ nested: Bool) throws {
    let window = nested ? stage.hostWindows[0] : stage.hostWindows[1]
    host.perform(host.model.makeKey(window, authority: .controller))
    try settle()
  }

  func press() throws {
    host.injectKey(30, pressed: true)
    host.injectKey(30, pressed: false)
    try settle()
  }

  func read(_ offer: WlDataOfferProxy?) throws -> String {
    var ends: [Int32] = [0, 0]
    precondition(unsafe pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    offer?.receive(mimeType: "text/plain", fd: ends[1])
    close(ends[1])
    try settle()
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = unsafe Glibc.read(ends[0], &bytes, 100)
    close(ends[0])
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
