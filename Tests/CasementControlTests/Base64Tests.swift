import Testing

@testable import CasementControl

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func theVectorsOfRFC4648(plain: String, text: String) {
    #expect(Base64(Array(plain.utf8)).text == text)
    #expect(Base64(text)?.bytes == Array(plain.utf8))
  }

  @Test func everyByteSurvives() {
    let bytes = (0...255).map(UInt8.init)
    for length in 250...256 {
      let part = Array(bytes.prefix(length))
      #expect(Base64(Base64(part).text)?.bytes == part)
    }
  }

  @Test(arguments: ["Z", "Zg", "Zg=", "Z===", "Zg==Zg==", "Zm9v\n", "Zm-_", "=Zm9", "Zm=v"]) func whatIsNotBase64IsRefused(text: String) {
    #expect(Base64(text) == nil)
  }
}
