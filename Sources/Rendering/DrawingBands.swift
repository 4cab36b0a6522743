import Geometry
import Scene

/// How a large region is cut into bands that can be drawn side by side.
enum DrawingBands {
  /// Below this many pixels one core is done before another has begun.
  static let leastPixels = 512 * 1024
  /// Bands for each core, so that one with more work in it does not keep all waiting.
  private static let perCore = 4
  /// A band is at least this high: what every band costs is little against it.
  private static let leastRows = 32

  /// The bands of `region` from the top down; it alone, where cutting it is no gain.
  ///
  /// - Parameter cores: how many there are.
  static func cut(_ region: Region<ScreenPixels>, cores: Int) -> [Region<ScreenPixels>] {
    let bounds = region.bounds
    guard cores > 1, bounds.width * bounds.height >= leastPixels else { return [region] }
    let pixels = region.rects.reduce(0) { $0 + $1.width * $1.height }
    guard pixels >= leastPixels else { return [region] }
    let count = min(cores * perCore, bounds.height / leastRows)
    guard count > 1 else { return [region] }
    return (0..<count).compactMap { index in
      let (top, bottom) = (bounds.height * index / count, bounds.height * (index + 1) / count)
      let band = region.intersection(Rect(x: bounds.x, y: bounds.y + top, width: bounds.width, height: bottom - top))
      return band.isEmpty ? nil : band
    }
  }
}
