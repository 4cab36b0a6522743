internal import Geometry
internal import Input
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// The seat's graphics tablet: it covers the screens, is there from its first use on, and has a tool of each kind that was used.
///
/// A tool has a focus of its own. A window whose client knows no tablets sees the pointer instead, pressed by the tip.
final class SeatTablet {
  private unowned let service: WindowService
  /// The tools that were used, in the order of their first use.
  private(set) var tools: [TabletTool] = []
  private var seats = ObjectBag<TabletSeat>()
  private var isConnected: Bool { !tools.isEmpty }

  init(_ service: WindowService) { self.service = service }

  /// The tool of a kind; it comes into being with its first use.
  func tool(_ kind: TabletTool.Kind) -> TabletTool {
    if let known = tools.first(where: { $0.kind == kind }) { return known }
    let made = TabletTool(kind, service)
    tools.append(made)
    for seat in seats {
      if tools.count == 1 { seat.announceTablet() }
      seat.announce(made)
    }
    return made
  }

  // MARK: Clients

  func add(_ seat: TabletSeat) {
    for tool in tools { tool.tellAll(seat.client) }
    seats.append(seat)
    guard isConnected else { return }
    seat.announceTablet()
    for tool in tools { seat.announce(tool) }
    for tool in tools { if let object = seat.object(of: tool) { tool.announce(to: object) } }
  }

  func remove(_ seat: TabletSeat) { seats.remove(seat) }

  /// The objects of a client for a tool.
  func objects(of tool: TabletTool, for client: ClientID) -> [ToolObject] {
    seats.compactMap { $0.client.id == client ? $0.object(of: tool) : nil }
  }

  /// Whether a client knows of tablets.
  func isKnown(to client: ClientID) -> Bool { seats.contains { $0.client.id == client } }

  // MARK: Changes around it

  func sceneChanged() { for tool in tools { tool.sceneChanged() } }
  func forget(_ surface: Surface) { for tool in tools { tool.forget(surface) } }

  func forget(_ client: Client) {
    for tool in tools { tool.forget(client) }
    seats.removeAll { $0.client === client }
  }

  /// The session is locked: no tool touches anything any more.
  func cancel() { for tool in tools { tool.leave() } }
}
