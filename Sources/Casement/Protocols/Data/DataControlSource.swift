internal import WaylandProtocols
internal import WaylandServer

/// `ext_data_control_source_v1`, and its elder of wlroots.
final class DataControlSource: ClientSource, ExtDataControlSourceV1Requests, ZwlrDataControlSourceV1Requests {
  /// Which of the two protocols the client speaks.
  enum Dialect {
    case ext(ExtDataControlSourceV1Resource)
    case wlr(ZwlrDataControlSourceV1Resource)
  }

  private let dialect: Dialect

  init(_ dialect: Dialect, _ resource: any SourceResource, _ seat: Seat) {
    self.dialect = dialect
    super.init(resource, seat)
  }

  func offer(mimeType: String) throws(ProtocolError) {
    guard use == .none else {
      let sentence = "\(mimeType) is named after the source was used"
      switch dialect {
      case .ext: throw .extDataControlSourceV1(.invalidOffer, sentence)
      case .wlr: throw .zwlrDataControlSourceV1(.invalidOffer, sentence)
      }
    }
    try offer(mimeType)
  }

  func destroy() throws(ProtocolError) {}
}

extension ExtDataControlSourceV1Resource {
  var source: DataControlSource? { handler.map { unsafe unsafeDowncast($0, to: DataControlSource.self) } }
}

extension ZwlrDataControlSourceV1Resource {
  var source: DataControlSource? { handler.map { unsafe unsafeDowncast($0, to: DataControlSource.self) } }
}
