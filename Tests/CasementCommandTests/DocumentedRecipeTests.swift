import Glibc
import Testing

@testable import CasementCommand

/// The recipes of `Sources/Documentation/recipes.md`, each run in an empty folder as it stands there.
@Suite(.serialized) struct DocumentedRecipeTests {
  let casement = Casement()
  private let page = readFile(AutomationTests.source("Sources/Documentation/recipes.md")) ?? ""

  /// The part of the page under a heading.
  private func section(_ heading: String) throws -> String {
    let rest = try #require(page.split(separator: "\n## \(heading)\n", maxSplits: 1).last)
    return String(rest.split(separator: "\n## ", maxSplits: 1)[0])
  }

  /// The blocks of a language in it.
  private func blocks(_ language: String, in text: String) -> [String] {
    text.split(separator: "```\(language)\n", omittingEmptySubsequences: false).dropFirst().map {
      String($0.split(separator: "```", maxSplits: 1)[0])
    }
  }

  /// Runs a script in the test's folder, where `casement` is in the PATH.
  private func shell(_ script: String) throws -> Casement.Outcome {
    casement.directory.write("#!/bin/sh\nexec \"$CASEMENT\" \"$@\"\n", to: "casement")
    return casement.finish(
      try casement.start(shell: "cd \"$TEST\"; chmod 755 casement; export PATH=\"$TEST:/usr/bin:$PATH\"\n" + script))
  }

  @Test func theShellScriptKeepsItsPictureAndComparesWithIt() throws {
    casement.directory.write(try #require(blocks("sh", in: section("A shell script")).first), to: "recipe.sh")
    let first = try shell("exec sh ./recipe.sh")
    #expect(first.status == 0, "\(first.errors)")
    #expect(casement.directory.names.contains("golden.png"))
    #expect(readFile("\(casement.directory.path)/report/report.html")?.contains("sh -eu -c") != nil)
    #expect(try shell("exec sh ./recipe.sh").status == 0)
    let broken = try shell("sed -i 's/echo hello/echo good bye/' recipe.sh; exec sh ./recipe.sh")
    #expect(broken.status == 1)
    #expect(broken.output.contains("pixels differ"))
    #expect(casement.directory.names.contains("diff.png"))
  }

  @Test func theRecipesForXAndForTheSamePictureTwiceLeaveTheirPictures() throws {
    for (heading, picture) in [("Programs for X", "x.png"), ("The same picture twice", "twice.png")] {
      casement.directory.write(try #require(blocks("sh", in: section(heading)).first), to: "recipe.sh")
      var pictures: [[UInt8]?] = []
      for _ in 0..<2 {
        let outcome = try shell("exec sh ./recipe.sh")
        #expect(outcome.status == 0, "\(outcome.errors)")
        pictures.append(readBytes("\(casement.directory.path)/\(picture)"))
      }
      #expect(pictures[0] != nil)
      if heading == "The same picture twice" { #expect(pictures[0] == pictures[1]) }
    }
  }

  @Test func theFixtureForPytestServesEachTest() throws {
    let blocks = blocks("python", in: try section("pytest"))
    #expect(blocks.count == 2)
    casement.directory.write(blocks[0], to: "conftest.py")
    casement.directory.write(
      blocks[1] + """


        def test_a_mistake_is_told(casement):
            try:
                casement.call("wait.window", window="nobody", timeout=10)
                assert False
            except AssertionError as error:
                assert "did not come within 10 ms" in str(error)
        """, to: "test_terminal.py")
    let outcome = try shell("mkdir -p reports; exec /usr/bin/python3 -m pytest -q -p no:cacheprovider")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("2 passed"))
    let reports = ["test_the_title_is_what_the_program_said", "test_a_mistake_is_told"]
    for name in reports { #expect(readFile("\(casement.directory.path)/reports/\(name)/report.html") != nil) }
  }

  @Test func theWorkflowsCommandsRun() throws {
    let section = try section("A workflow in YAML")
    let workflow = try #require(blocks("yaml", in: section).first)
    casement.directory.write(workflow, to: "workflow.yml")
    casement.directory.write(try #require(blocks("sh", in: section).first), to: "gui-tests.sh")
    // packages are looked for, not installed, and what is installed for all goes beside
    casement.directory.write(
      """
      #!/bin/sh
      for word; do case $word in update|install|-*) ;; *) dpkg-query -W -f='${Package} ${Status}\\n' "$word" || exit 1;; esac; done
      """, to: "apt-get")
    casement.directory.write("#!/bin/sh\nexec /usr/bin/install \"$1\" \"$2\" \"$3\" \"$TEST/bin/\"\n", to: "install")
    casement.directory.write(
      """
      import subprocess, sys, yaml
      workflow = yaml.safe_load(open("workflow.yml"))
      for step in workflow["jobs"]["gui"]["steps"]:
          if "run" in step:
              print(step["name"], flush=True)
              # as the runner does it
              subprocess.run(["sh", "-e", "-c", step["run"]], check=True)
      print(workflow["jobs"]["gui"]["steps"][-1]["with"]["path"])
      """, to: "runner.py")
    let outcome = try shell(
      """
      mkdir -p ci bin; mv casement ci/casement; mv gui-tests.sh ci/; chmod 755 apt-get install
      export PATH="$TEST/bin:$PATH"
      exec /usr/bin/python3 runner.py
      """)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasPrefix("Install\n"))
    #expect(outcome.output.contains("foot install ok installed"))
    #expect(outcome.output.contains("\nTest\n"))
    #expect(outcome.output.hasSuffix("report\n"))
    #expect(readBytes("\(casement.directory.path)/report/terminal.png") != nil)
    #expect(readFile("\(casement.directory.path)/report/report.html")?.contains("\"status\":0") == true)
  }

  /// What stands in the right column of the table beside xvfb-run, with programs that end by themselves.
  @Test func everyLineBesideXvfbRunWorks() throws {
    let rows = try section("From xvfb-run").split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count >= 15)
    var (alone, inside): ([String], [String]) = ([], [])
    for row in rows {
      let cell = try #require(row.split(separator: " | ").last)
      for part in cell.split(separator: "`") where part.hasPrefix("casement ") {
        let command = String(part)
        if command.hasPrefix("casement run") {
          alone.append(
            command.replacing("-- PROGRAM", with: "-- wayland-info -i wl_output").replacing("-- xterm", with: "-- xterm -e true"))
        } else {
          inside.append(
            command.replacing("film.mkv", with: "film.mkv --seconds 0.2").replacing("compare a", with: "compare --threshold 100% a"))
        }
      }
    }
    #expect(alone.count == 4)
    #expect(inside.count >= 12)
    for command in alone {
      let outcome = try shell(command)
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
    casement.directory.write(
      "foot -o cursor.blink=no cat & casement wait window foot; casement wait settled; casement clipboard set x\n"
        + "casement shot a.png; cp a.png b.png\nset -ex\n" + inside.joined(separator: "\n") + "\n", to: "inside.sh")
    let outcome = try shell("exec casement run --timeout 100 -- sh inside.sh")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }
}
