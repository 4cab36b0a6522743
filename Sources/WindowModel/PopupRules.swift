package import Geometry

/// Where a popup wants to be, and what may be done where it does not fit: the rules of `xdg_positioner`, one axis at a time.
package struct PopupRules: Hashable, Sendable {
  /// The popup's size; the client must set it.
  package var size: Size<WindowPoints> = .zero
  /// The rectangle of the parent's window geometry that the popup stands at.
  package var anchorRect: Rect<WindowPoints>?
  /// The edges of the anchor rectangle that it stands at; none: its middle.
  package var anchor: Edges = []
  /// The directions into which it grows from there; none: it is centred.
  package var gravity: Edges = []
  package var adjustment: Adjustment = []
  package var offset: Point<WindowPoints> = .zero
  /// Whether it is placed anew when its surroundings change.
  package var isReactive = false
  /// The size that the parent will have.
  package var parentSize: Size<WindowPoints>?
  /// The parent's configure that this will be true for.
  package var parentConfigure: UInt32?

  /// What may be done on an axis where the popup does not fit; the values of `xdg_positioner.constraint_adjustment`.
  package struct Adjustment: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let slideX = Adjustment(rawValue: 1)
    package static let slideY = Adjustment(rawValue: 2)
    package static let flipX = Adjustment(rawValue: 4)
    package static let flipY = Adjustment(rawValue: 8)
    package static let resizeX = Adjustment(rawValue: 16)
    package static let resizeY = Adjustment(rawValue: 32)
  }

  package init() {}

  /// Whether the client said what it must: a size and an anchor rectangle.
  package var isComplete: Bool { !size.isEmpty && anchorRect != nil }

  /// Where the popup comes to lie, in the parent's window geometry.
  ///
  /// Each axis is solved by itself: first flipped, where that makes it fit; then slid; then made smaller. A flip that does not help is
  /// undone (`xdg_positioner.constraint_adjustment`).
  /// - Parameter bounds: what it must stay inside, in the same space; nil: nothing.
  package func place(within bounds: Rect<WindowPoints>?) -> Rect<WindowPoints> {
    let anchorRect = anchorRect ?? .zero
    let horizontal = Axis(
      size: size.width, anchorStart: anchorRect.minX, anchorEnd: anchorRect.maxX,
      anchor: Side(start: anchor.contains(.left), end: anchor.contains(.right)),
      gravity: Side(start: gravity.contains(.left), end: gravity.contains(.right)), offset: offset.x)
    let vertical = Axis(
      size: size.height, anchorStart: anchorRect.minY, anchorEnd: anchorRect.maxY,
      anchor: Side(start: anchor.contains(.top), end: anchor.contains(.bottom)),
      gravity: Side(start: gravity.contains(.top), end: gravity.contains(.bottom)), offset: offset.y)
    let x = horizontal.solve(
      within: bounds.map { ($0.minX, $0.maxX) }, flip: adjustment.contains(.flipX), slide: adjustment.contains(.slideX),
      resize: adjustment.contains(.resizeX))
    let y = vertical.solve(
      within: bounds.map { ($0.minY, $0.maxY) }, flip: adjustment.contains(.flipY), slide: adjustment.contains(.slideY),
      resize: adjustment.contains(.resizeY))
    return Rect(x: x.start, y: y.start, width: x.end - x.start, height: y.end - y.start)
  }

  /// One of two opposite edges, or neither.
  private enum Side {
    case start, middle, end

    init(start: Bool, end: Bool) { self = start == end ? .middle : start ? .start : .end }

    var opposite: Side {
      switch self {
      case .start: .end
      case .middle: .middle
      case .end: .start
      }
    }
  }

  /// The popup's place on one axis.
  private struct Axis {
    let size: Int
    let anchorStart: Int
    let anchorEnd: Int
    let anchor: Side
    let gravity: Side
    let offset: Int

    typealias Span = (start: Int, end: Int)

    private func span(_ anchor: Side, _ gravity: Side, _ offset: Int) -> Span {
      let point =
        switch anchor {
        case .start: anchorStart
        case .middle: anchorStart + (anchorEnd - anchorStart) / 2
        case .end: anchorEnd
        }
      let start =
        switch gravity {
        case .start: point - size
        case .middle: point - size / 2
        case .end: point
        }
      return (start + offset, start + offset + size)
    }

    func solve(within bounds: Span?, flip: Bool, slide: Bool, resize: Bool) -> Span {
      var span = span(anchor, gravity, offset)
      guard let bounds else { return span }
      func fits(_ span: Span) -> Bool { span.start >= bounds.start && span.end <= bounds.end }
      if fits(span) { return span }
      if flip {
        let flipped = self.span(anchor.opposite, gravity.opposite, -offset)
        if fits(flipped) { return flipped }
      }
      if slide {
        span = slid(span, within: bounds)
        if fits(span) { return span }
      }
      if resize {
        let cut: Span = (max(span.start, bounds.start), min(span.end, bounds.end))
        if cut.end > cut.start { return cut }
      }
      return span
    }

    /// Moves the popup inside (`xdg_positioner.constraint_adjustment.slide_x`): first into the direction in which it grows, until its far
    /// end is inside or its near end would go out; then back in the same way.
    private func slid(_ span: Span, within bounds: Span) -> Span {
      var (start, end) = span
      func forward() -> Int { max(0, min(bounds.start - start, bounds.end - end)) }
      func backward() -> Int { max(0, min(end - bounds.end, start - bounds.start)) }
      for isForward in gravity == .start ? [false, true] : [true, false] {
        let way = isForward ? forward() : -backward()
        (start, end) = (start + way, end + way)
      }
      return (start, end)
    }
  }
}
