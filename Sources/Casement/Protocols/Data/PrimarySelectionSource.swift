internal import WaylandServer

/// `zwp_primary_selection_source_v1`, and its GTK namesake.
final class PrimarySelectionSource: ClientSource, ZwpPrimarySelectionSourceV1Requests, GtkPrimarySelectionSourceRequests {
  func offer(mimeType: String) throws(ProtocolError) { try offer(mimeType) }

  func destroy() throws(ProtocolError) {}
}

extension ZwpPrimarySelectionSourceV1Resource {
  var source: PrimarySelectionSource? { handler.map { unsafe unsafeDowncast($0, to: PrimarySelectionSource.self) } }
}

extension GtkPrimarySelectionSourceResource {
  var source: PrimarySelectionSource? { handler.map { unsafe unsafeDowncast($0, to: PrimarySelectionSource.self) } }
}
