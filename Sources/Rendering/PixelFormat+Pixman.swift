import CPixman
import Scene

extension PixelFormat {
  /// The same format's name in pixman.
  var pixman: pixman_format_code_t {
    switch self {
    case .argb8888: PIXMAN_a8r8g8b8
    case .xrgb8888: PIXMAN_x8r8g8b8
    case .abgr8888: PIXMAN_a8b8g8r8
    case .xbgr8888: PIXMAN_x8b8g8r8
    case .rgba8888: PIXMAN_r8g8b8a8
    case .rgbx8888: PIXMAN_r8g8b8x8
    case .bgra8888: PIXMAN_b8g8r8a8
    case .bgrx8888: PIXMAN_b8g8r8x8
    case .argb2101010: PIXMAN_a2r10g10b10
    case .xrgb2101010: PIXMAN_x2r10g10b10
    case .abgr2101010: PIXMAN_a2b10g10r10
    case .xbgr2101010: PIXMAN_x2b10g10r10
    case .rgb888: PIXMAN_r8g8b8
    case .bgr888: PIXMAN_b8g8r8
    case .rgb565: PIXMAN_r5g6b5
    case .bgr565: PIXMAN_b5g6r5
    case .argb1555: PIXMAN_a1r5g5b5
    case .xrgb1555: PIXMAN_x1r5g5b5
    case .abgr1555: PIXMAN_a1b5g5r5
    case .xbgr1555: PIXMAN_x1b5g5r5
    case .argb4444: PIXMAN_a4r4g4b4
    case .xrgb4444: PIXMAN_x4r4g4b4
    case .abgr4444: PIXMAN_a4b4g4r4
    case .xbgr4444: PIXMAN_x4b4g4r4
    case .rgb332: PIXMAN_r3g3b2
    case .bgr233: PIXMAN_b2g3r3
    }
  }
}
