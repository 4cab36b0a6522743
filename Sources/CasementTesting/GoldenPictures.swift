internal import Geometry
internal import Glibc

/// Pictures that tests compare with: PNG files in a folder, made and renewed by running the tests with CASEMENT_RENEW_GOLDEN=1.
///
///     let golden = GoldenPictures(beside: #filePath)
///     try golden.check(service.picture(), "settings", tolerance: .parts(2))
///
/// Where a picture is not as it was, `NAME.actual.png` and `NAME.diff.png` are written beside it, and go when it is as it was again. Fonts,
/// toolkits and themes differ from one system to the next: make the files where they are compared, or allow for it.
public struct GoldenPictures {
  /// Where the files are.
  public let directory: String
  private let renews: Bool

  /// The files in the folder `Golden` beside a source file.
  public init(beside file: StaticString = #filePath) {
    let path = file.description
    self.init(directory: (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + "Golden")
  }

  /// The files in `directory`, which is made with the first of them.
  public init(directory: String) {
    self.init(directory: directory, renews: unsafe getenv("CASEMENT_RENEW_GOLDEN").map { unsafe String(cString: $0) } == "1")
  }

  init(directory: String, renews: Bool) {
    self.directory = directory
    self.renews = renews
  }

  /// Compares a picture with the one that is kept as `name`, or keeps it where that is asked for.
  ///
  /// - Parameters:
  ///   - allowed: how many pixels may differ.
  ///   - ignored: parts that are not looked at, in pixels.
  /// - Throws: `PictureError` where it is another, or none is kept.
  public func check(
    _ picture: Picture, _ name: String, tolerance: Picture.Tolerance = .exact, allowing allowed: Int = 0,
    ignoring ignored: [Picture.Region] = []
  ) throws(PictureError) {
    precondition(!name.isEmpty && !name.contains("/"), "a golden picture's name is that of a file")
    let path = "\(directory)/\(name).png"
    let (actual, diff) = ("\(directory)/\(name).actual.png", "\(directory)/\(name).diff.png")
    if renews {
      unsafe mkdir(directory, 0o777)
      try Self.write(picture.png, to: path)
      unsafe unlink(actual)
      unsafe unlink(diff)
      return
    }
    guard let file = Self.read(path) else {
      throw PictureError("there is no golden picture \(path): run the test with CASEMENT_RENEW_GOLDEN=1, and look at what it makes")
    }
    let golden: Picture
    do throws(PictureError) { golden = try Picture(png: file) } catch { throw PictureError("\(path): \(error)") }
    let difference: Picture.Difference
    do throws(PictureError) {
      difference = try golden.difference(from: picture, tolerance: tolerance, ignoring: ignored)
    } catch {
      try? Self.write(picture.png, to: actual)
      throw PictureError("“\(name)” is not as it was: \(error); see \(actual)")
    }
    guard difference.pixels > allowed else {
      unsafe unlink(actual)
      unsafe unlink(diff)
      return
    }
    try? Self.write(picture.png, to: actual)
    try? Self.write(difference.picture.png, to: diff)
    let bounds = difference.bounds
    throw PictureError(
      "“\(name)” is not as it was: \(difference.pixels) pixels differ, by \(difference.largest) of 255 at most, inside "
        + "\(bounds.x),\(bounds.y),\(bounds.width)x\(bounds.height); see \(diff) and \(actual). If that is right, renew it with "
        + "CASEMENT_RENEW_GOLDEN=1")
  }

  private static func read(_ path: String) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += buffer[..<count]
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(PictureError) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    var written = 0
    while file >= 0, written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress! + written, $0.count - written) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      written += count
    }
    let reason = unsafe String(cString: strerror(errno))
    if file >= 0 { close(file) }
    guard file >= 0, written == bytes.count else { throw PictureError("cannot write \(path): \(reason)") }
  }
}
