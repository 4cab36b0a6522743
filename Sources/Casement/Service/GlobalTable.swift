internal import WaylandServer

/// Every global that the service advertises, and its version: written here once. Screens add one `wl_output` each.
enum GlobalTable {
  /// One line of the table.
  struct Entry {
    let interface: String
    let version: UInt32
    /// Whether it reaches beyond the client's own windows: to other clients' pictures, data and input, to screens, to the session.
    /// Clients in a security context never see it, and `--deny privileged` hides it from all.
    let isPrivileged: Bool
    let advertise: (WindowService, UInt32) -> Global
  }

  private static func entry<Kind: Resource>(
    _ kind: Kind.Type, _ version: UInt32, isPrivileged: Bool = false, _ bind: @escaping (Kind, WindowService) -> Void
  ) -> Entry {
    Entry(interface: kind.interfaceName, version: version, isPrivileged: isPrivileged) { service, version in
      service.display.advertise(kind, version: version) { [unowned service] resource in bind(resource, service) }
    }
  }

  private static func privileged<Kind: Resource>(
    _ kind: Kind.Type, _ version: UInt32, _ bind: @escaping (Kind, WindowService) -> Void
  ) -> Entry {
    entry(kind, version, isPrivileged: true, bind)
  }

  static var entries: [Entry] {
    [
      entry(WlCompositorResource.self, 7) { $0.handler = Compositor($1) },
      entry(WlSubcompositorResource.self, 1) { $0.handler = Subcompositor($1) },
      entry(WlShmResource.self, 2) { resource, _ in resource.handler = Shm(resource) },
      entry(WlSeatResource.self, 10) { $1.seat.bind($0) },
      entry(WlDataDeviceManagerResource.self, 4) { $0.handler = DataDeviceManager($1) },
      entry(XdgWmBaseResource.self, 6) { $0.handler = XdgWmBase($0, $1) },
      entry(WpViewporterResource.self, 1) { resource, _ in resource.handler = Viewporter() },
      entry(WpFractionalScaleManagerV1Resource.self, 1) { $0.handler = FractionalScaleManager($1) },
      entry(WpPresentationResource.self, 2) { resource, _ in resource.handler = Presentation(resource) },
      entry(WpSinglePixelBufferManagerV1Resource.self, 1) { resource, _ in resource.handler = SinglePixelBufferManager() },
      entry(WpCursorShapeManagerV1Resource.self, 2) { resource, _ in resource.handler = CursorShapeManager() },
      entry(ZxdgOutputManagerV1Resource.self, 3) { resource, _ in resource.handler = XdgOutputManager() },
      entry(ZwpPrimarySelectionDeviceManagerV1Resource.self, 1) { $0.handler = PrimarySelectionManager($1) },
      entry(GtkPrimarySelectionDeviceManagerResource.self, 1) { $0.handler = PrimarySelectionManager($1) },
      privileged(ZwlrDataControlManagerV1Resource.self, 2) { $0.handler = DataControlManager($1) },
      privileged(ExtDataControlManagerV1Resource.self, 1) { $0.handler = DataControlManager($1) },
      entry(CasementManagerV1Resource.self, 1) { $1.windowExtension.bind($0) },
      entry(ZxdgDecorationManagerV1Resource.self, 1) { $0.handler = DecorationManager($0, $1) },
      privileged(ZwlrLayerShellV1Resource.self, 5) { $0.handler = LayerShell($0, $1) },
      privileged(ExtSessionLockManagerV1Resource.self, 1) { $0.handler = SessionLockManager($1) },
      entry(ExtIdleNotifierV1Resource.self, 2) { $0.handler = IdleNotifier($1) },
      entry(ZwpIdleInhibitManagerV1Resource.self, 1) { $0.handler = IdleInhibitManager($1) },
      entry(XdgWmDialogV1Resource.self, 1) { $0.handler = XdgWmDialog($1) },
      entry(XdgActivationV1Resource.self, 1) { $0.handler = XdgActivation($1) },
      entry(ZwpKeyboardShortcutsInhibitManagerV1Resource.self, 1) { $0.handler = ShortcutsInhibitManager($1) },
      entry(OrgKdeKwinServerDecorationManagerResource.self, 1) { $0.handler = ServerDecorationManager($0, $1) },
      privileged(ZwlrForeignToplevelManagerV1Resource.self, 3) { resource, service in
        let manager = WlrToplevelManager(resource, service)
        resource.handler = manager
        service.toplevels.add(manager)
      },
      privileged(ExtForeignToplevelListV1Resource.self, 1) { resource, service in
        let list = ToplevelList(resource, service)
        resource.handler = list
        service.toplevels.add(list)
      },
      entry(ZwpPointerGesturesV1Resource.self, 3) { $0.handler = PointerGestureManager($1) },
      entry(ZwpTabletManagerV2Resource.self, 1) { $0.handler = TabletManager($1) },
      entry(WpPointerWarpV1Resource.self, 1) { $0.handler = PointerWarp($1) },
      privileged(ExtTransientSeatManagerV1Resource.self, 1) { resource, _ in resource.handler = TransientSeatManager() },
      privileged(ZwlrVirtualPointerManagerV1Resource.self, 2) { $0.handler = VirtualPointerManager($1) },
      privileged(ZwpVirtualKeyboardManagerV1Resource.self, 1) { $0.handler = VirtualKeyboardManager($1) },
      entry(ZwpTextInputManagerV3Resource.self, 1) { $0.handler = TextInputManagerV3($1) },
      entry(ZwpTextInputManagerV1Resource.self, 1) { $0.handler = TextInputManagerV1($1) },
      privileged(ZwpInputMethodManagerV2Resource.self, 1) { $0.handler = InputMethodManagerV2($1) },
      privileged(ZwpInputMethodV1Resource.self, 1) { InputMethodV1.bind($0, $1) },
      privileged(ZwpInputPanelV1Resource.self, 1) { $0.handler = InputPanelsV1($1) },
      entry(ZwpPointerConstraintsV1Resource.self, 1) { $0.handler = PointerConstraintsManager($1) },
      entry(ZwpRelativePointerManagerV1Resource.self, 1) { $0.handler = RelativePointerManager($1) },
      privileged(ZwlrScreencopyManagerV1Resource.self, 3) { $0.handler = ScreencopyManager($1) },
      privileged(ExtOutputImageCaptureSourceManagerV1Resource.self, 1) { $0.handler = OutputImageCaptureSourceManager($1) },
      privileged(ExtForeignToplevelImageCaptureSourceManagerV1Resource.self, 1) { $0.handler = ToplevelImageCaptureSourceManager($1) },
      privileged(ExtImageCopyCaptureManagerV1Resource.self, 1) { $0.handler = ImageCopyManager($1) },
      privileged(WpSecurityContextManagerV1Resource.self, 1) { $0.handler = SecurityContextManager($1) },
      privileged(ZwlrOutputManagerV1Resource.self, 4) { $1.outputHeads.bind($0) },
      privileged(ZwlrOutputPowerManagerV1Resource.self, 1) { $0.handler = OutputPowerManager($1) },
      privileged(ZwlrGammaControlManagerV1Resource.self, 1) { $0.handler = GammaControlManager($1) },
      privileged(ExtWorkspaceManagerV1Resource.self, 1) { $1.workspaces.bind($0) },
      entry(ZxdgExporterV1Resource.self, 1) { $0.handler = XdgExporterV1($1) },
      entry(ZxdgImporterV1Resource.self, 1) { $0.handler = XdgImporterV1($1) },
      entry(ZxdgExporterV2Resource.self, 1) { $0.handler = XdgExporterV2($1) },
      entry(ZxdgImporterV2Resource.self, 1) { $0.handler = XdgImporterV2($1) },
      entry(WlFixesResource.self, 1) { resource, _ in resource.handler = Fixes(resource) },
      entry(WpAlphaModifierV1Resource.self, 1) { resource, _ in resource.handler = AlphaModifierManager() },
      entry(WpColorManagerV1Resource.self, 1) { $0.handler = ColourManager($0, $1) },
      entry(WpContentTypeManagerV1Resource.self, 1) { resource, _ in resource.handler = ContentTypeManager() },
      entry(WpFifoManagerV1Resource.self, 1) { resource, _ in resource.handler = FifoManager() },
      entry(WpCommitTimingManagerV1Resource.self, 1) { resource, _ in resource.handler = CommitTimingManager() },
      entry(XdgToplevelDragManagerV1Resource.self, 1) { $0.handler = ToplevelDragManager($1) },
      entry(XdgToplevelIconManagerV1Resource.self, 1) { resource, _ in resource.handler = ToplevelIconManager(resource) },
      entry(XdgToplevelTagManagerV1Resource.self, 1) { resource, _ in resource.handler = ToplevelTagManager() },
      entry(XdgSystemBellV1Resource.self, 1) { $0.handler = SystemBell($1) },
      entry(WpTearingControlManagerV1Resource.self, 1) { resource, _ in resource.handler = TearingControlManager() },
    ]
  }

  /// The version of screens' `wl_output` globals.
  static let outputVersion: UInt32 = 4

  /// Advertises every line of the table that the configuration does not deny.
  static func advertise(on service: WindowService) -> [Global] {
    entries.filter { service.configuration.protocols.offers($0.interface, isPrivileged: $0.isPrivileged) }
      .map { $0.advertise(service, service.configuration.protocols.version(of: $0.interface, upTo: $0.version)) }
  }

  /// Whether clients without privileges are offered `interface`.
  static func offers(_ interface: String, by service: WindowService) -> Bool {
    entries.contains { $0.interface == interface && service.configuration.protocols.offers(interface, isPrivileged: $0.isPrivileged) }
  }

  /// The interfaces that clients in a security context do not see.
  static var privilegedInterfaces: Set<String> { Set(entries.lazy.filter(\.isPrivileged).map(\.interface)) }
}
