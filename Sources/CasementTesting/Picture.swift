public import Casement
internal import CasementControl
internal import Geometry
internal import Rendering
internal import Scene
internal import WindowModel

/// A picture of a screen or of a window, to look at and to compare.
public struct Picture {
  let pixels: PixelBuffer
  /// Pixels a point.
  let scale: Double

  /// Pixels across.
  public var width: Int { pixels.size.width }
  /// Pixels down.
  public var height: Int { pixels.size.height }

  /// The colour of a pixel, premultiplied, as 0xAARRGGBB; alpha is 255 in pictures of screens.
  ///
  /// - Precondition: it is inside.
  public subscript(x: Int, y: Int) -> UInt32 {
    precondition((0..<width).contains(x) && (0..<height).contains(y), "(\(x), \(y)) is outside of a picture of \(width)×\(height)")
    return pixels[x, y] | (pixels.format == .xrgb8888 ? 0xff00_0000 : 0)
  }

  /// The picture as a PNG file.
  public var png: [UInt8] {
    do { return try PNG.encode(pixels, metadata: PNGMetadata(scale: scale)) } catch {
      preconditionFailure("a picture of ours is a PNG: \(error)")
    }
  }

  /// The picture in a PNG file.
  ///
  /// - Throws: `PictureError` where it is none.
  public init(png: [UInt8]) throws(PictureError) {
    do throws(PNGError) {
      let (picture, metadata) = try PNG.decode(png)
      self.init(picture, scale: metadata.scale ?? 1)
    } catch {
      throw PictureError("it is not a PNG that can be read: \(error)")
    }
  }

  init(_ pixels: PixelBuffer, scale: Double) {
    self.pixels = pixels
    self.scale = scale
  }

  /// How far apart pixels may be to count as alike.
  public enum Tolerance: Hashable, Sendable {
    /// Not at all.
    case exact
    /// Each of red, green, blue and alpha by this much of 255.
    case parts(Int)
    /// What a person sees: by this distance in CIE L*a*b*; 2.3 is just noticeable.
    case perceived(Double)
  }

  /// A part of a picture, in pixels.
  public struct Region: Hashable, Sendable {
    var rect: Rect<BufferPixels>
    /// The part at (x, y).
    public init(x: Int, y: Int, width: Int, height: Int) { rect = Rect(x: x, y: y, width: width, height: height) }
  }

  /// Where this picture differs from another of the same size.
  ///
  /// - Throws: `PictureError` where the sizes differ.
  public func difference(
    from other: Picture, tolerance: Tolerance = .exact, ignoring ignored: [Region] = []
  ) throws(PictureError) -> Difference {
    let tolerance: PictureComparison.Tolerance =
      switch tolerance {
      case .exact: .parts(0)
      case .parts(let most): .parts(most)
      case .perceived(let most): .perceived(most)
      }
    do throws(PictureComparisonError) {
      return Difference(try PictureComparison(pixels, other.pixels, tolerance: tolerance, ignoring: ignored.map(\.rect)))
    } catch {
      throw PictureError("it has \(width)×\(height) pixels, the other \(other.width)×\(other.height)")
    }
  }

  /// Where two pictures differ.
  public struct Difference {
    /// How many pixels differ by more than was allowed.
    public let pixels: Int
    /// The largest difference in any part of any pixel, of 255.
    public let largest: Int
    /// The first picture in pale grey, with what differs in red.
    public let picture: Picture
    let bounds: Rect<BufferPixels>

    init(_ comparison: PictureComparison) {
      pixels = comparison.differingPixels
      largest = comparison.largestDifference
      bounds = comparison.bounds
      picture = Picture(comparison.picture, scale: 1)
    }

    /// Whether nothing differs by more than was allowed.
    public var isNone: Bool { pixels == 0 }
  }
}

/// Why a picture cannot be read, or is not as it should be.
public struct PictureError: Error, CustomStringConvertible {
  /// A sentence for people.
  public let description: String
  init(_ description: String) { self.description = description }
}

extension TestService {
  /// The picture of a screen as it is now; of the main one where no name is given.
  ///
  /// - Throws: `PictureError` where there is no such screen.
  public func picture(ofScreen name: String? = nil) throws(PictureError) -> Picture {
    let id = if let name { service.model.screen(named: name) } else { service.model.mainScreen }
    guard let id, let capture = service.capture(screen: id) else { throw PictureError("there is no screen “\(name ?? "main")”") }
    return Picture(capture.picture, scale: capture.scale)
  }

  /// The whole picture of a window as it is now, also where others cover it.
  ///
  /// - Throws: `PictureError` where it has no content.
  public func picture(of window: Casement.Window) throws(PictureError) -> Picture {
    guard let capture = service.capture(window: WindowID(rawValue: window.id)) else { throw PictureError("the window has no content") }
    return Picture(capture.picture, scale: capture.scale)
  }
}
