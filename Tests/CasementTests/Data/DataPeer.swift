import CasementTesting
import Glibc
import WaylandClient
import WaylandProtocols

/// A client that uses the clipboard and drags, and keeps what it is told, in words.
final class DataPeer {
  let client: TestClient
  let manager: WlDataDeviceManagerProxy
  let device: WlDataDeviceProxy
  let pointer: WlPointerProxy
  let keyboard: WlKeyboardProxy
  let touch: WlTouchProxy
  /// What the data device was told, in order; `take` empties it.
  private(set) var words: [String] = []
  private(set) var selection: Offer?
  private(set) var dragged: Offer?
  /// The serials of the latest events.
  private(set) var press: UInt32 = 0
  private(set) var enter: UInt32 = 0
  private(set) var finger: UInt32 = 0
  private(set) var buttons: [String] = []
  private var sources: [Source] = []

  /// An offer as the client knows it.
  final class Offer {
    let proxy: WlDataOfferProxy
    var types: [String] = []
    var words: [String] = []

    init(_ proxy: WlDataOfferProxy) {
      self.proxy = proxy
      proxy.onEvent = { [unowned self] event in
        switch event {
        case .offer(let type): self.types.append(type)
        case .sourceActions(let actions): self.words.append("source \(actions.rawValue)")
        case .action(let action): self.words.append("action \(action.rawValue)")
        }
      }
    }

    /// Asks for the data in one type.
    func receive(_ type: String) -> DataPipe {
      let pipe = DataPipe()
      proxy.receive(mimeType: type, fd: pipe.writeEnd)
      pipe.closeWriteEnd()
      return pipe
    }

    func take() -> [String] {
      defer { words = [] }
      return words
    }
  }

  /// A source that answers with its own name and the type.
  final class Source {
    let proxy: WlDataSourceProxy
    private(set) var words: [String] = []
    /// Whether it writes when it is asked; else it keeps the descriptors.
    var answers = true
    private(set) var kept: [Int32] = []

    init(_ proxy: WlDataSourceProxy) {
      self.proxy = proxy
      proxy.onEvent = { [unowned self] event in
        switch event {
        case .target(let type): self.words.append("target \(type ?? "nil")")
        case .send(let type, let descriptor):
          self.words.append("send \(type)")
          if self.answers { DataPipe.answer(descriptor, "data as \(type)") } else { self.kept.append(descriptor) }
        case .cancelled: self.words.append("cancelled")
        case .dndDropPerformed: self.words.append("dropped")
        case .dndFinished: self.words.append("finished")
        case .action(let action): self.words.append("action \(action.rawValue)")
        }
      }
    }

    deinit { for descriptor in kept { close(descriptor) } }

    func take() -> [String] {
      defer { words = [] }
      return words
    }
  }

  init(_ client: TestClient, version: UInt32 = 3) {
    self.client = client
    manager = client.bind(WlDataDeviceManagerProxy.self, version: version)
    device = manager.getDataDevice(seat: client.seat)
    pointer = client.seat.getPointer()
    keyboard = client.seat.getKeyboard()
    touch = client.seat.getTouch()
    var made: [Offer] = []
    device.onEvent = { [unowned self] event in
      switch event {
      case .dataOffer(let proxy): made.append(Offer(proxy))
      case .enter(let serial, _, let x, let y, let proxy):
        self.dragged = proxy.flatMap { proxy in made.first { $0.proxy === proxy } }
        self.enter = serial
        self.words.append("enter \(Int(x)),\(Int(y))" + (proxy == nil ? "" : " \(self.dragged?.types.joined(separator: " ") ?? "?")"))
      case .leave: self.words.append("leave")
      case .motion(_, let x, let y): self.words.append("motion \(Int(x)),\(Int(y))")
      case .drop: self.words.append("drop")
      case .selection(let proxy):
        self.selection = proxy.flatMap { proxy in made.first { $0.proxy === proxy } }
        self.words.append("selection \(self.selection?.types.joined(separator: " ") ?? "nil")")
      }
    }
    pointer.onEvent = { [unowned self] event in
      switch event {
      case .enter: self.buttons.append("enter")
      case .leave: self.buttons.append("leave")
      case .button(let serial, _, _, let state):
        if state == .pressed { self.press = serial }
        self.buttons.append(state == .pressed ? "press" : "release")
      default: break
      }
    }
    keyboard.onEvent = { [unowned self] event in
      switch event {
      case .enter: self.words.append("keyboard")
      case .leave: self.words.append("no keyboard")
      case .key(let serial, _, _, let state): if state == .pressed { self.press = serial }
      default: break
      }
    }
    touch.onEvent = { [unowned self] event in
      switch event {
      case .down(let serial, _, _, _, _, _): self.finger = serial
      default: break
      }
    }
  }

  func take() -> [String] {
    defer { words = [] }
    return words
  }

  func takeButtons() -> [String] {
    defer { buttons = [] }
    return buttons
  }

  func makeSource(_ types: [String] = ["text/plain"], actions: WlDataDeviceManager.DndAction? = nil) -> Source {
    let source = Source(manager.createDataSource())
    for type in types { source.proxy.offer(mimeType: type) }
    sources.append(source)
    if let actions { source.proxy.setActions(dndActions: actions) }
    return source
  }
}
