internal import WaylandServer

/// What a client that does not read is to be told of a tablet's tool when it does.
final class LateTool: NewsTeller {
  let client: Client
  /// The surface that has the tool as far as the client knows.
  var believed: Surface?
  /// Whether that surface has lost it, if only for a while; else it only moved.
  var isLeft = false
  /// What was measured meanwhile.
  var axes = TabletTool.Axes()
  private unowned let tool: TabletTool

  init(_ client: Client, _ tool: TabletTool, believing believed: Surface?) {
    (self.client, self.tool, self.believed) = (client, tool, believed)
  }

  func catchUp() { tool.catchUp(self) }
}
