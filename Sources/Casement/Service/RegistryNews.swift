internal import WaylandServer

/// Tells a client that did not read which screens came and went, once it does.
final class RegistryNews: NewsTeller {
  let client: Client
  private unowned let service: WindowService

  init(_ client: Client, _ service: WindowService) { (self.client, self.service) = (client, service) }

  func catchUp() { if !client.tellRegistries() { service.lateNews.wait(self) } }
}
