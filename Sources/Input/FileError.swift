/// Why a file that may be anything was not read.
package enum FileError: Error, CustomStringConvertible {
  /// The system refused: the number of its error, and what was tried.
  case system(SystemCallError)
  /// It is a directory, a pipe or a device.
  case notAFile
  /// It has more bytes than are read: how many these are.
  case tooLarge(limit: Int)

  /// A sentence for people.
  package var description: String {
    switch self {
    case .system(let error): error.reason
    case .notAFile: "it is not a regular file"
    case .tooLarge(let limit): "it has more than \(limit) bytes"
    }
  }
}
