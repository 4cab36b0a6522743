internal import CasementControl
internal import Input

extension ServiceConfiguration {
  /// The most bytes that a scene file has.
  private static var largestSceneFile: Int { 1 << 20 }

  /// What the scene file at `path` says; what it does not speak of is as by default. Files that it names are looked for beside it.
  ///
  /// - Throws: all mistakes of the file, or why it cannot be read.
  public init(sceneFile path: String) throws(SceneFileError) {
    try self.init(sceneFile: path, checksWhatItNames: false)
  }

  /// The same, and where it is asked for, the pictures and the keymap that the file names are tried.
  ///
  /// - Throws: all mistakes of the file, or why it cannot be read.
  package init(sceneFile path: String, checksWhatItNames: Bool) throws(SceneFileError) {
    let bytes: [UInt8]
    do {
      bytes = try BoundedFile.contents(of: path, limit: Self.largestSceneFile)
    } catch {
      throw SceneFileError(file: path, mistakes: [.init(line: 0, column: 0, path: "", message: "cannot be read: \(error)")])
    }
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    try self.init(scene: bytes, file: path, directory: directory, checksWhatItNames: checksWhatItNames)
  }

  /// What `bytes`, the content of a scene file, say.
  ///
  /// - Parameter directory: where files that it names are, with a slash at its end; empty for the present one.
  /// - Throws: all mistakes.
  package init(
    scene bytes: [UInt8], file: String, directory: String = "", checksWhatItNames: Bool = false
  ) throws(SceneFileError) {
    let mistakes = SceneMistakes()
    do throws(ControlError) {
      let root = SceneValue(json: try LocatedJSON(parsingJSON5: bytes), path: "", mistakes: mistakes)
      self = SceneReader(directory: directory, checksWhatItNames: checksWhatItNames).configuration(root)
    } catch {
      mistakes.add(error.message, error.data?.parameter ?? "", at: error.data?.offset ?? 0)
      self.init()
    }
    guard mistakes.list.isEmpty else {
      let sorted = mistakes.list.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(\.element)
      var positions = TextPositions(in: bytes)
      throw SceneFileError(
        file: file,
        mistakes: sorted.prefix(SceneFileError.most).map { mistake in
          let position = positions.position(of: mistake.offset)
          return .init(
            line: position.line, column: position.column, path: mistake.path.printable(), message: mistake.message.printable())
        }, omitted: max(0, sorted.count - SceneFileError.most))
    }
  }
}
