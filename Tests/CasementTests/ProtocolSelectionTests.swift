import CasementControl
import CasementTesting
import Geometry
import Glibc
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

private func offered(denied: Set<String>, allowed: Set<String> = []) throws -> Set<String> {
  var configuration = ServiceConfiguration.manual
  configuration.protocols.denied = denied
  configuration.protocols.allowed = allowed
  return Set(try Bench(configuration).client.globals.map(\.interface))
}

@Test func whatIsDeniedIsNotOffered() throws {
  let all = try offered(denied: [])
  #expect(
    all.subtracting(try offered(denied: ["zwlr_screencopy_manager_v1", "wp_viewporter"])) == [
      "zwlr_screencopy_manager_v1", "wp_viewporter",
    ])
}

@Test func allThatIsPrivilegedCanBeDeniedAtOnceAndSomeOfItAllowed() throws {
  let all = try offered(denied: [])
  #expect(all.subtracting(try offered(denied: ["privileged"])) == GlobalTable.privilegedInterfaces)
  let some = try offered(denied: ["privileged", "wp_viewporter"], allowed: ["ext_idle_notifier_v1", "zwlr_layer_shell_v1"])
  #expect(all.subtracting(some) == GlobalTable.privilegedInterfaces.subtracting(["zwlr_layer_shell_v1"]).union(["wp_viewporter"]))
}

@Test func aLimitedProtocolIsOfferedInThatVersion() throws {
  var configuration = ServiceConfiguration.manual
  configuration.protocols.versions = ["xdg_wm_base": 3, "wl_output": 2, "wl_shm": 9]
  let (limited, spoken) = (try versions(configuration), try versions(.manual))
  #expect(limited["xdg_wm_base"] == 3 && limited["wl_output"] == 2)
  #expect(limited["wl_shm"] == spoken["wl_shm"] && limited.count == spoken.count)
}

/// The version of each global.
private func versions(_ configuration: ServiceConfiguration) throws -> [String: UInt32] {
  let globals = try Bench(configuration).client.globals.map { ($0.interface, $0.version) }
  return Dictionary(globals, uniquingKeysWith: { first, _ in first })
}

@Test func whatOneClientCanDoToOthersIsPrivileged() {
  #expect(
    GlobalTable.privilegedInterfaces.isSuperset(of: [
      "zwlr_screencopy_manager_v1", "ext_image_copy_capture_manager_v1", "zwlr_data_control_manager_v1", "ext_data_control_manager_v1",
      "zwlr_foreign_toplevel_manager_v1", "ext_foreign_toplevel_list_v1", "zwlr_layer_shell_v1", "ext_session_lock_manager_v1",
      "wp_security_context_manager_v1", "zwlr_output_manager_v1", "zwlr_output_power_manager_v1", "zwlr_gamma_control_manager_v1",
    ]))
  #expect(
    GlobalTable.privilegedInterfaces.isDisjoint(with: [
      "wl_compositor", "wl_seat", "xdg_wm_base", "wl_data_device_manager", "zwp_primary_selection_device_manager_v1", "xdg_activation_v1",
    ]))
}
