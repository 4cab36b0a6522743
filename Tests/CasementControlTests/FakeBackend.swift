@testable import CasementControl

/// A backend for tests: it notes what it is asked, and holds every reply until the test answers it.
final class FakeBackend: ControlBackend {
  var calls: [String] = []
  var waits: [ControlReply<WaitWindow.Result>] = []
  var shots: [ControlReply<Shot.Result>] = []
  var inputs: [ControlReply<InputResult>] = []
  var failure: ControlError?

  let waylandDisplay: String? = "test-0"

  static let window = WindowInfo(
    id: 1, appID: "foot", title: "foot", pid: 7, level: 0, order: 0, frame: Rectangle(x: 0, y: 0, width: 10, height: 20), hidden: false,
    key: true, canBecomeKey: true, screen: "headless-1", insets: Insets())

  private func note(_ call: String) throws(ControlError) {
    calls.append(call)
    if let failure { throw failure }
  }

  func windows() throws(ControlError) -> [WindowInfo] {
    try note("windows")
    return [Self.window]
  }
  func screens() throws(ControlError) -> [ScreenInfo] {
    try note("screens")
    return []
  }
  func seat() throws(ControlError) -> SeatInfo {
    try note("seat")
    throw ControlError(.refused, "no seat in this test")
  }
  private func about(_ call: String, _ selector: WindowSelector) throws(ControlError) -> WindowInfo {
    try note("\(call) \(selector)")
    return try selector.resolve(among: [Self.window])
  }
  func makeKey(_ parameters: WindowParameters) throws(ControlError) -> WindowInfo { try about("key", parameters.window) }
  func show(_ parameters: WindowParameters) throws(ControlError) -> WindowInfo { try about("show", parameters.window) }
  func hide(_ parameters: WindowParameters) throws(ControlError) -> WindowInfo { try about("hide", parameters.window) }
  func close(_ parameters: WindowParameters) throws(ControlError) -> WindowInfo { try about("close", parameters.window) }
  func raise(_ parameters: WindowParameters) throws(ControlError) -> WindowInfo { try about("raise", parameters.window) }
  func setLevel(_ parameters: SetLevel.Parameters) throws(ControlError) -> WindowInfo { try about("level", parameters.window) }
  func place(_ parameters: PlaceWindow.Parameters) throws(ControlError) -> WindowInfo { try about("place", parameters.window) }
  func move(_ parameters: MoveWindow.Parameters) throws(ControlError) -> WindowInfo { try about("move", parameters.window) }
  func addScreen(_ parameters: AddScreen.Parameters) throws(ControlError) -> ScreenInfo { throw .noScreen("x", among: []) }
  func removeScreen(_ parameters: RemoveScreen.Parameters) throws(ControlError) -> Nothing {
    throw .noScreen(parameters.name, among: ["headless-1"])
  }
  func setScreen(_ parameters: SetScreen.Parameters) throws(ControlError) -> ScreenInfo { throw .noScreen(parameters.name, among: []) }

  func tap(_ parameters: Tap.Parameters, reply: ControlReply<InputResult>) {
    calls.append("tap \(parameters.at)")
    inputs.append(reply)
  }
  func longPress(_ parameters: LongPress.Parameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func swipe(_ parameters: Swipe.Parameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func pinch(_ parameters: Pinch.Parameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func subscribed(to kinds: [ControlEvent.Kind]?) {}
  func getClipboard(_ parameters: GetClipboard.Parameters, reply: ControlReply<GetClipboard.Result>) {
    reply.succeed(GetClipboard.Result(types: []))
  }
  func setClipboard(_ parameters: SetClipboard.Parameters) throws(ControlError) -> Nothing { Nothing() }
  func touch(_ parameters: Touch.Parameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func movePointer(_ parameters: MovePointer.Parameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func pressPointer(_ parameters: PressPointer.Parameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func releasePointer(_ parameters: ReleasePointer.Parameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func clickPointer(_ parameters: ClickPointer.Parameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func scrollPointer(_ parameters: ScrollPointer.Parameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func dragPointer(_ parameters: DragPointer.Parameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func swipePointer(_ parameters: GestureParameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func pinchPointer(_ parameters: GestureParameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func holdPointer(_ parameters: GestureParameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func moveTablet(_ parameters: TabletParameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func pressTablet(_ parameters: TabletParameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func releaseTablet(_ parameters: TabletParameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func pressTabletButton(_ parameters: TabletButton.Parameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func leaveTablet(_ parameters: LeaveTablet.Parameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func type(_ parameters: TypeText.Parameters, reply: ControlReply<InputResult>) {
    calls.append("type \(parameters.text)")
    reply.succeed(InputResult(delivered: [Self.window.reference]))
  }
  func press(_ parameters: PressKeys.Parameters, reply: ControlReply<InputResult>) { inputs.append(reply) }
  func shot(_ parameters: Shot.Parameters, reply: ControlReply<Shot.Result>) { shots.append(reply) }
  func startRecording(_ parameters: StartRecording.Parameters) throws(ControlError) -> StartRecording.Result {
    throw .noScreen("x", among: [])
  }
  func waitRecording(_ parameters: RecordingParameters, reply: ControlReply<RecordingState>) {}
  func stopRecording(_ parameters: RecordingParameters, reply: ControlReply<RecordingState>) {}
  func waitWindow(_ parameters: WaitWindow.Parameters, reply: ControlReply<WaitWindow.Result>) {
    calls.append("wait \(parameters.window)")
    waits.append(reply)
  }
  func lookAtPixel(_ parameters: LookAtPixel.Parameters) throws(ControlError) -> LookAtPixel.Result {
    LookAtPixel.Result(colour: PixelColour(word: 0), window: nil)
  }
  func waitPixel(_ parameters: WaitPixel.Parameters, reply: ControlReply<WaitPixel.Result>) {}
  func waitPicture(_ parameters: WaitPicture.Parameters, reply: ControlReply<WaitPicture.Result>) {}
  func waitSettled(_ parameters: WaitSettled.Parameters, reply: ControlReply<Nothing>) { reply.succeed(Nothing()) }
  func waitScreen(_ parameters: WaitScreen.Parameters, reply: ControlReply<WaitScreen.Result>) {}
  func attachSession(_ parameters: AttachSession.Parameters, reply: ControlReply<Nothing>) { reply.succeed(Nothing()) }
  func step(_ parameters: Step.Parameters, reply: ControlReply<Step.Result>) {
    reply.fail(ControlError(.refused, "the clock is real"))
  }
}
