internal import Casement
internal import Geometry
internal import WaylandClient
internal import WaylandProtocols

/// The graphics tablets of a seat of the host's: their tools are tools of our tablet. Pads are not passed on, for we have none.
final class HostTablets {
  private let proxy: ZwpTabletSeatV2Proxy
  private unowned let seat: HostSeat
  private var tools: [HostTool] = []
  private var tablets: [ZwpTabletV2Proxy] = []

  init(_ manager: ZwpTabletManagerV2Proxy, _ seat: HostSeat) {
    self.seat = seat
    proxy = manager.getTabletSeat(seat: seat.proxy)
    proxy.onEvent = { [unowned self] event in
      switch event {
      case .tabletAdded(let tablet):
        self.tablets.append(tablet)
        tablet.onEvent = { [unowned self, unowned tablet] event in
          guard case .removed = event else { return }
          self.tablets.removeAll { $0 === tablet }
          tablet.destroy()
        }
      case .toolAdded(let tool):
        self.tools.append(
          HostTool(tool, self.seat) { [unowned self] gone in
            gone.end()
            self.tools.removeAll { $0 === gone }
          })
      case .padAdded(let pad): pad.destroy()
      }
    }
  }

  /// Shows on the host what our tools look like.
  func update() { for tool in tools { tool.update() } }

  /// Whether one of the tools is at this place.
  func isAt(_ position: PrecisePoint<LayoutPoints>) -> Bool { tools.contains { $0.position == position } }

  func windowClosed(_ closed: HostWindow) { for tool in tools { tool.windowClosed(closed) } }

  /// The seat is gone.
  func end() {
    for tool in tools { tool.end() }
    tools = []
    guard seat.host.link.canSend else { return }
    for tablet in tablets { tablet.destroy() }
    tablets = []
    proxy.destroy()
  }
}
