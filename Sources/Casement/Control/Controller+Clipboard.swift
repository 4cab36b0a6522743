package import CasementControl

extension Controller: ClipboardBackend {
  package func getClipboard(_ parameters: GetClipboard.Parameters, reply: ControlReply<GetClipboard.Result>) {
    let isPrimary = parameters.primary ?? false
    let types = isPrimary ? service.primarySelectionTypes : service.clipboardTypes
    guard let type = parameters.type ?? WindowService.textType(among: types) else {
      return reply.succeed(GetClipboard.Result(types: types))
    }
    guard types.contains(type) else {
      let place = isPrimary ? "the primary selection" : "the clipboard"
      let there = types.isEmpty ? "\(place) is empty" : "\(place) has \(types.joined(separator: ", "))"
      return reply.fail(ControlError(.notFound, "nothing there is “\(type)”: \(there)", .init(given: type, expected: types)))
    }
    let completion: (Result<[UInt8], ClipboardError>) -> Void = { result in
      guard !reply.isCancelled else { return }
      switch result {
      case .failure(let error):
        reply.fail(ControlError(error.code, error.description, .init(given: type)))
      case .success(let bytes):
        let text = WindowService.isText(type) ? String(validating: bytes, as: UTF8.self) : nil
        reply.succeed(GetClipboard.Result(types: types, type: type, text: text, data: text == nil ? Base64(bytes) : nil))
      }
    }
    if isPrimary {
      service.readPrimarySelection(mimeType: type, completion: completion)
    } else {
      service.readClipboard(mimeType: type, completion: completion)
    }
  }

  package func setClipboard(_ parameters: SetClipboard.Parameters) throws(ControlError) -> SetClipboard.Result {
    let bytes: [UInt8]
    switch (parameters.text, parameters.data) {
    case (_?, _?): throw .badParameter("the clipboard gets a text or data, not both")
    case (let text?, nil): bytes = Array(text.utf8)
    case (nil, let data?):
      guard parameters.type != nil else { throw .badParameter("data needs its MIME type", parameter: "type") }
      bytes = data.bytes
    case (nil, nil):
      set([], isPrimary: parameters.primary ?? false)
      return Nothing()
    }
    guard let type = parameters.type else {
      let text = parameters.text ?? ""
      if parameters.primary ?? false { service.setPrimarySelection(text: text) } else { service.setClipboard(text: text) }
      return Nothing()
    }
    guard !type.isEmpty, type.utf8.count <= 1000, !type.utf8.contains(0) else {
      throw .badParameter("“\(type)” is not a MIME type", parameter: "type", given: type, expected: ["such as text/html"])
    }
    set([ClipboardItem(mimeType: type, bytes: bytes)], isPrimary: parameters.primary ?? false)
    return Nothing()
  }

  private func set(_ content: [ClipboardItem], isPrimary: Bool) {
    if isPrimary { service.setPrimarySelection(content) } else { service.setClipboard(content) }
  }
}

extension ClipboardError {
  /// The kind of failure, as the number that travels.
  fileprivate var code: ControlError.Code {
    switch self {
    case .noSuchType: .notFound
    case .tooLarge, .busy: .tooMuch
    case .timedOut: .timedOut
    case .interrupted: .closing
    case .system: .internalError
    }
  }
}
