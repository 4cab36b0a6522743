import Testing

@testable import WindowModel

@Suite struct WindowLevelTests {
  @Test("9: a window that set no level has 0; the constants are 0, 1000 and 2000")
  func theConstants() throws {
    var f = try Fixture()
    let a = f.stock()
    #expect(f.model.window(a)?.level.rawValue == 0)
    #expect([WindowLevel.normal, .statusBar, .alert].map(\.rawValue) == [0, 1000, 2000])
  }

  @Test("18: NaN and the infinities are refused", arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func whatIsNoNumberIsRefused(value: Double) throws {
    #expect(throws: ModelError.invalidLevel) { try WindowLevel(clamping: value) }
    var f = try Fixture()
    let a = try f.window(level: 3)
    #expect(throws: ModelError.invalidLevel) { try f.model.setLevel(a, value) }
    #expect(f.model.window(a)?.level == WindowLevel(3))
  }

  @Test("18: −0.0 is 0.0") func negativeZeroIsZero() throws {
    #expect(try WindowLevel(clamping: -0.0).rawValue.sign == .plus)
    var f = try Fixture()
    let a = try f.window()
    #expect(try f.model.setLevel(a, -0.0).isEmpty)
  }

  @Test("19: 1e9 asked by a client is the largest double below 10 000 000", arguments: [1e9, 1e7, Double.greatestFiniteMagnitude])
  func highLevelsAreClamped(value: Double) throws {
    #expect(try WindowLevel(clamping: value).rawValue == 10_000_000.0.nextDown)
  }
}
