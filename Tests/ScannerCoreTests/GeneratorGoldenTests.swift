import Foundation
import Testing

@testable import ScannerCore

/// A protocol with one of each that the generators treat in a way of its own.
private let description = #"""
  <protocol name="small_v1">
    <interface name="st_box" version="3">
      <description summary="a box
        of things">Long text.</description>
      <request name="destroy" type="destructor"/>
      <request name="import">
        <arg name="id" type="new_id" interface="st_bit"/>
        <arg name="in" type="int"/>
        <arg name="text" type="string" allow-null="true"/>
        <arg name="file" type="fd"/>
      </request>
      <request name="set_mode" since="2">
        <arg name="mode" type="uint" enum="mode"/>
        <arg name="turn" type="int" enum="st_bit.turn"/>
      </request>
      <event name="over" type="destructor" since="3">
        <arg name="bit" type="object" interface="st_bit" allow-null="true"/>
        <arg name="file" type="fd"/>
      </event>
      <enum name="error">
        <entry name="bad_mode" value="0" summary="no such mode"/>
      </enum>
      <enum name="mode">
        <entry name="90" value="1"/>
        <entry name="default" value="0x10"/>
        <entry name="new_one" value="4" since="2"/>
      </enum>
      <enum name="type" bitfield="true">
        <entry name="none" value="0"/>
        <entry name="first" value="1"/>
        <entry name="late" value="2" since="3"/>
      </enum>
    </interface>
    <interface name="st_bit" version="1">
      <event name="made">
        <arg name="box" type="new_id" interface="st_box"/>
        <arg name="w" type="array"/>
        <arg name="r" type="fixed"/>
      </event>
      <enum name="turn"/>
    </interface>
  </protocol>
  """#

private func parsed() throws -> WaylandProtocol { try WaylandProtocol(xml: Data(description.utf8)) }

@Test func whatBothSidesShareIsGenerated() throws {
  #expect(try SharedGenerator().generate(parsed()) == expectedShared)
}

@Test func theServersSideIsGenerated() throws {
  #expect(try ServerGenerator().generate(parsed()) == expectedServer)
}

@Test func theClientsSideIsGenerated() throws {
  #expect(try ClientGenerator().generate(parsed()) == expectedClient)
}

@Test func theIndexNamesEachProtocolsLiteral() throws {
  let text = IndexGenerator().generate([try parsed(), WaylandProtocol(name: "with-dash_v2")])
  #expect(text.contains("[smallV1, withDashV2]"))
}

private let expectedShared = #"""
  // Generated from the protocol small_v1.

  /// a box of things
  package enum StBox {
    package static var name: String { "st_box" }
    package static var version: UInt32 { 3 }

    @usableFromInline package struct Error: RawRepresentable, Hashable, Sendable {
      @usableFromInline package let rawValue: UInt32
      @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
      /// no such mode
      @inlinable package static var badMode: Self { Self(rawValue: 0) }
      /// Whether the protocol names the value, at `version` of the interface.
      package func isValid(version: UInt32 = .max) -> Bool {
        switch rawValue {
          case 0: true
          default: false
        }
      }
    }

    @usableFromInline package struct Mode: RawRepresentable, Hashable, Sendable {
      @usableFromInline package let rawValue: UInt32
      @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
      @inlinable package static var _90: Self { Self(rawValue: 1) }
      @inlinable package static var `default`: Self { Self(rawValue: 16) }
      @inlinable package static var newOne: Self { Self(rawValue: 4) }
      /// Whether the protocol names the value, at `version` of the interface.
      package func isValid(version: UInt32 = .max) -> Bool {
        switch rawValue {
          case 1, 16: true
          case 4: version >= 2
          default: false
        }
      }
    }

    @usableFromInline package struct TypeValue: OptionSet, Hashable, Sendable {
      @usableFromInline package let rawValue: UInt32
      @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
      @inlinable package static var first: Self { Self(rawValue: 1) }
      @inlinable package static var late: Self { Self(rawValue: 2) }
      /// Whether the protocol names the value, at `version` of the interface.
      package func isValid(version: UInt32 = .max) -> Bool {
        var known: UInt32 = 0
        known |= 0
        known |= 1
        if version >= 3 { known |= 2 }
        return rawValue & ~known == 0
      }
    }
  }

  package enum StBit {
    package static var name: String { "st_bit" }
    package static var version: UInt32 { 1 }

    @usableFromInline package struct Turn: RawRepresentable, Hashable, Sendable {
      @usableFromInline package let rawValue: UInt32
      @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }
      /// Whether the protocol names the value, at `version` of the interface.
      package func isValid(version: UInt32 = .max) -> Bool {
        switch rawValue {
          default: false
        }
      }
    }
  }

  extension InterfaceLiterals {
    /// Every interface of the protocol: see `InterfaceTable` for the form.
    static var smallV1: StaticString {
      "st_box\03\03\01\0destroy\0\0\0import\0ni?sh\0st_bit,,,\0set_mode\02ui\0,\0over\03?oh\0st_bit,\0st_bit\01\00\01\0made\0naf\0st_box,,\0"
    }
  }

  """#

private let expectedServer = #"""
  // Generated from the protocol small_v1.
  internal import CWaylandServer
  package import WaylandProtocols

  /// What a client may ask of a `st_box`.
  package protocol StBoxRequests: RequestHandler {
    func destroy() throws(ProtocolError)
    func `import`(id: StBitResource, `in`: Int32, text: String?, file: consuming OwnedFileDescriptor) throws(ProtocolError)
    func setMode(mode: StBox.Mode, turn: StBit.Turn) throws(ProtocolError)
  }

  extension StBoxRequests {
    package func destroy() throws(ProtocolError) {}
  }

  /// A client's `st_box`: a box of things
  package final class StBoxResource: Resource {
    private var requests: (any StBoxRequests)?
    /// Who answers the client's requests. None: the object is inert, its requests do nothing, what it makes is inert, too.
    package var handler: (any StBoxRequests)? {
      get { requests }
      set { requests = newValue }
    }
    private static nonisolated(unsafe) let table = unsafe ServerInterfaces.pointer("st_box")
    override class var interface: UnsafePointer<wl_interface> { unsafe table }
    override package class var interfaceName: String { "st_box" }
    override func takeHandler() -> (any RequestHandler)? {
      defer { requests = nil }
      return requests
    }

    override func dispatch(_ opcode: UInt32, _ wire: UnsafeMutablePointer<wl_argument>) throws(ProtocolError) {
      switch opcode {
        case 0:
          if let requests { try requests.destroy() }
          destroy()
        case 1:
          let file3 = OwnedFileDescriptor(unsafe wire[3].h)
          let made0 = try unsafe StBitResource(by: self, id: wire[0].n)
          guard let requests else { return }
          try unsafe requests.`import`(id: made0, in: wire[1].i, text: Wire.optionalString(wire[2].s), file: file3)
        case 2:
          guard let requests else { return }
          try unsafe requests.setMode(mode: StBox.Mode(rawValue: wire[0].u), turn: StBit.Turn(rawValue: UInt32(bitPattern: wire[1].i)))
        default: break
      }
    }

    /// Does nothing where the client bound a version below 3.
    package func sendOver(bit: StBitResource?, file: Int32) {
      guard version >= 3 else { return }
      let object0 = unsafe bit?.pointer
      unsafe withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: 2) { wire in
        unsafe wire.initializeElement(at: 0, to: wl_argument(o: object0))
        unsafe wire.initializeElement(at: 1, to: wl_argument(h: file))
        unsafe post(0, wire.baseAddress)
      }
      destroy()
    }
  }

  extension ProtocolError {
    /// An error of `st_box`. - Parameter resource: the object it is posted on; none: the one whose request failed.
    package static func stBox(_ code: StBox.Error, on resource: StBoxResource? = nil, _ message: String) -> Self {
      Self(interface: "st_box", code: code.rawValue, resource: resource, message: message)
    }
  }

  /// What a client may ask of a `st_bit`.
  package protocol StBitRequests: RequestHandler {
  }

  /// A client's `st_bit`:
  package final class StBitResource: Resource {
    private var requests: (any StBitRequests)?
    /// Who answers the client's requests. None: the object is inert, its requests do nothing, what it makes is inert, too.
    package var handler: (any StBitRequests)? {
      get { requests }
      set { requests = newValue }
    }
    private static nonisolated(unsafe) let table = unsafe ServerInterfaces.pointer("st_bit")
    override class var interface: UnsafePointer<wl_interface> { unsafe table }
    override package class var interfaceName: String { "st_bit" }
    override func takeHandler() -> (any RequestHandler)? {
      defer { requests = nil }
      return requests
    }

    package func sendMade(box: StBoxResource, w: [UInt32], r: Double) {
      guard let object0 = unsafe box.pointer else { return }
      unsafe Wire.withArray(w) { array1 in
      unsafe withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: 3) { wire in
        unsafe wire.initializeElement(at: 0, to: wl_argument(o: object0))
        unsafe wire.initializeElement(at: 1, to: wl_argument(a: array1))
        unsafe wire.initializeElement(at: 2, to: wl_argument(f: Wire.fixed(r)))
        unsafe post(0, wire.baseAddress)
      }
      }
    }
  }

  """#

private let expectedClient = #"""
  // Generated from the protocol small_v1.
  internal import CWaylandClient
  package import WaylandProtocols

  /// What a `st_box` may be told.
  package enum StBoxEvent {
    case over(bit: StBitProxy?, file: Int32)
  }

  /// Our `st_box`: a box of things
  package final class StBoxProxy: Proxy {
    private static nonisolated(unsafe) let table = unsafe ClientInterfaces.pointer("st_box")
    override class var interface: UnsafePointer<wl_interface> { unsafe table }
    override package class var interfaceName: String { "st_box" }
    /// Called with each event, in order.
    package var onEvent: ((StBoxEvent) -> Void)?

    override func dispatch(_ opcode: UInt32, _ wire: UnsafeMutablePointer<wl_argument>) {
      switch opcode {
        case 0:
          let event = unsafe StBoxEvent.over(bit: Proxy.known(wire[0].o) as? StBitProxy, file: wire[1].h)
          defer { destroyProxy() }
          if let onEvent { onEvent(event) } else { unsafe Wire.close(wire[1].h) }
        default: break
      }
    }

    package func destroy() {
      unsafe marshal(0, nil, destroys: true)
    }

    @discardableResult
    package func `import`(`in`: Int32, text: String?, file: Int32) -> StBitProxy {
      return unsafe Wire.withOptionalCString(text) { text2 in
      return unsafe withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: 4) { wire in
      unsafe wire.initializeElement(at: 0, to: wl_argument(o: nil))
      unsafe wire.initializeElement(at: 1, to: wl_argument(i: `in`))
      unsafe wire.initializeElement(at: 2, to: wl_argument(s: text2))
      unsafe wire.initializeElement(at: 3, to: wl_argument(h: file))
      return unsafe StBitProxy(make(1, wire.baseAddress, StBitProxy.interface, version: self.version), connection)
      }
      }
    }

    package func setMode(mode: StBox.Mode, turn: StBit.Turn) {
      unsafe withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: 2) { wire in
      unsafe wire.initializeElement(at: 0, to: wl_argument(u: mode.rawValue))
      unsafe wire.initializeElement(at: 1, to: wl_argument(i: Int32(bitPattern: turn.rawValue)))
      unsafe marshal(2, wire.baseAddress, destroys: false)
      }
    }
  }

  /// What a `st_bit` may be told.
  package enum StBitEvent {
    case made(box: StBoxProxy, w: [UInt8], r: Double)
  }

  /// Our `st_bit`:
  package final class StBitProxy: Proxy {
    private static nonisolated(unsafe) let table = unsafe ClientInterfaces.pointer("st_bit")
    override class var interface: UnsafePointer<wl_interface> { unsafe table }
    override package class var interfaceName: String { "st_bit" }
    /// Called with each event, in order.
    package var onEvent: ((StBitEvent) -> Void)?

    override func dispatch(_ opcode: UInt32, _ wire: UnsafeMutablePointer<wl_argument>) {
      switch opcode {
        case 0:
          let event = unsafe StBitEvent.made(box: StBoxProxy(wire[0].o!, connection), w: Wire.bytes(wire[1].a), r: Wire.double(wire[2].f))
          onEvent?(event)
        default: break
      }
    }
  }

  """#
