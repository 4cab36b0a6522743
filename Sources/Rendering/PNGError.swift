/// Why a picture could not be written as a PNG, or read from one.
package enum PNGError: Error, Equatable {
  /// The picture's memory was gone.
  case fault
  /// The system refused to write: the number of its error, as `errno` has it.
  case system(errno: Int32)
  /// What libpng says is wrong with the file.
  case invalid(String)
  /// The file's picture has more pixels than are read: `PNG.maximumPixels`.
  case tooLarge(width: Int, height: Int)
}
