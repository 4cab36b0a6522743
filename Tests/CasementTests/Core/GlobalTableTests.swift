import CasementTesting
import Foundation
import Geometry
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

@Test func theRegistryShowsTheTableOfGlobalsAndTheScreens() throws {
  let bench = try Bench()
  let shown = bench.client.globals.map { "\($0.interface) \($0.version)" }.sorted()
  let table = GlobalTable.entries.map { "\($0.interface) \($0.version)" } + ["wl_output \(GlobalTable.outputVersion)"]
  #expect(shown == table.sorted())
  #expect(Set(bench.client.globals.map(\.name)).count == bench.client.globals.count)
}

/// All that is advertised, as clients see it; raising a version means proving what it adds.
private let pinned: [String: UInt32] = [
  "zwp_pointer_gestures_v1": 3, "zwp_tablet_manager_v2": 1, "wp_pointer_warp_v1": 1, "ext_transient_seat_manager_v1": 1,
  "zwlr_virtual_pointer_manager_v1": 2, "zwp_virtual_keyboard_manager_v1": 1, "zwp_text_input_manager_v3": 1,
  "zwp_text_input_manager_v1": 1,
  "zwp_input_method_manager_v2": 1, "zwp_input_method_v1": 1, "zwp_input_panel_v1": 1,
  "zwp_pointer_constraints_v1": 1, "zwp_relative_pointer_manager_v1": 1,
  "wl_compositor": 7, "wl_subcompositor": 1, "wl_shm": 2, "wl_seat": 10, "wl_output": 4, "wl_data_device_manager": 4, "xdg_wm_base": 6,
  "wp_viewporter": 1, "wp_fractional_scale_manager_v1": 1, "wp_presentation": 2, "wp_single_pixel_buffer_manager_v1": 1,
  "wp_cursor_shape_manager_v1": 2, "zxdg_output_manager_v1": 3, "zxdg_decoration_manager_v1": 1,
  "zwp_primary_selection_device_manager_v1": 1, "gtk_primary_selection_device_manager": 1, "zwlr_data_control_manager_v1": 2,
  "ext_data_control_manager_v1": 1, "casement_manager_v1": 1, "zwlr_layer_shell_v1": 5, "ext_session_lock_manager_v1": 1,
  "ext_idle_notifier_v1": 2, "zwp_idle_inhibit_manager_v1": 1, "xdg_wm_dialog_v1": 1, "xdg_activation_v1": 1,
  "zwp_keyboard_shortcuts_inhibit_manager_v1": 1, "org_kde_kwin_server_decoration_manager": 1, "zwlr_foreign_toplevel_manager_v1": 3,
  "ext_foreign_toplevel_list_v1": 1, "zxdg_exporter_v1": 1, "zxdg_importer_v1": 1, "zxdg_exporter_v2": 1, "zxdg_importer_v2": 1,
  "wl_fixes": 1, "wp_alpha_modifier_v1": 1, "wp_color_manager_v1": 1, "wp_content_type_manager_v1": 1, "wp_tearing_control_manager_v1": 1,
  "xdg_toplevel_icon_manager_v1": 1, "xdg_toplevel_tag_manager_v1": 1, "xdg_system_bell_v1": 1,
  "zwlr_screencopy_manager_v1": 3, "ext_output_image_capture_source_manager_v1": 1,
  "ext_foreign_toplevel_image_capture_source_manager_v1": 1, "ext_image_copy_capture_manager_v1": 1,
  "wp_security_context_manager_v1": 1, "zwlr_output_manager_v1": 4, "zwlr_output_power_manager_v1": 1, "zwlr_gamma_control_manager_v1": 1,
  "ext_workspace_manager_v1": 1,
  "xdg_toplevel_drag_manager_v1": 1, "wp_fifo_manager_v1": 1, "wp_commit_timing_manager_v1": 1,
]

@Test func everyGlobalAndItsVersionArePinned() throws {
  let shown = Dictionary(try Bench().client.globals.map { ($0.interface, $0.version) }, uniquingKeysWith: { first, _ in first })
  #expect(shown == pinned)
}

@Test func everyGlobalCanBeBoundAtEveryVersion() throws {
  let bench = try Bench()
  for global in bench.client.globals {
    for version in 1...global.version {
      let raw = RawClient(bench.service)
      raw.send(
        RawClient.message(1, 1, RawClient.words([2]))
          + RawClient.message(2, 0, RawClient.words([global.name]) + RawClient.string(global.interface) + RawClient.words([version, 3]))
          + RawClient.message(1, 0, RawClient.words([4])))
      for _ in 0..<3 { bench.service.dispatch(timeoutMilliseconds: 0) }
      let answer = raw.receive() ?? []
      #expect(RawClient.displayError(in: answer) == nil, "\(global.interface) \(version)")
      #expect(RawEvent.parse(answer).contains { $0.object == 4 }, "\(global.interface) \(version)")
    }
  }
}

@Test func theDocumentationNamesEveryGlobalAtItsVersion() throws {
  let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../Sources")
  let text = try String(contentsOf: sources.appendingPathComponent("Documentation/protocols.md"), encoding: .utf8)
  let documented = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
    line.split(separator: "|").prefix(2).map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }.joined(separator: " ")
  }
  let table = GlobalTable.entries.map { "\($0.interface) \($0.version)" } + ["wl_output \(GlobalTable.outputVersion)"]
  #expect(Set(table).subtracting(documented) == [], "a line of Sources/Documentation/protocols.md is missing")
  #expect(Set(documented).subtracting(table) == [], "a line of Sources/Documentation/protocols.md is not true")
  #expect(Set(documented).count == documented.count)
}
