internal import CShm
internal import Glibc
internal import WaylandClient
internal import WaylandProtocols

/// What every kind of sample needs of the service.
final class SampleClient {
  let connection: Connection
  private let registry: WlRegistryProxy
  private var globals: [(name: UInt32, interface: String, version: UInt32)] = []
  let compositor: WlCompositorProxy
  private let shm: WlShmProxy

  init() throws(ConnectionError) {
    let connection = try Connection()
    self.connection = connection
    let registry = connection.displayProxy.getRegistry()
    self.registry = registry
    var found: [(name: UInt32, interface: String, version: UInt32)] = []
    registry.onEvent = { event in
      if case .global(let name, let interface, let version) = event { found.append((name, interface, version)) }
    }
    try connection.roundtrip()
    func bind<Kind: Proxy>(_ kind: Kind.Type) -> Kind {
      guard let global = found.first(where: { $0.interface == kind.interfaceName }) else { fatalError("no \(kind.interfaceName)") }
      return registry.bind(name: global.name, kind, version: global.version)
    }
    compositor = bind(WlCompositorProxy.self)
    shm = bind(WlShmProxy.self)
    globals = found
    registry.onEvent = { [unowned self] event in
      switch event {
      case .global(let name, let interface, let version): self.globals.append((name, interface, version))
      case .globalRemove(let name): self.globals.removeAll { $0.name == name }
      }
    }
  }

  /// Binds a global; of several, the one at `index`.
  func bind<Kind: Proxy>(_ kind: Kind.Type, index: Int = 0) -> Kind {
    let found = globals.filter { $0.interface == kind.interfaceName }
    guard found.count > index else { fatalError("no \(kind.interfaceName)") }
    return registry.bind(name: found[index].name, kind, version: found[index].version)
  }

  /// The output called `name`; nil where there is none.
  func output(_ name: String) throws(ConnectionError) -> WlOutputProxy? {
    for index in 0..<globals.count(where: { $0.interface == WlOutputProxy.interfaceName }) {
      let output = bind(WlOutputProxy.self, index: index)
      var found = ""
      output.onEvent = { event in if case .name(let name) = event { found = name } }
      try connection.roundtrip()
      if found == name { return output }
      output.release()
    }
    return nil
  }

  /// Shows one colour, 0xAARRGGBB, on a surface.
  func paint(_ surface: WlSurfaceProxy, _ width: Int, _ height: Int, _ colour: UInt32) {
    let size = width * height * 4
    let file = unsafe "casement-sample".withCString { unsafe casement_shm_create($0, size) }
    guard file >= 0, let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) else { return }
    for index in 0..<width * height { unsafe memory.storeBytes(of: colour, toByteOffset: index * 4, as: UInt32.self) }
    unsafe munmap(memory, size)
    let pool = shm.createPool(fd: file, size: Int32(size))
    close(file)
    surface.attach(
      buffer: pool.createBuffer(offset: 0, width: Int32(width), height: Int32(height), stride: Int32(width * 4), format: .argb8888), x: 0,
      y: 0)
    pool.destroy()
    surface.damage(x: 0, y: 0, width: .max, height: .max)
    surface.commit()
  }

  /// Handles events, and each line of standard input with `command`, until the input ends.
  func run(_ command: (String) throws(ConnectionError) -> Void) throws(ConnectionError) {
    var line: [UInt8] = []
    while true {
      try connection.dispatch()
      connection.flush()
      var waits = [
        pollfd(fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
      ]
      guard unsafe poll(&waits, 2, -1) > 0, waits[1].revents != 0 else { continue }
      var byte: UInt8 = 0
      guard unsafe read(0, &byte, 1) == 1 else { return }
      if byte != 10 {
        line.append(byte)
        continue
      }
      try command(String(decoding: line, as: UTF8.self))
      line = []
    }
  }
}
