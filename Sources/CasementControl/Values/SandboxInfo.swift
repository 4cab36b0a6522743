/// What a sandbox engine says of a client (`wp_security_context_v1`).
package struct SandboxInfo: ControlObject, Hashable {
  package var engine: String?
  package var appID: String?
  package var instanceID: String?

  /// A description; nil stands for what the engine did not say.
  package init(engine: String?, appID: String?, instanceID: String?) {
    self.engine = engine
    self.appID = appID
    self.instanceID = instanceID
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "engine": "name of the sandbox engine, such as org.flatpak",
      "appID": "the application, in the engine's terms",
      "instanceID": "the running instance, in the engine's terms",
    ]
  }
}
