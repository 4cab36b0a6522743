internal import Geometry
internal import Surfaces
internal import WaylandServer

/// Where text is typed, whatever protocol its client speaks.
protocol TextField: AnyObject {
  /// The surface that it is on; nil while it is on none.
  var surface: Surface? { get }
  /// What its client said of it.
  var state: TextFieldState { get }
  /// The number by which its client knows the state: `commit_state` of version 1, the count of commits of version 3.
  var serial: UInt32 { get }
  /// Whether a keyboard on the screen shall be shown for it.
  var wantsPanel: Bool { get }
  /// Carries out what an input method did, as one step.
  func perform(_ edit: TextEdit)
  /// It is the active one no more, and did not ask for that.
  func deactivated()
  /// The keyboard on the screen is shown now, or not any more.
  func panelChanged(isShown: Bool)
  /// An input method pressed or released what gives a keysym. - Returns: false where the protocol has no way to say so.
  func keysym(_ keysym: UInt32, time: UInt32, state: UInt32, modifiers: UInt32) -> Bool
  func modifiersMap(_ names: [UInt8])
  func language(_ language: String)
  func textDirection(_ direction: UInt32)
}

// What version 3 has no events for: nothing can be told.
extension TextField {
  func panelChanged(isShown: Bool) {}
  func keysym(_ keysym: UInt32, time: UInt32, state: UInt32, modifiers: UInt32) -> Bool { false }
  func modifiersMap(_ names: [UInt8]) {}
  func language(_ language: String) {}
  func textDirection(_ direction: UInt32) {}
}

/// What a client says of a text field. Numbers are those of version 3 of the protocols.
struct TextFieldState: Equatable {
  /// Text around the cursor; places are in bytes of its UTF-8.
  struct Surrounding: Equatable {
    var text: String
    var cursor: UInt32
    var anchor: UInt32

    /// `text` with its cursor; places outside of it are put at its nearest end.
    init(_ text: String, cursor: Int, anchor: Int) {
      self.text = text
      let end = text.utf8.count
      self.cursor = UInt32(clamping: min(max(cursor, 0), end))
      self.anchor = UInt32(clamping: min(max(anchor, 0), end))
    }
  }

  /// What is wanted.
  struct ContentType: Equatable {
    var hint: UInt32
    var purpose: UInt32
  }

  /// Nil: the client does not tell.
  var surrounding: Surrounding?
  /// Who changed the text: 0 the input method, 1 something else.
  var cause: UInt32 = 0
  /// Nil: the client does not tell.
  var contentType: ContentType?
  /// The area of the cursor on the surface; nil: the client does not tell.
  var cursor: Rect<SurfacePoints>?
  /// The language that is wanted (version 1); empty: any.
  var language = ""
}

/// What an input method does to a text as one step, in this order: the text being composed goes, text is deleted, text is inserted, and
/// what is being composed now is shown.
struct TextEdit {
  /// Text that is being composed.
  struct Preedit {
    var text: String
    /// Where its cursor is, in bytes; both −1: nowhere.
    var begin: Int32
    var end: Int32
    /// What becomes of it when the field is left (version 1).
    var fallback = ""
    var styles: [(index: UInt32, length: UInt32, style: UInt32)] = []
  }

  var preedit: Preedit?
  var commit: String?
  /// Bytes to delete before and after the cursor.
  var deletion: (before: UInt32, after: UInt32)?
  /// Where the cursor shall be afterwards, in bytes from where it was (version 1).
  var cursor: (index: Int32, anchor: Int32)?
}

/// What types into text fields, whatever protocol its client speaks. One at a time is in force.
protocol InputMethod: AnyObject {
  var client: Client { get }
  /// A text field is active, and was not before.
  func activate(_ field: any TextField)
  /// The active text field has another state.
  func update(_ field: any TextField)
  /// The client of the active text field changed the text in a way that makes what is being composed meaningless.
  func reset(_ field: any TextField)
  /// No text field is active any more.
  func deactivate(_ field: any TextField)
  func invokeAction(button: UInt32, index: UInt32)
}

extension InputMethod {
  func invokeAction(button: UInt32, index: UInt32) {}
}
