internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `zxdg_exporter_v2`: lets a client hand a toplevel to another.
final class XdgExporterV2: ZxdgExporterV2Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func exportToplevel(id: ZxdgExportedV2Resource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let window = surface.surface?.toplevel?.id else {
      throw .zxdgExporterV2(.invalidSurface, "wl_surface#\(surface.id) is not a toplevel")
    }
    let made = XdgExportedV2(service, window)
    id.handler = made
    id.sendHandle(handle: made.export.handle)
  }
}

/// `zxdg_exported_v2`.
final class XdgExportedV2: ZxdgExportedV2Requests {
  private unowned let service: WindowService
  let export: ForeignExport

  init(_ service: WindowService, _ window: WindowID) {
    self.service = service
    export = service.foreignExports.export(window)
  }

  func resourceDestroyed() { service.foreignExports.end(export) }
}

/// `zxdg_importer_v2`: lets a client use a toplevel that another exported.
final class XdgImporterV2: ZxdgImporterV2Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func importToplevel(id: ZxdgImportedV2Resource, handle: String) throws(ProtocolError) {
    id.handler = XdgImportedV2(id, service, handle)
  }
}

/// `zxdg_imported_v2`.
final class XdgImportedV2: ZxdgImportedV2Requests {
  /// Nil where the handle named nothing.
  private let source: ForeignImport?

  init(_ resource: ZxdgImportedV2Resource, _ service: WindowService, _ handle: String) {
    source = service.foreignExports.import(handle) { [unowned resource] in resource.sendDestroyed() }
    if source == nil { resource.sendDestroyed() }
  }

  func setParentOf(surface: WlSurfaceResource) throws(ProtocolError) {
    guard let child = surface.surface?.toplevel?.id else {
      throw .zxdgImportedV2(.invalidSurface, "wl_surface#\(surface.id) is not a toplevel")
    }
    do {
      try source?.setParent(of: child)
    } catch {
      throw .zxdgImportedV2(.invalidSurface, "wl_surface#\(surface.id) is the imported toplevel or one of its parents")
    }
  }

  func resourceDestroyed() { source?.end() }
}
