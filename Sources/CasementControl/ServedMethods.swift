import Glibc

/// The table of the methods that are served: the one place that says which there are.
///
/// A method that is not in it does not exist: not on the wire, not in `version`, not on the command line, not on the reference page.
package enum ServedMethods {
  /// All of them, in the order of the reference page.
  package static let all: [ServedMethod] = [
    .own(Ping.self) { _, _ in Nothing() },
    .own(Version.self) { call, _ in
      Version.Result(
        version: casementVersion, pid: Int(getpid()), waylandDisplay: call.backend.waylandDisplay, methods: ServedMethods.names)
    },
    .immediate(ListWindows.self) { backend, _ throws(ControlError) in try backend.windows() },
    .immediate(ListScreens.self) { backend, _ throws(ControlError) in try backend.screens() },
    .immediate(DescribeSeat.self) { backend, _ throws(ControlError) in try backend.seat() },

    .immediate(MakeKey.self) { backend, parameters throws(ControlError) in try backend.makeKey(parameters) },
    .immediate(ShowWindow.self) { backend, parameters throws(ControlError) in try backend.show(parameters) },
    .immediate(HideWindow.self) { backend, parameters throws(ControlError) in try backend.hide(parameters) },
    .immediate(CloseWindow.self) { backend, parameters throws(ControlError) in try backend.close(parameters) },
    .immediate(RaiseWindow.self) { backend, parameters throws(ControlError) in try backend.raise(parameters) },
    .immediate(SetLevel.self) { backend, parameters throws(ControlError) in try backend.setLevel(parameters) },
    .immediate(PlaceWindow.self) { backend, parameters throws(ControlError) in try backend.place(parameters) },
    .immediate(MoveWindow.self) { backend, parameters throws(ControlError) in try backend.move(parameters) },

    .immediate(AddScreen.self) { backend, parameters throws(ControlError) in try backend.addScreen(parameters) },
    .immediate(RemoveScreen.self) { backend, parameters throws(ControlError) in try backend.removeScreen(parameters) },
    .immediate(SetScreen.self) { backend, parameters throws(ControlError) in try backend.setScreen(parameters) },

    .input(Tap.self) { $0.tap($1, reply: $2) },
    .deferred(LongPress.self) { $0.longPress($1, reply: $2) },
    .deferred(Swipe.self) { $0.swipe($1, reply: $2) },
    .deferred(Pinch.self) { $0.pinch($1, reply: $2) },
    .deferred(Touch.self) { $0.touch($1, reply: $2) },
    .input(MovePointer.self) { $0.movePointer($1, reply: $2) },
    .input(PressPointer.self) { $0.pressPointer($1, reply: $2) },
    .input(ReleasePointer.self) { $0.releasePointer($1, reply: $2) },
    .input(ClickPointer.self) { $0.clickPointer($1, reply: $2) },
    .input(ScrollPointer.self) { $0.scrollPointer($1, reply: $2) },
    .deferred(DragPointer.self) { $0.dragPointer($1, reply: $2) },
    .deferred(SwipePointer.self) { $0.swipePointer($1, reply: $2) },
    .deferred(PinchPointer.self) { $0.pinchPointer($1, reply: $2) },
    .deferred(HoldPointer.self) { $0.holdPointer($1, reply: $2) },
    .deferred(MoveTablet.self) { $0.moveTablet($1, reply: $2) },
    .deferred(PressTablet.self) { $0.pressTablet($1, reply: $2) },
    .deferred(ReleaseTablet.self) { $0.releaseTablet($1, reply: $2) },
    .deferred(TabletButton.self) { $0.pressTabletButton($1, reply: $2) },
    .deferred(LeaveTablet.self) { $0.leaveTablet($1, reply: $2) },
    .input(TypeText.self) { $0.type($1, reply: $2) },
    .input(PressKeys.self) { $0.press($1, reply: $2) },

    .deferred(Shot.self) { $0.shot($1, reply: $2) },
    .immediate(LookAtPixel.self) { backend, parameters throws(ControlError) in try backend.lookAtPixel(parameters) },
    .immediate(StartRecording.self) { backend, parameters throws(ControlError) in try backend.startRecording(parameters) },
    .deferred(WaitRecording.self) { $0.waitRecording($1, reply: $2) },
    .deferred(StopRecording.self) { $0.stopRecording($1, reply: $2) },

    .deferred(WaitWindow.self) { $0.waitWindow($1, reply: $2) },
    .deferred(WaitSettled.self) { $0.waitSettled($1, reply: $2) },
    .deferred(WaitPixel.self) { $0.waitPixel($1, reply: $2) },
    .deferred(WaitPicture.self) { $0.waitPicture($1, reply: $2) },
    .deferred(WaitScreen.self) { $0.waitScreen($1, reply: $2) },

    .deferred(GetClipboard.self) { $0.getClipboard($1, reply: $2) },
    .immediate(SetClipboard.self) { backend, parameters throws(ControlError) in try backend.setClipboard(parameters) },

    .deferred(Step.self) { $0.step($1, reply: $2) },
    .deferred(AttachSession.self) { $0.attachSession($1, reply: $2) },

    .own(SubscribeEvents.self) { call, parameters in
      call.session.subscribe(to: parameters.kinds)
      call.backend.subscribed(to: parameters.kinds)
      return Nothing()
    },
    .own(UnsubscribeEvents.self) { call, _ in
      call.session.unsubscribe()
      return Nothing()
    },
  ]

  /// Their names, in the same order.
  package static var names: [String] { all.map(\.name) }

  private static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The method of this name; nil where none is served.
  package static func named(_ name: String) -> ServedMethod? { table[name] }

  /// Whether a method is served.
  package static func contains(_ method: any ControlMethod.Type) -> Bool { table[method.name] != nil }
}

/// The version of Casement.
package let casementVersion = "0.1.0"
