/// What a client did wrong, for which it was ended.
package struct ClientError: ControlObject, Hashable {
  package var interface: String
  package var code: Int
  package var object: Int
  package var message: String
  package var requests: [String]

  /// An error with all of its members.
  package init(interface: String, code: Int, object: Int, message: String, requests: [String]) {
    self.interface = interface
    self.code = code
    self.object = object
    self.message = message
    self.requests = requests
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "interface": "the interface whose errors have the code",
      "code": "the error's number there",
      "object": "number of the object that it was posted on",
      "message": "the service's sentence",
      "requests": "the client's last requests, the last one at the end; only those since somebody subscribed to this kind",
    ]
  }
}
