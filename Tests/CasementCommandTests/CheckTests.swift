import Testing

@Suite struct CheckTests {
  @Test func aSceneFileThatIsRightIsOk() throws {
    let casement = Casement()
    casement.directory.write("{screens: ['800x600']}", to: "scene.json5")
    let path = "\(casement.directory.path)/scene.json5"
    let outcome = try casement.run("check", path)
    #expect((outcome.status, outcome.output, outcome.errors) == (0, "\(path): ok\n", ""))
  }

  @Test func eachMistakeIsALine() throws {
    let casement = Casement()
    casement.directory.write("{\n  clok: 1,\n  background: {picture: 'none.png'}}", to: "scene.json5")
    let path = "\(casement.directory.path)/scene.json5"
    let outcome = try casement.run("check", path)
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        \(path):2:3: clok: there is no such member; did you mean clock?
        \(path):3:25: background.picture: picture \(casement.directory.path)/none.png: No such file or directory

        """)
  }

  @Test func noControlCharacterOfAFileReachesTheTerminal() throws {
    let casement = Casement()
    casement.directory.write(#"{clock: '\u001b[31m\u009b31m', '\u007f': 1, keymap: 'us\u0000'}"#, to: "scene.json5")
    let outcome = try casement.run("check", "\(casement.directory.path)/scene.json5")
    #expect(outcome.status == 1 && outcome.output.split(separator: "\n").count == 3)
    #expect(!outcome.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) })
  }

  @Test func aServiceWithASceneFileIsAsThatSays() throws {
    let casement = Casement()
    casement.directory.write("{screens: ['321x123,name=panel']}", to: "scene.json5")
    let path = "\(casement.directory.path)/scene.json5"
    let outcome = try casement.run("run", "--config", path, "--", Casement.path, "screens", "--json")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\"name\":\"panel\""), "\(outcome.output) \(outcome.errors)")
    #expect(try casement.run("run", "--config", path + "x", "--", "true").status == 125)
  }
}
