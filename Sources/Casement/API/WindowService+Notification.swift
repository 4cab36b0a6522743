extension WindowService {
  /// One thing that happened, in the order in which clients were told.
  public enum Notification: Hashable {
    /// A client made a window; it has no content yet.
    case windowAdded(Window)
    /// The window is gone. The handle still has its number.
    case windowRemoved(Window)
    /// It has content and is neither hidden nor minimised; before, it was not so.
    case windowDidBecomeVisible(Window)
    /// The opposite. Not told where the window is removed.
    case windowDidBecomeHidden(Window)
    /// It is the key window now.
    case windowDidBecomeKey(Window, Reason)
    /// It is the key window no longer. Not told where the window is removed.
    case windowDidResignKey(Window, Reason)
    /// Its level is another.
    case windowDidChangeLevel(Window)
    /// Other windows are next to it, in front or behind.
    case windowDidChangeOrder(Window)
    /// It is on another screen, or on none.
    case windowDidChangeScreen(Window, Reason)
    /// Its frame is another.
    case windowDidChangeFrame(Window)
    /// Its insets are others.
    case windowDidChangeInsets(Window)
    /// The on-screen keyboard appeared while it is key, moved or went, or it is key no longer.
    case windowDidChangeKeyboardFrame(Window)
    /// Its client replaced its root, or took it away.
    case windowDidChangeRoot(Window)
    /// Its title or its app id is another.
    case windowDidChangeName(Window)
    /// Its client asked to make it key, and may not: somebody may want to look at it.
    case windowWantsAttention(Window)
    /// A client rang the bell, for the window where it named one.
    case bellDidRing(Window?)
    /// The screen is connected. Not told of those that the service began with.
    case screenDidConnect(Screen)
    /// The screen is gone. The handle still has its number.
    case screenDidDisconnect(Screen)
    /// Its mode, scale, orientation, place, brightness or overscan is another.
    case screenDidChange(Screen)
    /// It shows what another screen shows, or its own windows again.
    case screenDidChangeMirroring(Screen)
    /// Somebody captures it, or nobody any more.
    case screenDidChangeCaptured(Screen)
    /// Another screen is the main one, or none is.
    case mainScreenDidChange(Screen?)
    /// The session is locked.
    case sessionDidLock
    /// The session is unlocked.
    case sessionDidUnlock
  }

  /// Why key or the screen of a window changed.
  public enum Reason: Hashable, Sendable {
    /// A client asked.
    case requested
    /// The key window was hidden, minimised or unmapped.
    case windowHidden
    /// The key window was destroyed.
    case windowDestroyed
    /// The key window's client went away.
    case clientGone
    /// The screen went away, or the window was taken off it.
    case screenLost
    /// The window may no longer be key.
    case notCapable
    /// It was next in line; of a screen: the window came back to it, or was given one.
    case fallback
    /// This program, or a controller, asked.
    case controller
    /// The session was locked or unlocked.
    case lock
    /// Somebody pressed or touched it.
    case press
  }

  /// Calls `body` with everything that happens from now on, in order, after clients were told. It may change windows and screens; what
  /// follows from that is told after what happened before.
  ///
  /// - Returns: what keeps the calls coming, until it is cancelled or released.
  public func observe(_ body: @escaping (Notification) -> Void) -> Observation { notifier.observe(body) }
}

/// Keeps a closure informed for as long as somebody holds it.
public final class Observation {
  var body: ((WindowService.Notification) -> Void)?

  init(_ body: @escaping (WindowService.Notification) -> Void) { self.body = body }

  /// Ends the calls at once.
  public func cancel() { body = nil }
}
