/// `clipboard.get`: what is on the clipboard.
package enum GetClipboard: ControlMethod {
  package static let name = "clipboard.get"
  package static let summary = "What is on the clipboard, as text or as bytes of one of its types."

  /// As which type.
  package struct Parameters: ControlObject, Hashable {
    package var type: String?

    /// As `type`.
    package init(type: String? = nil) { self.type = type }

    package static var notes: KeyValuePairs<String, String> {
      ["type": "the MIME type wanted; the best of the plain texts where absent"]
    }
  }

  /// What is there.
  package struct Result: ControlObject, Hashable {
    package var types: [String]
    package var type: String?
    package var text: String?
    package var data: Base64?

    /// A content with all of its members.
    package init(types: [String], type: String?, text: String?, data: Base64?) {
      self.types = types
      self.type = type
      self.text = text
      self.data = data
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "types": "all types on offer; empty for an empty clipboard",
        "type": "the type of what follows; absent where there is no text on offer and no type was asked for",
        "text": "the content of a text type that is valid UTF-8",
        "data": "the content otherwise, in Base64",
      ]
    }
  }
}

/// `clipboard.set`: puts text on the clipboard.
package enum SetClipboard: ControlMethod {
  package static let name = "clipboard.set"
  package static let summary = "Puts text on the clipboard."
  package typealias Result = Nothing

  /// What to put there.
  package struct Parameters: ControlObject, Hashable {
    package var text: String

    /// `text`, as plain text.
    package init(text: String) { self.text = text }

    package static var notes: KeyValuePairs<String, String> { ["text": "the text"] }
  }
}
