/// A window by id, with its app id for people.
package struct WindowReference: ControlObject, Hashable {
  package var window: Int
  package var appID: String?
  package var kind: String?

  /// The window `window` of the application `appID`.
  package init(window: Int, appID: String?) {
    self.window = window
    self.appID = appID
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "window": "id of the window", "appID": "its app id, of a layer surface its namespace; absent where it never said",
      "kind": "`layer` or `lock`, of the key window where it is one; absent for ordinary windows",
    ]
  }
}

extension WindowReference {
  /// What it encodes to, made without an encoder.
  var json: JSONValue {
    var members = [JSONValue.Member("window", .number(JSONNumber(window)))]
    if let appID { members.append(.init("appID", .string(appID))) }
    if let kind { members.append(.init("kind", .string(kind))) }
    return .object(members)
  }
}
