internal import Glibc

/// Why a picture could not be written as a PNG, or read from one.
package enum PNGError: Error, Equatable, CustomStringConvertible {
  /// The picture's memory was gone.
  case fault
  /// The system refused to write: the number of its error, as `errno` has it.
  case system(errno: Int32)
  /// What libpng says is wrong with the file.
  case invalid(String)
  /// The file's picture has more pixels than are read: `PNG.maximumPixels`.
  case tooLarge(width: Int, height: Int)

  /// What is wrong, for people.
  package var description: String {
    switch self {
    case .fault: "the picture's memory is gone"
    case .system(let number): unsafe String(cString: strerror(number))
    case .invalid(let reason): reason
    case .tooLarge(let width, let height): "\(width)x\(height) pixels are more than the \(PNG.maximumPixels) that are read"
    }
  }
}
