extension JSONValue {
  /// The value as JSON text on one line.
  package var bytes: [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(240)
    write(to: &output)
    return output
  }

  /// Appends the value as JSON text on one line.
  package func write(to output: inout [UInt8]) {
    switch self {
    case .null: output += "null".utf8
    case .bool(let value): output += (value ? "true" : "false").utf8
    case .number(let number): output += number.text.utf8
    case .string(let text): Self.write(text, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        element.write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.write(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for index in 0..<utf8.count {
        let byte = unsafe utf8[index]
        // U+0080 to U+009F, which some terminals obey, too, begin with C2
        let isControl = unsafe byte == 0xC2 && index + 1 < utf8.count && utf8[index + 1] < 0xA0
        guard byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || isControl else { continue }
        unsafe output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
        unsafe escape(isControl ? utf8[index + 1] : byte, to: &output)
        start = index + (isControl ? 2 : 1)
      }
      unsafe output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func escape(_ byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case 0x22: output += "\\\"".utf8
    case 0x5C: output += "\\\\".utf8
    case 0x0A: output += "\\n".utf8
    case 0x0D: output += "\\r".utf8
    case 0x09: output += "\\t".utf8
    default:
      let digits = Array("0123456789abcdef".utf8)
      output += "\\u00".utf8
      output.append(digits[Int(byte >> 4)])
      output.append(digits[Int(byte & 15)])
    }
  }
}
