internal import WaylandServer

/// `xdg_toplevel_tag_manager_v1`: says what windows are for, in words that stay the same from run to run. Takes effect at once, as a
/// title does.
final class ToplevelTagManager: XdgToplevelTagManagerV1Requests {
  func setToplevelTag(toplevel: XdgToplevelResource, tag: String) throws(ProtocolError) {
    toplevel.toplevel?.hints.tag = tag
  }

  func setToplevelDescription(toplevel: XdgToplevelResource, description: String) throws(ProtocolError) {
    toplevel.toplevel?.hints.description = description
  }
}

/// What a client said of a toplevel that no decision depends on; controllers and programs are told.
struct ToplevelHints {
  /// What the window is for, untranslated; empty where the client did not say.
  var tag = ""
  /// What the window is for, for people; empty where the client did not say.
  var description = ""
  /// The icon; nil where the client gave none.
  var icon: ToplevelIconContent?
  /// The icon that the next commit brings.
  var nextIcon: ToplevelIconContent?? = nil
}
