internal import Geometry
internal import Scene

struct CursorShape: RawRepresentable { var rawValue: UInt32; static let `default` = CursorShape(rawValue: 1) }
struct CursorPicture { var pixels: PixelBuffer; var hotspot: Point<ScreenPixels> }
extension WindowService { func cursorPicture(_ shape: CursorShape, scale: Double) -> CursorPicture? { nil } }
