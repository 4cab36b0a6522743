/// `session.attach`: shows the screens in another session.
package enum AttachSession: ControlMethod {
  package static let name = "session.attach"
  package static let summary = "Shows the screens as windows of a Wayland session, instead of where they were shown."
  package typealias Result = Nothing

  /// Which session.
  package struct Parameters: ControlObject, Hashable {
    package var display: String

    /// The session whose socket is at this path.
    package init(display: String) { self.display = display }

    package static var notes: KeyValuePairs<String, String> { ["display": "path of the session's Wayland socket"] }
  }
}
