internal import WaylandServer
internal import WindowModel

extension WindowService {
  /// Asks all windows to close.
  ///
  /// - Returns: tells whether a client that had one is still connected: it may have something to do after its last window is gone.
  package func askWindowsToClose() -> () -> Bool {
    let clients = Set(clientWindows.values.map(\.client.number))
    for id in clientWindows.keys.sorted(by: { $0.rawValue < $1.rawValue }) { clientWindows[id]?.role.sendClose() }
    return { [unowned self] in self.display.connectedClients.contains { clients.contains($0.number) } }
  }
}
