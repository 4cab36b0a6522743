/// A value that travels as a JSON object, with a sentence about each of its members.
///
/// The sentences make the reference page and `--help`; a test compares their names with the members that really travel.
package protocol ControlObject: Codable, Sendable {
  /// Each member by its JSON name, with what it means: unit or coordinate space, default, what absence says.
  static var notes: KeyValuePairs<String, String> { get }
}

/// One method of the control socket: its name, what goes in, what comes out, and a sentence for the reference page.
package protocol ControlMethod: SendableMetatype {
  /// What the caller sends as `params`.
  associatedtype Parameters: ControlObject
  /// What the caller gets as `result`.
  associatedtype Result: Codable & Sendable
  /// The name on the wire, lower case, with a dot between a group and its member.
  static var name: String { get }
  /// What the method does, as a sentence.
  static var summary: String { get }
}

/// The parameters of a method that takes none, or the result of one that has nothing to say.
package struct Nothing: ControlObject {
  /// Nothing.
  package init() {}
  package static var notes: KeyValuePairs<String, String> { [:] }
}
