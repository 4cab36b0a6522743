/// What answers the calls of the control socket: the service, one method for each method on the wire.
///
/// A call that can be answered at once returns or throws. One that takes time is given a reply, to be answered exactly once, now or
/// later. Calls of a connection begin in the order in which they came; input must be injected in that order, too.
package typealias ControlBackend = InspectionBackend & WindowBackend & ScreenBackend & InputBackend & CaptureBackend & WaitBackend
  & ClipboardBackend & ClockBackend & SessionBackend

/// Answers what there is.
package protocol InspectionBackend: AnyObject {
  /// `windows`, back to front.
  func windows() throws(ControlError) -> ListWindows.Result
  /// `screens`, main first.
  func screens() throws(ControlError) -> ListScreens.Result
  /// `seat`.
  func seat() throws(ControlError) -> DescribeSeat.Result
  /// What clients have in WAYLAND_DISPLAY; nil while there is no socket.
  var waylandDisplay: String? { get }
  /// A session asked for events of these kinds, nil for all: what must be watched for them is watched from now on.
  func subscribed(to kinds: [ControlEvent.Kind]?)
}

/// Does to windows what a controller may do to them.
package protocol WindowBackend: AnyObject {
  /// `key`.
  func makeKey(_ parameters: MakeKey.Parameters) throws(ControlError) -> MakeKey.Result
  /// `show`.
  func show(_ parameters: ShowWindow.Parameters) throws(ControlError) -> ShowWindow.Result
  /// `hide`.
  func hide(_ parameters: HideWindow.Parameters) throws(ControlError) -> HideWindow.Result
  /// `close`.
  func close(_ parameters: CloseWindow.Parameters) throws(ControlError) -> CloseWindow.Result
  /// `raise`.
  func raise(_ parameters: RaiseWindow.Parameters) throws(ControlError) -> RaiseWindow.Result
  /// `level`.
  func setLevel(_ parameters: SetLevel.Parameters) throws(ControlError) -> SetLevel.Result
  /// `place`.
  func place(_ parameters: PlaceWindow.Parameters) throws(ControlError) -> PlaceWindow.Result
  /// `move`.
  func move(_ parameters: MoveWindow.Parameters) throws(ControlError) -> MoveWindow.Result
}

/// Connects, changes and disconnects screens.
package protocol ScreenBackend: AnyObject {
  /// `screen.add`.
  func addScreen(_ parameters: AddScreen.Parameters) throws(ControlError) -> AddScreen.Result
  /// `screen.remove`.
  func removeScreen(_ parameters: RemoveScreen.Parameters) throws(ControlError) -> RemoveScreen.Result
  /// `screen.set`.
  func setScreen(_ parameters: SetScreen.Parameters) throws(ControlError) -> SetScreen.Result
}

/// Injects input; each reply is due when the input was delivered, and says to whom.
package protocol InputBackend: AnyObject {
  /// `tap`.
  func tap(_ parameters: Tap.Parameters, reply: ControlReply<InputResult>)
  /// `longpress`.
  func longPress(_ parameters: LongPress.Parameters, reply: ControlReply<InputResult>)
  /// `swipe`.
  func swipe(_ parameters: Swipe.Parameters, reply: ControlReply<InputResult>)
  /// `pinch`.
  func pinch(_ parameters: Pinch.Parameters, reply: ControlReply<InputResult>)
  /// `touch`.
  func touch(_ parameters: Touch.Parameters, reply: ControlReply<InputResult>)
  /// `pointer.move`.
  func movePointer(_ parameters: MovePointer.Parameters, reply: ControlReply<InputResult>)
  /// `pointer.down`.
  func pressPointer(_ parameters: PressPointer.Parameters, reply: ControlReply<InputResult>)
  /// `pointer.up`.
  func releasePointer(_ parameters: ReleasePointer.Parameters, reply: ControlReply<InputResult>)
  /// `pointer.click`.
  func clickPointer(_ parameters: ClickPointer.Parameters, reply: ControlReply<InputResult>)
  /// `pointer.scroll`.
  func scrollPointer(_ parameters: ScrollPointer.Parameters, reply: ControlReply<InputResult>)
  /// `pointer.drag`.
  func dragPointer(_ parameters: DragPointer.Parameters, reply: ControlReply<InputResult>)
  /// `pointer.swipe`.
  func swipePointer(_ parameters: GestureParameters, reply: ControlReply<InputResult>)
  /// `pointer.pinch`.
  func pinchPointer(_ parameters: GestureParameters, reply: ControlReply<InputResult>)
  /// `pointer.hold`.
  func holdPointer(_ parameters: GestureParameters, reply: ControlReply<InputResult>)
  /// `tablet.move`.
  func moveTablet(_ parameters: TabletParameters, reply: ControlReply<InputResult>)
  /// `tablet.down`.
  func pressTablet(_ parameters: TabletParameters, reply: ControlReply<InputResult>)
  /// `tablet.up`.
  func releaseTablet(_ parameters: TabletParameters, reply: ControlReply<InputResult>)
  /// `tablet.button`.
  func pressTabletButton(_ parameters: TabletButton.Parameters, reply: ControlReply<InputResult>)
  /// `tablet.out`.
  func leaveTablet(_ parameters: LeaveTablet.Parameters, reply: ControlReply<InputResult>)
  /// `type`.
  func type(_ parameters: TypeText.Parameters, reply: ControlReply<InputResult>)
  /// `press`.
  func press(_ parameters: PressKeys.Parameters, reply: ControlReply<InputResult>)
}

/// Reads and writes the clipboard and the primary selection.
package protocol ClipboardBackend: AnyObject {
  /// `clipboard.get`.
  func getClipboard(_ parameters: GetClipboard.Parameters, reply: ControlReply<GetClipboard.Result>)
  /// `clipboard.set`.
  func setClipboard(_ parameters: SetClipboard.Parameters) throws(ControlError) -> SetClipboard.Result
}

/// Takes pictures.
package protocol CaptureBackend: AnyObject {
  /// `shot`.
  func shot(_ parameters: Shot.Parameters, reply: ControlReply<Shot.Result>)
  /// `pixel`.
  func lookAtPixel(_ parameters: LookAtPixel.Parameters) throws(ControlError) -> LookAtPixel.Result
  /// `record.start`.
  func startRecording(_ parameters: StartRecording.Parameters) throws(ControlError) -> StartRecording.Result
  /// `record.wait`.
  func waitRecording(_ parameters: WaitRecording.Parameters, reply: ControlReply<RecordingState>)
  /// `record.stop`.
  func stopRecording(_ parameters: StopRecording.Parameters, reply: ControlReply<RecordingState>)
}

/// Waits.
package protocol WaitBackend: AnyObject {
  /// `wait.window`.
  func waitWindow(_ parameters: WaitWindow.Parameters, reply: ControlReply<WaitWindow.Result>)
  /// `wait.settled`.
  func waitSettled(_ parameters: WaitSettled.Parameters, reply: ControlReply<WaitSettled.Result>)
  /// `wait.pixel`.
  func waitPixel(_ parameters: WaitPixel.Parameters, reply: ControlReply<WaitPixel.Result>)
  /// `wait.picture`.
  func waitPicture(_ parameters: WaitPicture.Parameters, reply: ControlReply<WaitPicture.Result>)
  /// `wait.screen`.
  func waitScreen(_ parameters: WaitScreen.Parameters, reply: ControlReply<WaitScreen.Result>)
}

/// Lets time pass.
package protocol ClockBackend: AnyObject {
  /// `step`; refused under the real clock.
  func step(_ parameters: Step.Parameters, reply: ControlReply<Step.Result>)
}

/// Shows the screens somewhere.
package protocol SessionBackend: AnyObject {
  /// `session.attach`.
  func attachSession(_ parameters: AttachSession.Parameters, reply: ControlReply<AttachSession.Result>)
}
