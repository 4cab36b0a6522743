import CasementControl
import CasementTesting
import Geometry
import Glibc
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

private typealias FrameError = ExtImageCopyCaptureFrameV1.Error

private func frame(
  _ title: String, _ code: FrameError, _ body: @escaping @Sendable (ExtImageCopyCaptureFrameV1Proxy, CaptureBuffer) -> Void
) -> Offence {
  Offence(title, "ext_image_copy_capture_frame_v1", code.rawValue) {
    let copy = try $0.imageCopy()
    body(try copy.screenSession().session.createFrame(), CaptureBuffer($0.client, 160, 120))
    try $0.client.roundtrip()
  }
}

private func damage(_ title: String, _ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> Offence {
  frame(title, .invalidBufferDamage) { frame, _ in frame.damageBuffer(x: x, y: y, width: width, height: height) }
}

private let offences = [
  Offence("an option that does not exist", "ext_image_copy_capture_manager_v1", 1) {
    let copy = try $0.imageCopy()
    copy.manager.createSession(source: copy.outputs.createSource(output: copy.output), options: .init(rawValue: 2))
  },
  Offence("a known option with one that does not exist", "ext_image_copy_capture_manager_v1", 1) {
    let copy = try $0.imageCopy()
    copy.manager.createSession(source: copy.outputs.createSource(output: copy.output), options: .init(rawValue: 0x8000_0001))
  },
  Offence("a second frame", "ext_image_copy_capture_session_v1", 1) {
    let session = try $0.imageCopy().screenSession().session
    let frames = [session.createFrame(), session.createFrame()]
    try $0.client.roundtrip()
    withExtendedLifetime(frames) {}
  },
  Offence("a second frame while the first one is ready", "ext_image_copy_capture_session_v1", 1) {
    let session = try $0.imageCopy().screenSession()
    let frame = session.capture(into: CaptureBuffer($0.client, 160, 120))
    try $0.client.roundtrip()
    #expect(frame.isReady)
    session.session.createFrame()
  },
  Offence("a second session of one cursor", "ext_image_copy_capture_cursor_session_v1", 1) {
    let copy = try $0.imageCopy()
    let cursor = copy.manager.createPointerCursorSession(
      source: copy.outputs.createSource(output: copy.output), pointer: $0.client.seat.getPointer())
    cursor.getCaptureSession()
    cursor.getCaptureSession()
  },
  frame("a capture without a buffer", .noBuffer) { frame, _ in frame.capture() },
  frame("two captures", .alreadyCaptured) { frame, buffer in
    frame.attachBuffer(buffer: buffer.buffer)
    frame.capture()
    frame.capture()
  },
  frame("a buffer after the capture", .alreadyCaptured) { frame, buffer in
    frame.attachBuffer(buffer: buffer.buffer)
    frame.capture()
    frame.attachBuffer(buffer: buffer.buffer)
  },
  frame("damage after the capture", .alreadyCaptured) { frame, buffer in
    frame.attachBuffer(buffer: buffer.buffer)
    frame.capture()
    frame.damageBuffer(x: 0, y: 0, width: 1, height: 1)
  },
  damage("damage from a negative x", -1, 0, 10, 10),
  damage("damage from a negative y", 0, -1, 10, 10),
  damage("damage without width", 0, 0, 0, 10),
  damage("damage without height", 0, 0, 10, 0),
  damage("damage of negative width", 0, 0, -1, 10),
  damage("damage of negative height", 5, 5, 10, .min),
  Offence("a buffer whose file is shorter than it said", "wl_buffer", WlShm.Error.invalidFd.rawValue) {
    let session = try $0.imageCopy().screenSession()
    let buffer = CaptureBuffer($0.client, 160, 120)
    ftruncate(buffer.file, 100)
    withExtendedLifetime(session.capture(into: buffer)) {}
    try $0.client.roundtrip()
  },
]

@Test(arguments: offences)
private func wrongImageCopiesEndTheirClient(_ offence: Offence) throws { try offence.check { try Bench.small() } }

private let oddities = [
  Oddity("damage as large as numbers go") {
    let session = try $0.imageCopy().screenSession()
    let frame = session.capture(
      into: CaptureBuffer($0.client, 160, 120), damage: [(.max, .max, .max, .max), (0, 0, .max, .max), (3, 3, 1, 1)])
    try $0.client.roundtrip()
    #expect(frame.isReady)
  },
  Oddity("managers, sources and sessions destroyed in every order") {
    let copy = try $0.imageCopy()
    let source = copy.outputs.createSource(output: copy.output)
    let session = copy.manager.createSession(source: source, options: [])
    copy.manager.destroy()
    copy.outputs.destroy()
    source.destroy()
    let frame = session.createFrame()
    session.destroy()
    frame.attachBuffer(buffer: CaptureBuffer($0.client, 160, 120).buffer)
    frame.capture()
    frame.destroy()
  },
]

@Test(arguments: oddities)
private func oddImageCopiesAreServed(_ oddity: Oddity) throws { try oddity.check { try Bench.small() } }
