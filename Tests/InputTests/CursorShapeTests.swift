import Testing

@testable import Input

@Test func shapesHaveTheProtocolsNumbersWithoutAGap() {
  #expect(CursorShape.allCases.map(\.rawValue) == Array(1...36))
  #expect(CursorShape.default.name == "default")
  #expect(CursorShape.contextMenu.rawValue == 2)
  #expect(CursorShape.zoomOut.rawValue == 34)
  #expect(CursorShape.dndAsk.rawValue == 35)
  #expect(CursorShape.allResize.rawValue == 36)
  #expect(CursorShape(rawValue: 0) == nil)
  #expect(CursorShape(rawValue: 37) == nil)
}

@Test func everyShapeIsFoundByItsOwnName() {
  for shape in CursorShape.allCases { #expect(CursorShape(named: shape.name) == shape) }
  #expect(CursorShape(named: "left_ptr") == .default)
  #expect(CursorShape(named: "xterm") == .text)
  #expect(CursorShape(named: "no such") == nil)
}
