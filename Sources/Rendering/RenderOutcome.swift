package import Geometry
package import Scene

/// What became of drawing a frame.
package struct RenderOutcome {
  /// What was drawn anew.
  package var painted: Region<ScreenPixels>
  /// The surfaces whose memory was gone; zeros were drawn for what was missing.
  package var faults: [SurfaceKey]
}
