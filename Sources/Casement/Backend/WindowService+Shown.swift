package import Geometry
internal import Rendering
package import Scene
package import Surfaces
package import WindowModel

/// What a backend shows of the service's screens.
extension WindowService {
  /// Grows with everything that may change what a screen shows.
  package var sceneVersion: UInt64 { sceneSequence }

  /// All that `screen` shows now; nil where there is no such screen.
  ///
  /// - Parameter cursor: whether the pointer is a part of the picture.
  package func sceneFrame(of screen: ScreenID, cursor: Bool) -> SceneFrame? {
    SceneBuilder.frame(of: screen, in: self, cursor: cursor)?.frame
  }

  /// What of a surface's buffer changed since its content had the sequence `since`; nil: all of it may have.
  package func contentDamage(of key: SurfaceKey, since: UInt64) -> Region<BufferPixels>? {
    surface(SurfaceID(rawValue: key.rawValue))?.state.history.damage(since: since)
  }

  /// The hold on the buffer that a surface shows; nil where it shows none.
  package func bufferUse(of key: SurfaceKey) -> BufferUse? { surface(SurfaceID(rawValue: key.rawValue))?.state.buffer }

  /// Ends the clients whose memory was gone when it was drawn.
  package func memoryWasGone(_ keys: [SurfaceKey]) { endClients(ofFaulty: keys) }

  /// Whether every window that `screen` shows has drawn itself as it was last told to be.
  package func areWindowsSettled(on screen: ScreenID) -> Bool {
    clientWindows.values.allSatisfy { $0.shownScreen != screen || $0.role.isConfigureAnswered }
  }

  /// The title and the app id of what stands for `screen`: its key window, else its front-most one; nil where it has none.
  package func mainContent(of screen: ScreenID) -> (title: String, appID: String)? {
    let shown = model.frontToBack(on: screen).filter { model.window($0)?.kind == .toplevel }
    let chosen = model.key.flatMap { shown.contains($0) ? $0 : nil } ?? shown.first
    return chosen.flatMap { clientWindows[$0] }.map { ($0.role.title, $0.role.appID) }
  }

  /// Takes over to say when the content that `screen` shows now was seen, for all who want to know. Nothing under a manual clock, which
  /// has times of its own.
  package func takeFeedback(on screen: ScreenID) -> [ShownContent] { clock.kind == .real ? frameLoop.takeFeedback(of: screen) : [] }
}

/// Content that was shown, and whose client wants to know when it was seen.
package final class ShownContent {
  private let feedback: PresentationFeedback
  private let output: OutputGlobal?

  init(_ feedback: PresentationFeedback, on output: OutputGlobal?) {
    self.feedback = feedback
    self.output = output
  }

  /// It was seen.
  ///
  /// - Parameters:
  ///   - time: nanoseconds on CLOCK_MONOTONIC.
  ///   - refresh: nanoseconds to the next frame; 0 where they are not known.
  ///   - sequence: the frame's number.
  ///   - flags: those of `wp_presentation_feedback.kind`.
  package func presented(at time: UInt64, refresh: UInt64, sequence: UInt64, flags: UInt32 = 0) {
    feedback.presented(at: time, refresh: refresh, sequence: sequence, on: output, flags: flags)
  }

  /// It was not seen, and will not be.
  package func discard() { feedback.discard() }
}
