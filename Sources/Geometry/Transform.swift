/// One of the eight ways in which a picture can lie: quarter turns, and the same after a flip left to right.
///
/// Raw values are those of `wl_output.transform`. As there, turns are counter-clockwise, and a flipped transform flips about the
/// vertical axis first and turns afterwards.
public enum Transform: Int32, CaseIterable, Sendable {
  /// As it is.
  case normal = 0
  /// A quarter turn.
  case rotated90 = 1
  /// Upside down.
  case rotated180 = 2
  /// Three quarter turns.
  case rotated270 = 3
  /// Mirrored left to right.
  case flipped = 4
  /// Mirrored, then a quarter turn.
  case flipped90 = 5
  /// Mirrored, then upside down.
  case flipped180 = 6
  /// Mirrored, then three quarter turns.
  case flipped270 = 7

  /// Quarter turns counter-clockwise, 0 to 3.
  @inlinable public var turns: Int32 { rawValue & 3 }
  /// Whether it mirrors.
  @inlinable public var isFlipped: Bool { rawValue & 4 != 0 }
  /// Whether width and height trade places.
  @inlinable public var swapsAxes: Bool { rawValue & 1 != 0 }

  /// The transform that undoes this one. A flip, whatever turn follows it, undoes itself.
  @inlinable public var inverse: Transform {
    isFlipped ? self : Transform(rawValue: (4 - turns) & 3)!
  }

  /// This transform, then `next`.
  @inlinable public func then(_ next: Transform) -> Transform {
    let flipped = isFlipped != next.isFlipped
    let turn = next.isFlipped ? next.turns - turns : next.turns + turns
    return Transform(rawValue: (turn & 3) | (flipped ? 4 : 0))!
  }

  /// The size of a picture of `size` after the transform.
  @inlinable public func apply<Space>(_ size: Size<Space>) -> Size<Space> { swapsAxes ? size.swapped : size }

  /// Where `rect` of a picture of `size` lies after the transform.
  @inlinable public func apply<Space>(_ rect: Rect<Space>, in size: Size<Space>) -> Rect<Space> {
    let x = isFlipped ? size.width - rect.maxX : rect.x
    let (y, w, h) = (rect.y, rect.width, rect.height)
    switch turns {
    case 1: return Rect(x: y, y: size.width - x - w, width: h, height: w)
    case 2: return Rect(x: size.width - x - w, y: size.height - y - h, width: w, height: h)
    case 3: return Rect(x: size.height - y - h, y: x, width: h, height: w)
    default: return Rect(x: x, y: y, width: w, height: h)
    }
  }

  /// Where `point` of a picture of `size` lies after the transform.
  @inlinable public func apply<Space>(_ point: PrecisePoint<Space>, in size: PreciseSize<Space>) -> PrecisePoint<Space> {
    let x = isFlipped ? size.width - point.x : point.x
    let y = point.y
    switch turns {
    case 1: return PrecisePoint(x: y, y: size.width - x)
    case 2: return PrecisePoint(x: size.width - x, y: size.height - y)
    case 3: return PrecisePoint(x: size.height - y, y: x)
    default: return PrecisePoint(x: x, y: y)
    }
  }
}
