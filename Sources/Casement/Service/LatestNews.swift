internal import WaylandServer

/// One thing that a client is told whenever it is another; a client that does not read, only what it is when it does.
final class LatestNews<Value: Equatable>: NewsTeller {
  let client: Client
  private unowned let service: WindowService
  private var told: Value
  private var latest: Value
  private let send: (Value) -> Void

  /// - Parameter told: what the client knows, or takes for granted.
  init(_ told: Value, for client: Client, _ service: WindowService, send: @escaping (Value) -> Void) {
    (self.told, latest) = (told, told)
    (self.client, self.service, self.send) = (client, service, send)
  }

  /// It is `value` now.
  func tell(_ value: Value) {
    latest = value
    catchUp()
  }

  func catchUp() {
    guard latest != told else { return forget() }
    guard service.lateNews.maySend(16, by: self) else { return }
    told = latest
    send(latest)
  }

  /// Nothing is to be told any more.
  func forget() { service.lateNews.forget(self) }
}
