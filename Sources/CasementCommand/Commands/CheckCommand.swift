import Casement
import CasementControl

/// `casement check`: whether a scene file is right.
enum CheckCommand {
  static let command = Command(
    words: ["check"], summary: "Checks a scene file, and names every mistake with its line and column.",
    details: [
      "", "Also looks for the pictures and the keymap that the file names. Standard output has “FILE: ok”, or one",
      "line for each mistake: FILE:LINE:COLUMN: PATH: what would be right.",
    ],
    positionals: [Positional(name: "FILE", help: "The scene file, as for --config.")],
    statuses: [(1, "The file has mistakes, or cannot be read.")], success: "The file has no mistake."
  ) { arguments in
    let path = arguments.words[0]
    do throws(SceneFileError) {
      _ = try ServiceConfiguration(sceneFile: path, checksWhatItNames: true)
    } catch {
      Output.out(error.description.printable(keepsLines: true) + "\n")
      return 1
    }
    return Output.out("\(path.printable()): ok\n") ? 0 : 1
  }
}
