/// One thing that happened in the model. Clients, controllers and the recorder are told in the order of the array.
///
/// Within one operation the order is: touches and popups that end; who resigned, where the keyboard goes, who became key;
/// visibility, level, order and screen; what became of screens; last, for each window concerned, its frame, insets and the request to
/// configure it. (A window that is shown and made key becomes visible first.)
package enum WindowEvent: Hashable, Sendable {
  /// The window exists.
  case added(WindowID)
  /// The window is gone. Its id names nothing any more.
  case removed(WindowID)
  /// The window has content and is neither hidden nor minimised; before, it was not so.
  case becameVisible(WindowID)
  /// The opposite of `becameVisible`. Not sent where the window is removed.
  case becameHidden(WindowID)
  /// The window is no longer key. Not sent to a window that is removed.
  case resignedKey(WindowID, ChangeReason)
  /// Keyboard input moves (`wl_keyboard.leave` and `enter`, unless a popup or a lock has it). Either may be nil; `from` may be gone.
  case keyMoved(from: WindowID?, to: WindowID?)
  /// The window is key.
  case becameKey(WindowID, ChangeReason)
  /// A client asked to be key with an invalid token: somebody may want to look at the window.
  case attention(WindowID)
  /// The level that the window reports is another.
  case levelChanged(WindowID, WindowLevel)
  /// A shown window has other neighbours in front or behind.
  case reordered(WindowID)
  /// The window's parent is another: it was asked for, or the old one was unmapped or removed.
  case parentChanged(WindowID, WindowID?)
  /// Fullscreen, maximised, minimised or tiled changed, as other programs are told.
  case stateChanged(WindowID)
  /// The window belongs to another screen, or to none.
  case screenChanged(WindowID, ScreenID?, ChangeReason)
  /// Touches in the window are over; so is an interactive move or resize of it.
  case touchesCancelled(WindowID)
  /// Touches in all windows are over.
  case allTouchesCancelled
  /// The window's popups must go.
  case popupsDismissed(WindowID)
  /// The window lost its place for good: its client is to be asked to destroy it (a layer surface whose screen went).
  case closed(WindowID)
  /// The window must be asked to be as `configuration(of:)` says.
  case configure(WindowID)
  /// `frame(of:)` is another.
  case frameChanged(WindowID)
  /// `insets(of:)` are others.
  case insetsChanged(WindowID)
  /// `keyboardFrame(of:)` is another.
  case keyboardFrameChanged(WindowID)
  /// The session is locked: only lock windows are drawn and reached by input.
  case locked
  /// The session is unlocked.
  case unlocked
  /// The screen is connected.
  case screenAdded(ScreenID)
  /// Anything of the screen changed that a client is told: mode, scale, transform, place, brightness, overscan.
  case screenUpdated(ScreenID)
  /// The screen shows what another one shows, or, with nil, its own windows.
  case mirroringChanged(ScreenID, mirrors: ScreenID?)
  /// Somebody captures the screen, or nobody any more.
  case capturedChanged(ScreenID, Bool)
  /// Another screen is the main one, or none is.
  case mainScreenChanged(ScreenID?)
  /// The screen is gone. Its id names nothing any more.
  case screenRemoved(ScreenID)
}
