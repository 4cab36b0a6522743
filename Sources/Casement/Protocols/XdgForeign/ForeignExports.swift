internal import WindowModel

/// The toplevels that clients have exported, by their handles, and those who imported them: the state behind both versions of xdg-foreign.
final class ForeignExports {
  private unowned let service: WindowService
  private var exports: [String: ForeignExport] = [:]
  private var lastNumber = 0

  init(_ service: WindowService) {
    self.service = service
    service.observers.append { [unowned self] event in
      if case .removed(let id) = event { self.windowGone(id) }
    }
  }

  /// Exports a toplevel. - Returns: the export, which lasts until `end`.
  func export(_ window: WindowID) -> ForeignExport {
    lastNumber += 1
    let made = ForeignExport(handle: .unguessable(), window, number: lastNumber)
    exports[made.handle] = made
    return made
  }

  /// Imports what `handle` names. - Returns: nil where it names nothing any more.
  func `import`(_ handle: String, onGone: @escaping () -> Void) -> ForeignImport? {
    guard let export = exports[handle] else { return nil }
    let made = ForeignImport(export, service, onGone)
    export.imports.append(made)
    return made
  }

  /// The client takes its export back, or the toplevel is gone: everybody who imported it is told.
  func end(_ export: ForeignExport) {
    guard exports.removeValue(forKey: export.handle) != nil else { return }
    let imports = export.imports
    export.imports.removeAll()
    for gone in imports {
      gone.end()
      gone.onGone()
    }
  }

  private func windowGone(_ id: WindowID) {
    for export in exports.values.filter({ $0.window == id }).sorted(by: { $0.number < $1.number }) { end(export) }
  }
}

/// One exported toplevel.
final class ForeignExport {
  /// What its client hands to others, by whatever way.
  let handle: String
  let window: WindowID
  /// The later it was exported, the greater.
  fileprivate let number: Int
  fileprivate(set) var imports = ObjectBag<ForeignImport>()

  fileprivate init(handle: String, _ window: WindowID, number: Int) {
    self.handle = handle
    self.window = window
    self.number = number
  }
}

/// One client's use of another's toplevel: as the parent of its own.
final class ForeignImport {
  private weak var export: ForeignExport?
  private unowned let service: WindowService
  private let window: WindowID
  fileprivate let onGone: () -> Void
  private var children: [WindowID] = []
  private var isOver = false

  fileprivate init(_ export: ForeignExport, _ service: WindowService, _ onGone: @escaping () -> Void) {
    self.export = export
    self.service = service
    self.onGone = onGone
    window = export.window
  }

  /// Puts `child` in front of the imported toplevel; does nothing when the import is over.
  ///
  /// - Throws: `ModelError.parentLoop` where `child` is the toplevel itself or in its ancestry.
  func setParent(of child: WindowID) throws(ModelError) {
    guard !isOver else { return }
    service.perform(try service.model.setParent(child, window))
    if !children.contains(child) { children.append(child) }
  }

  /// Ends what the import made: its children have no parent any more, unless they were given another one since.
  func end() {
    guard !isOver else { return }
    isOver = true
    export?.imports.remove(self)
    for child in children where service.model.window(child)?.parent == window {
      // taking a parent away makes no loop
      if let events = try? service.model.setParent(child, nil) { service.perform(events) }
    }
    children = []
  }
}

extension Surface {
  /// The toplevel that the surface is; nil where it is something else.
  var toplevel: XdgToplevel? { xdgSurface?.xdgRole as? XdgToplevel }
}
