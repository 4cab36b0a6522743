/// `events.subscribe`: asks for events as notifications.
package enum SubscribeEvents: ControlMethod {
  package static let name = "events.subscribe"
  package static let summary =
    "From now on this connection gets a notification `event` for each event. Subscribing again replaces the choice of kinds."
  package typealias Result = Nothing

  /// Which events.
  package struct Parameters: ControlObject, Hashable {
    package var kinds: [ControlEvent.Kind]?

    /// Of these kinds.
    package init(kinds: [ControlEvent.Kind]? = nil) { self.kinds = kinds }

    package static var notes: KeyValuePairs<String, String> { ["kinds": "the kinds wanted; all where absent"] }
  }
}

/// `events.unsubscribe`: wants no more events.
package enum UnsubscribeEvents: ControlMethod {
  package static let name = "events.unsubscribe"
  package static let summary = "From now on this connection gets no events."
  package typealias Parameters = Nothing
  package typealias Result = Nothing
}
