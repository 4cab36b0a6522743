internal import Geometry
internal import Scene

/// A picture that a host can be given now, and how.
enum PicturePlan {
  /// Drawn into a buffer of ours; plain, where it is nothing but a copy of a client's.
  case draw(SharedBuffer, isPlain: Bool)
  /// A client's buffer that is all of it.
  case lend(LentBuffers.Loan, ClientPicture)
  /// One colour.
  case fill(Colour)
  /// A client's buffer at a place, in points and in pixels, on one colour.
  case place(LentBuffers.Loan, ClientPicture, Rect<SurfacePoints>, Rect<ScreenPixels>, on: Colour)
  /// Drawn into a buffer of ours that is shown at a place, in points, on black: the window is of another form than the screen.
  case frame(SharedBuffer, Rect<SurfacePoints>)

  /// What the host has once it was given it.
  var shown: ShownPicture {
    switch self {
    case .draw: .drawn
    case .lend: .lent
    case .fill(let colour): .ground(colour)
    case .place(_, _, let place, _, let colour): .inset(place, colour)
    case .frame(_, let place): .framed(place)
    }
  }
}

/// What a host has of a screen.
enum ShownPicture: Equatable {
  /// Nothing yet, or nothing any more.
  case nothing
  /// A picture of ours.
  case drawn
  /// A client's buffer that is all of the picture.
  case lent
  /// One colour.
  case ground(Colour)
  /// A client's buffer at this place, on one colour.
  case inset(Rect<SurfacePoints>, Colour)
  /// A picture of ours at this place, on black.
  case framed(Rect<SurfacePoints>)

  /// Whether the host reads memory of a client's.
  var isLent: Bool {
    switch self {
    case .lent, .inset: true
    case .nothing, .drawn, .ground, .framed: false
    }
  }
}
