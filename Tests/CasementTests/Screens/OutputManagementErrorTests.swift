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

private let configuration = "zwlr_output_configuration_v1"
private let head = "zwlr_output_configuration_head_v1"

private func configuring(
  _ title: String, _ code: UInt32, _ body: @escaping @Sendable (HeadClient, TestConfiguration) -> Void
) -> Offence {
  Offence(title, configuration, code) {
    let heads = try HeadClient($0.client)
    body(heads, heads.configuration())
    try $0.client.roundtrip()
  }
}

private func setting(
  _ title: String, _ code: UInt32, _ body: @escaping @Sendable (HeadClient, ZwlrOutputConfigurationHeadV1Proxy) -> Void
) -> Offence {
  Offence(title, head, code) {
    let heads = try HeadClient($0.client)
    body(heads, heads.configuration().heads["headless-1"]!)
    try $0.client.roundtrip()
  }
}

private let offences = [
  configuring("a head enabled twice", 1) { $1.proxy.enableHead(head: $0.heads[0].proxy) },
  configuring("a head enabled and disabled", 1) { $1.proxy.disableHead(head: $0.heads[0].proxy) },
  Offence("a head disabled and enabled", configuration, 1) {
    let heads = try HeadClient($0.client)
    heads.configuration(off: ["headless-1"]).proxy.enableHead(head: heads.heads[0].proxy)
  },
  Offence("a head left out", configuration, 2) {
    let heads = try HeadClient($0.client)
    heads.manager.createConfiguration(serial: heads.serial).apply()
  },
  Offence("a head left out of a test", configuration, 2) {
    let heads = try HeadClient($0.client)
    heads.manager.createConfiguration(serial: heads.serial).test()
  },
  configuring("applied twice", 3) {
    $1.proxy.apply()
    $1.proxy.apply()
  },
  configuring("tried and applied", 3) {
    $1.proxy.test()
    $1.proxy.apply()
  },
  configuring("a head enabled after that", 3) {
    $1.proxy.test()
    $1.proxy.enableHead(head: $0.heads[0].proxy)
  },
  configuring("a head disabled after that", 3) {
    $1.proxy.apply()
    $1.proxy.disableHead(head: $0.heads[0].proxy)
  },
  setting("two modes", 1) {
    $1.setMode(mode: $0.heads[0].modes[0].proxy)
    $1.setMode(mode: $0.heads[0].modes[0].proxy)
  },
  setting("a mode and one of its own", 1) {
    $1.setMode(mode: $0.heads[0].modes[0].proxy)
    $1.setCustomMode(width: 1, height: 1, refresh: 0)
  },
  setting("two positions", 1) {
    $1.setPosition(x: 0, y: 0)
    $1.setPosition(x: 0, y: 0)
  },
  setting("two transforms", 1) {
    $1.setTransform(transform: .normal)
    $1.setTransform(transform: .normal)
  },
  setting("two scales", 1) {
    $1.setScale(scale: 1)
    $1.setScale(scale: 1)
  },
  setting("two states of adaptive sync", 1) {
    $1.setAdaptiveSync(state: .disabled)
    $1.setAdaptiveSync(state: .disabled)
  },
  Offence("a mode of another head", head, 2) {
    try $0.service.connectScreen(.init(width: 10, height: 10))
    let heads = try HeadClient($0.client)
    heads.configuration().heads["headless-1"]!.setMode(mode: heads["headless-2"].modes[0].proxy)
  },
  setting("a mode without width", 3) { $1.setCustomMode(width: 0, height: 10, refresh: 0) },
  setting("a mode of negative height", 3) { $1.setCustomMode(width: 10, height: -10, refresh: 0) },
  setting("a mode of negative rate", 3) { $1.setCustomMode(width: 10, height: 10, refresh: -1) },
  setting("a transform that does not exist", 4) { $1.setTransform(transform: .init(rawValue: 8)) },
  setting("a negative transform", 4) { $1.setTransform(transform: .init(rawValue: .max)) },
  setting("a scale of nothing", 5) { $1.setScale(scale: 0) },
  setting("a negative scale", 5) { $1.setScale(scale: -1) },
  setting("a state of adaptive sync that does not exist", 6) { $1.setAdaptiveSync(state: .init(rawValue: 2)) },
]

@Test(arguments: offences)
private func wrongConfigurationsEndTheirClient(_ offence: Offence) throws { try offence.check() }
