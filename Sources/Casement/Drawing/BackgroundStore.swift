internal import Geometry
internal import Input
internal import Rendering
internal import Scene

/// What is behind the windows of each screen. Pictures are read once, when the service starts.
struct BackgroundStore {
  /// The most bytes that a picture's file has.
  private static var largestFile: Int { 1 << 28 }

  private let standard: SceneBackground
  private let screens: [String: SceneBackground]

  /// The backgrounds that `configuration` names.
  ///
  /// - Throws: `ServiceError.picture` where one cannot be read.
  init(_ configuration: ServiceConfiguration) throws(ServiceError) {
    var pictures: [String: PixelBuffer] = [:]
    func make(_ background: Background) throws(ServiceError) -> SceneBackground {
      switch background {
      case .colour(let red, let green, let blue):
        return .colour(Colour(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255))
      case .picture(let path):
        let picture: PixelBuffer
        if let known = pictures[path] { picture = known } else { picture = try Self.load(path) }
        pictures[path] = picture
        return .picture(picture)
      }
    }
    standard = try make(configuration.background)
    var screens: [String: SceneBackground] = [:]
    for (name, background) in configuration.screenBackgrounds { screens[name] = try make(background) }
    self.screens = screens
  }

  /// What is behind the windows of the screen called `screen`.
  func background(of screen: String) -> SceneBackground { screens[screen] ?? standard }

  /// The picture in the PNG file at `path`.
  ///
  /// - Throws: `ServiceError.picture` where it cannot be read.
  static func load(_ path: String) throws(ServiceError) -> PixelBuffer {
    let bytes: [UInt8]
    do {
      bytes = try BoundedFile.contents(of: path, limit: largestFile)
    } catch {
      throw .picture(path: path, reason: error.description)
    }
    do {
      return try PNG.decode(bytes).picture
    } catch {
      let reason =
        switch error {
        case .invalid(let reason): "it is not a PNG file that can be read: \(reason)"
        case .tooLarge(let width, let height): "its \(width)×\(height) pixels are too many"
        case .fault, .system: "it cannot be read"
        }
      throw .picture(path: path, reason: reason)
    }
  }
}
