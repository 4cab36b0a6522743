import CasementTesting
import WaylandClient
import WaylandProtocols

/// One client's access to one selection, through any of the protocols, with what it was told of it.
final class SelectionPort {
  /// By which protocol.
  enum Kind: CaseIterable {
    case clipboard, wlrClipboard, extClipboard, primary, gtkPrimary, wlrPrimary, extPrimary

    var isControl: Bool { [.wlrClipboard, .extClipboard, .wlrPrimary, .extPrimary].contains(self) }
    static let clipboards: [Kind] = [.clipboard, .wlrClipboard, .extClipboard]
    static let primaries: [Kind] = [.primary, .gtkPrimary, .wlrPrimary, .extPrimary]
  }

  /// A source that answers with the type.
  final class Source {
    fileprivate(set) var isCancelled = false
    fileprivate(set) var asked: [String] = []
    fileprivate var select: (UInt32) -> Void = { _ in }
    fileprivate(set) var destroy: () -> Void = {}

    fileprivate func send(_ type: String, _ descriptor: Int32) {
      asked.append(type)
      DataPipe.answer(descriptor, "data as \(type)")
    }
  }

  let client: TestClient
  let kind: Kind
  /// What the client was told is selected, in order; nil: nothing.
  private(set) var told: [[String]?] = []
  private var types: [ObjectIdentifier: [String]] = [:]
  private var receivers: [ObjectIdentifier: (String, Int32) -> Void] = [:]
  private var sources: [Source] = []
  private var current: ObjectIdentifier?
  private var makeSourceObject: (Source, [String]) -> Void = { _, _ in }
  private var clearSelection: (UInt32) -> Void = { _ in }

  init(_ kind: Kind, of client: TestClient) {
    self.kind = kind
    self.client = client
    switch kind {
    case .clipboard: openClipboard()
    case .primary: openPrimary()
    case .gtkPrimary: openGtkPrimary()
    case .wlrClipboard, .wlrPrimary: openWlr(isPrimary: kind == .wlrPrimary)
    case .extClipboard, .extPrimary: openExt(isPrimary: kind == .extPrimary)
    }
  }

  func makeSource(_ types: [String] = ["text/plain"]) -> Source {
    let source = Source()
    sources.append(source)
    makeSourceObject(source, types)
    return source
  }

  /// Selects; protocols with serials name `serial`.
  func select(_ source: Source?, serial: UInt32) {
    if let source { source.select(serial) } else { clearSelection(serial) }
  }

  func take() -> [[String]?] {
    defer { told = [] }
    return told
  }

  /// Asks the latest offer for the data; nil where nothing is selected.
  func receive(_ type: String) -> DataPipe? {
    guard let current, let receive = receivers[current] else { return nil }
    let pipe = DataPipe()
    receive(type, pipe.writeEnd)
    pipe.closeWriteEnd()
    return pipe
  }

  private func selected(_ offer: AnyObject?) {
    current = offer.map { ObjectIdentifier($0) }
    told.append(current.map { types[$0] ?? [] })
  }

  private func came(_ offer: AnyObject, _ receive: @escaping (String, Int32) -> Void) {
    types[ObjectIdentifier(offer)] = []
    receivers[ObjectIdentifier(offer)] = receive
  }

  private func openClipboard() {
    let manager = client.bind(WlDataDeviceManagerProxy.self)
    let device = manager.getDataDevice(seat: client.seat)
    device.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .dataOffer(let offer):
        self.came(offer) { [unowned offer] in offer.receive(mimeType: $0, fd: $1) }
        offer.onEvent = { [unowned offer] in if case .offer(let type) = $0 { self.types[ObjectIdentifier(offer)]?.append(type) } }
      case .selection(let offer): self.selected(offer)
      default: break
      }
    }
    clearSelection = { device.setSelection(source: nil, serial: $0) }
    makeSourceObject = { made, types in
      let source = manager.createDataSource()
      for type in types { source.offer(mimeType: type) }
      source.onEvent = { [unowned made] event in
        switch event {
        case .send(let type, let descriptor): made.send(type, descriptor)
        case .cancelled: made.isCancelled = true
        default: break
        }
      }
      made.select = { device.setSelection(source: source, serial: $0) }
      made.destroy = { source.destroy() }
    }
  }

  private func openPrimary() {
    let manager = client.bind(ZwpPrimarySelectionDeviceManagerV1Proxy.self)
    let device = manager.getDevice(seat: client.seat)
    device.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .dataOffer(let offer):
        self.came(offer) { [unowned offer] in offer.receive(mimeType: $0, fd: $1) }
        offer.onEvent = { [unowned offer] in if case .offer(let type) = $0 { self.types[ObjectIdentifier(offer)]?.append(type) } }
      case .selection(let offer): self.selected(offer)
      }
    }
    clearSelection = { device.setSelection(source: nil, serial: $0) }
    makeSourceObject = { made, types in
      let source = manager.createSource()
      for type in types { source.offer(mimeType: type) }
      source.onEvent = { [unowned made] event in
        switch event {
        case .send(let type, let descriptor): made.send(type, descriptor)
        case .cancelled: made.isCancelled = true
        }
      }
      made.select = { device.setSelection(source: source, serial: $0) }
      made.destroy = { source.destroy() }
    }
  }

  private func openGtkPrimary() {
    let manager = client.bind(GtkPrimarySelectionDeviceManagerProxy.self)
    let device = manager.getDevice(seat: client.seat)
    device.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .dataOffer(let offer):
        self.came(offer) { [unowned offer] in offer.receive(mimeType: $0, fd: $1) }
        offer.onEvent = { [unowned offer] in if case .offer(let type) = $0 { self.types[ObjectIdentifier(offer)]?.append(type) } }
      case .selection(let offer): self.selected(offer)
      }
    }
    clearSelection = { device.setSelection(source: nil, serial: $0) }
    makeSourceObject = { made, types in
      let source = manager.createSource()
      for type in types { source.offer(mimeType: type) }
      source.onEvent = { [unowned made] event in
        switch event {
        case .send(let type, let descriptor): made.send(type, descriptor)
        case .cancelled: made.isCancelled = true
        }
      }
      made.select = { device.setSelection(source: source, serial: $0) }
      made.destroy = { source.destroy() }
    }
  }

  private func openWlr(isPrimary: Bool) {
    let manager = client.bind(ZwlrDataControlManagerV1Proxy.self)
    let device = manager.getDataDevice(seat: client.seat)
    device.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .dataOffer(let offer):
        self.came(offer) { [unowned offer] in offer.receive(mimeType: $0, fd: $1) }
        offer.onEvent = { [unowned offer] in if case .offer(let type) = $0 { self.types[ObjectIdentifier(offer)]?.append(type) } }
      case .selection(let offer): if !isPrimary { self.selected(offer) }
      case .primarySelection(let offer): if isPrimary { self.selected(offer) }
      case .finished: break
      }
    }
    let select = { (source: ZwlrDataControlSourceV1Proxy?) in
      if isPrimary { device.setPrimarySelection(source: source) } else { device.setSelection(source: source) }
    }
    clearSelection = { _ in select(nil) }
    makeSourceObject = { made, types in
      let source = manager.createDataSource()
      for type in types { source.offer(mimeType: type) }
      source.onEvent = { [unowned made] event in
        switch event {
        case .send(let type, let descriptor): made.send(type, descriptor)
        case .cancelled: made.isCancelled = true
        }
      }
      made.select = { _ in select(source) }
      made.destroy = { source.destroy() }
    }
  }

  private func openExt(isPrimary: Bool) {
    let manager = client.bind(ExtDataControlManagerV1Proxy.self)
    let device = manager.getDataDevice(seat: client.seat)
    device.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .dataOffer(let offer):
        self.came(offer) { [unowned offer] in offer.receive(mimeType: $0, fd: $1) }
        offer.onEvent = { [unowned offer] in if case .offer(let type) = $0 { self.types[ObjectIdentifier(offer)]?.append(type) } }
      case .selection(let offer): if !isPrimary { self.selected(offer) }
      case .primarySelection(let offer): if isPrimary { self.selected(offer) }
      case .finished: break
      }
    }
    let select = { (source: ExtDataControlSourceV1Proxy?) in
      if isPrimary { device.setPrimarySelection(source: source) } else { device.setSelection(source: source) }
    }
    clearSelection = { _ in select(nil) }
    makeSourceObject = { made, types in
      let source = manager.createDataSource()
      for type in types { source.offer(mimeType: type) }
      source.onEvent = { [unowned made] event in
        switch event {
        case .send(let type, let descriptor): made.send(type, descriptor)
        case .cancelled: made.isCancelled = true
        }
      }
      made.select = { _ in select(source) }
      made.destroy = { source.destroy() }
    }
  }
}
