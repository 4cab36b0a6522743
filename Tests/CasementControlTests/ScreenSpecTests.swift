import Testing

@testable import CasementControl

@Suite struct ScreenSpecTests {
  @Test func everyPartIsRead() throws {
    let spec = try ScreenSpec(
      parsing: "1920x1080@59.94,name=left,scale=1.5,transform=flipped-90,x=-10,y=20,mirror=right,overscan=1:2:3:4,compensation=none")
    var expected = ScreenSpec(width: 1920, height: 1080)
    expected.refresh = 59.94
    expected.name = "left"
    expected.scale = 1.5
    expected.transform = .flipped90
    (expected.x, expected.y) = (-10, 20)
    expected.mirror = "right"
    expected.overscan = ScreenOverscan(top: 1, left: 2, bottom: 3, right: 4)
    expected.compensation = .none
    #expect(spec == expected)
    #expect(spec.refreshMillihertz == 59940)
    #expect(try ScreenSpec(parsing: spec.description) == spec)
  }

  @Test(arguments: ["1x1", "16384x16384@1000", "640x480@1", "10x10,scale=0.25", "10x10,scale=8", "10x10,transform=normal"])
  func boundsBelongToWhatIsAllowed(text: String) throws {
    let spec = try ScreenSpec(parsing: text)
    #expect(try ScreenSpec(parsing: spec.description) == spec)
  }

  @Test(arguments: [
    ("", "not a size"), ("1280", "not a size"), ("x", "not a size"), ("1280x", "not a size"), ("1280×720", "not a size"),
    ("1280x720x3", "not a size"), ("12.5x10", "not a size"), ("0x10", "width of 0"), ("10x0", "height of 0"), ("-1x10", "width of -1"),
    ("16385x10", "1 to 16384"), ("99999999999999999999x1", "not a size"), ("10x10@", "not a rate"), ("10x10@fast", "not a rate"),
    ("10x10@0", "1 to 1000"), ("10x10@1001", "1 to 1000"), ("10x10@nan", "not a rate"), ("10x10@inf", "not a rate"),
    ("10x10@60Hz", "not a rate"), ("10x10,", "not KEY=VALUE"), ("10x10,scale", "not KEY=VALUE"), ("10x10,size=3", "name="),
    ("10x10,scale=0.2", "0.25 to 8"), ("10x10,scale=9", "0.25 to 8"), ("10x10,scale=big", "not a number"),
    ("10x10,scale=1e0", "not a number"),
    ("10x10,transform=45", "flipped-270"), ("10x10,x=1.5", "whole number"), ("10x10,y=2000000", "-1000000 to 1000000"),
    ("10x10,name=", "1 to 64 letters"), ("10x10,name=a b", "1 to 64 letters"), ("10x10,name=é", "1 to 64 letters"),
    ("10x10,overscan=-1", "0 to 4096"), ("10x10,overscan=1:2:3", "no overscan"), ("10x10,overscan=", "no overscan"),
    ("10x10,compensation=more", "scale, inset, none"), ("10x10,scale=1,scale=2", "twice"), ("10x10,name=a,mirror=a", "mirror itself"),
    ("10x10,mode=1x1", "no “mode”"),
  ])
  func anErrorSaysWhatIsWrongAndWhatWouldBeRight(text: String, hint: String) {
    let error = #expect(throws: ControlError.self) { try ScreenSpec(parsing: text) }
    #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
    #expect(error?.code == .invalidParameters)
  }

  @Test func everyTransformHasItsNumber() {
    for transform in ScreenTransform.allCases { #expect(ScreenTransform(outputTransform: transform.outputTransform) == transform) }
    #expect(ScreenTransform(outputTransform: 8) == nil)
  }
}
