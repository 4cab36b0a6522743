/// `clipboard.get`: what is on the clipboard.
package enum GetClipboard: ControlMethod {
  package static let name = "clipboard.get"
  package static let summary = "What is on the clipboard, or selected, as text or as bytes of one of its types."

  /// As which type.
  package struct Parameters: ControlObject, Hashable {
    package var type: String?
    package var primary: Bool?

    /// As `type`.
    package init(type: String? = nil, primary: Bool? = nil) {
      self.type = type
      self.primary = primary
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "type": "the MIME type wanted; the best of the plain texts where absent",
        "primary": "whether the primary selection is meant, in place of the clipboard; false where absent",
      ]
    }
  }

  /// What is there.
  package struct Result: ControlObject, Hashable {
    package var types: [String]
    package var type: String?
    package var text: String?
    package var data: Base64?

    /// A content with all of its members.
    package init(types: [String], type: String? = nil, text: String? = nil, data: Base64? = nil) {
      self.types = types
      self.type = type
      self.text = text
      self.data = data
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "types": "all types on offer; empty where nothing is there",
        "type": "the type of what follows; absent where there is no text on offer and no type was asked for",
        "text": "the content where it is of a text type and valid UTF-8",
        "data": "the content otherwise, in Base64",
      ]
    }
  }
}

/// `clipboard.set`: puts something on the clipboard.
package enum SetClipboard: ControlMethod {
  package static let name = "clipboard.set"
  package static let summary = "Puts text or data on the clipboard, or selects it; with neither, empties it."
  package typealias Result = Nothing

  /// What to put there.
  package struct Parameters: ControlObject, Hashable {
    package var text: String?
    package var data: Base64?
    package var type: String?
    package var primary: Bool?

    /// `text` or `data` as `type`.
    package init(text: String? = nil, data: Base64? = nil, type: String? = nil, primary: Bool? = nil) {
      self.text = text
      self.data = data
      self.type = type
      self.primary = primary
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "text": "the text",
        "data": "the bytes, in Base64, in place of a text; `type` says what they are",
        "type": "the one MIME type that it is offered as; all names of plain text where absent",
        "primary": "whether the primary selection is meant, in place of the clipboard; false where absent",
      ]
    }
  }
}
