internal import WaylandServer
internal import WindowModel

/// `zxdg_exporter_v1`: as the second version; it has no errors of its own.
final class XdgExporterV1: ZxdgExporterV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func export(id: ZxdgExportedV1Resource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let window = surface.surface?.toplevel?.id else {
      throw .implementation("wl_surface#\(surface.id) is not a toplevel: it cannot be exported")
    }
    let made = XdgExportedV1(service, window)
    id.handler = made
    id.sendHandle(handle: made.export.handle)
  }
}

/// `zxdg_exported_v1`.
final class XdgExportedV1: ZxdgExportedV1Requests {
  private unowned let service: WindowService
  let export: ForeignExport

  init(_ service: WindowService, _ window: WindowID) {
    self.service = service
    export = service.foreignExports.export(window)
  }

  func resourceDestroyed() { service.foreignExports.end(export) }
}

/// `zxdg_importer_v1`.
final class XdgImporterV1: ZxdgImporterV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func `import`(id: ZxdgImportedV1Resource, handle: String) throws(ProtocolError) {
    id.handler = XdgImportedV1(id, service, handle)
  }
}

/// `zxdg_imported_v1`.
final class XdgImportedV1: ZxdgImportedV1Requests {
  /// Nil where the handle named nothing.
  private let source: ForeignImport?

  init(_ resource: ZxdgImportedV1Resource, _ service: WindowService, _ handle: String) {
    source = service.foreignExports.import(handle) { [unowned resource] in resource.sendDestroyed() }
    if source == nil { resource.sendDestroyed() }
  }

  func setParentOf(surface: WlSurfaceResource) throws(ProtocolError) {
    guard let child = surface.surface?.toplevel?.id else {
      throw .implementation("wl_surface#\(surface.id) is not a toplevel: it cannot have a parent")
    }
    do {
      try source?.setParent(of: child)
    } catch {
      throw .implementation("wl_surface#\(surface.id) is the imported toplevel or one of its parents")
    }
  }

  func resourceDestroyed() { source?.end() }
}
