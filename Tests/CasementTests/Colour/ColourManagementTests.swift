import CasementControl
import CasementTesting
import Geometry
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

private typealias ParameterError = WpImageDescriptionCreatorParamsV1.Error

extension Bench {
  fileprivate var manager: WpColorManagerV1Proxy { client.bind(WpColorManagerV1Proxy.self) }

  /// A description, ready once its request has arrived.
  fileprivate func description(_ primaries: WpColorManagerV1.Primaries = .srgb, _ transfer: WpColorManagerV1.TransferFunction = .srgb)
    -> WpImageDescriptionV1Proxy
  {
    let creator = manager.createParametricCreator()
    creator.setTfNamed(tf: transfer)
    creator.setPrimariesNamed(primaries: primaries)
    return creator.create()
  }
}

private func parameters(
  _ title: String, _ code: ParameterError, _ body: @escaping @Sendable (WpImageDescriptionCreatorParamsV1Proxy) -> Void
)
  -> Offence
{
  Offence(title, "wp_image_description_creator_params_v1", code.rawValue) { body($0.manager.createParametricCreator()) }
}

/// A complete set but for what `body` adds.
private func set(_ title: String, _ code: ParameterError, _ body: @escaping @Sendable (WpImageDescriptionCreatorParamsV1Proxy) -> Void)
  -> Offence
{
  parameters(title, code) { creator in
    creator.setTfNamed(tf: .gamma22)
    creator.setPrimariesNamed(primaries: .bt2020)
    body(creator)
    creator.create()
  }
}

private let offences = [
  Offence("two objects of one surface", "wp_color_manager_v1", WpColorManagerV1.Error.surfaceExists.rawValue) { bench in
    let (manager, surface) = (bench.manager, bench.surface())
    manager.getSurface(surface: surface)
    manager.getSurface(surface: surface)
  },
  Offence("a profile", "wp_color_manager_v1", WpColorManagerV1.Error.unsupportedFeature.rawValue) { $0.manager.createIccCreator() },
  Offence("Windows scRGB", "wp_color_manager_v1", WpColorManagerV1.Error.unsupportedFeature.rawValue) { $0.manager.createWindowsScrgb() },
  Offence("an intent that was not announced", "wp_color_management_surface_v1", WpColorManagementSurfaceV1.Error.renderIntent.rawValue) {
    bench in
    bench.manager.getSurface(surface: bench.surface()).setImageDescription(imageDescription: bench.description(), renderIntent: .absolute)
  },
  Offence("a description that failed", "wp_color_management_surface_v1", WpColorManagementSurfaceV1.Error.imageDescription.rawValue) {
    bench in
    let creator = bench.manager.createParametricCreator()
    creator.setTfNamed(tf: .srgb)
    creator.setPrimaries(rX: 0, rY: 0, gX: 0, gY: 0, bX: 0, bY: 0, wX: 0, wY: 0)
    bench.manager.getSurface(surface: bench.surface()).setImageDescription(imageDescription: creator.create(), renderIntent: .perceptual)
  },
  Offence("a description for a surface that is gone", "wp_color_management_surface_v1", WpColorManagementSurfaceV1.Error.inert.rawValue) {
    bench in
    let surface = bench.surface()
    let colours = bench.manager.getSurface(surface: surface)
    surface.destroy()
    colours.setImageDescription(imageDescription: bench.description(), renderIntent: .perceptual)
  },
  Offence("none for a surface that is gone", "wp_color_management_surface_v1", WpColorManagementSurfaceV1.Error.inert.rawValue) { bench in
    let surface = bench.surface()
    let colours = bench.manager.getSurface(surface: surface)
    surface.destroy()
    colours.unsetImageDescription()
  },
  Offence(
    "what a surface that is gone prefers", "wp_color_management_surface_feedback_v1",
    WpColorManagementSurfaceFeedbackV1.Error.inert.rawValue
  ) {
    let surface = $0.surface()
    let feedback = $0.manager.getSurfaceFeedback(surface: surface)
    surface.destroy()
    feedback.getPreferred()
  },
  Offence("the same, by parameters", "wp_color_management_surface_feedback_v1", WpColorManagementSurfaceFeedbackV1.Error.inert.rawValue) {
    let surface = $0.surface()
    let feedback = $0.manager.getSurfaceFeedback(surface: surface)
    surface.destroy()
    feedback.getPreferredParametric()
  },
  Offence("information of what a client made", "wp_image_description_v1", WpImageDescriptionV1.Error.noInformation.rawValue) {
    $0.description().getInformation()
  },
  Offence("information of what failed", "wp_image_description_v1", WpImageDescriptionV1.Error.notReady.rawValue) {
    let creator = $0.manager.createParametricCreator()
    creator.setTfNamed(tf: .srgb)
    creator.setPrimaries(rX: 1, rY: 1, gX: 1, gY: 1, bX: 1, bY: 1, wX: 1, wY: 1)
    creator.create().getInformation()
  },
  parameters("nothing", .incompleteSet) { $0.create() },
  parameters("no primaries", .incompleteSet) {
    $0.setTfPower(eexp: 22_000)
    $0.create()
  },
  parameters("no transfer function", .incompleteSet) {
    $0.setPrimariesNamed(primaries: .srgb)
    $0.create()
  },
  set("two transfer functions", .alreadySet) { $0.setTfNamed(tf: .srgb) },
  set("a transfer function and an exponent", .alreadySet) { $0.setTfPower(eexp: 22_000) },
  set("two names", .alreadySet) { $0.setPrimariesNamed(primaries: .srgb) },
  set("a name and numbers", .alreadySet) { $0.setPrimaries(rX: 1, rY: 2, gX: 3, gY: 4, bX: 5, bY: 6, wX: 7, wY: 8) },
  set("luminances twice", .alreadySet) {
    $0.setLuminances(minLum: 1, maxLum: 2, referenceLum: 3)
    $0.setLuminances(minLum: 1, maxLum: 2, referenceLum: 3)
  },
  set("mastering primaries twice", .alreadySet) {
    $0.setMasteringDisplayPrimaries(rX: 1, rY: 2, gX: 3, gY: 4, bX: 5, bY: 6, wX: 7, wY: 8)
    $0.setMasteringDisplayPrimaries(rX: 1, rY: 2, gX: 3, gY: 4, bX: 5, bY: 6, wX: 7, wY: 8)
  },
  set("mastering luminances twice", .alreadySet) {
    $0.setMasteringLuminance(minLum: 1, maxLum: 2)
    $0.setMasteringLuminance(minLum: 1, maxLum: 2)
  },
  set("the greatest level twice", .alreadySet) {
    $0.setMaxCll(maxCll: 10)
    $0.setMaxCll(maxCll: 10)
  },
  set("the greatest average twice", .alreadySet) {
    $0.setMaxFall(maxFall: 10)
    $0.setMaxFall(maxFall: 10)
  },
  parameters("a transfer function that does not exist", .invalidTf) { $0.setTfNamed(tf: .init(rawValue: 0)) },
  parameters("a transfer function of a newer version", .invalidTf) { $0.setTfNamed(tf: .init(rawValue: 14)) },
  parameters("an exponent below 1", .invalidTf) { $0.setTfPower(eexp: 9_999) },
  parameters("an exponent above 10", .invalidTf) { $0.setTfPower(eexp: 100_001) },
  parameters("primaries that do not exist", .invalidPrimariesNamed) { $0.setPrimariesNamed(primaries: .init(rawValue: 0)) },
  parameters("a maximum that is no more than the minimum", .invalidLuminance) {
    $0.setLuminances(minLum: 1_000_000, maxLum: 100, referenceLum: 101)
  },
  parameters("a reference that is no more than the minimum", .invalidLuminance) {
    $0.setLuminances(minLum: 1_000_000, maxLum: 101, referenceLum: 100)
  },
  parameters("a mastering maximum that is no more than the minimum", .invalidLuminance) {
    $0.setMasteringLuminance(minLum: 10_000, maxLum: 1)
  },
  set("a level beyond the mastering luminances", .invalidLuminance) { $0.setMaxCll(maxCll: 81) },
  set("an average below the mastering luminances", .invalidLuminance) { $0.setMaxFall(maxFall: 0) },
  set("an average that is brighter than the brightest", .invalidLuminance) {
    $0.setMaxCll(maxCll: 10)
    $0.setMaxFall(maxFall: 11)
  },
]

@Test(arguments: offences)
private func aWrongColourEndsItsClient(_ offence: Offence) throws { try offence.check() }

private let oddities = [
  Oddity("an object for each surface, and another when it is gone") { bench in
    let (manager, surface) = (bench.manager, bench.surface())
    for _ in 0..<3 { manager.getSurface(surface: surface).destroy() }
  },
  Oddity("feedback as often as one likes, and after its surface") { bench in
    let (manager, surface) = (bench.manager, bench.surface())
    let all = (0..<5).map { _ in manager.getSurfaceFeedback(surface: surface) }
    surface.destroy()
    for feedback in all { feedback.destroy() }
  },
  Oddity("objects that outlive their manager and their surface") { bench in
    let (manager, surface) = (bench.manager, bench.surface())
    let (colours, description) = (manager.getSurface(surface: surface), bench.description(.bt2020, .st2084Pq))
    manager.destroy()
    colours.setImageDescription(imageDescription: description, renderIntent: .relative)
    description.destroy()
    surface.commit()
    surface.destroy()
    colours.destroy()
  },
  Oddity("a reference white above the maximum, and a target beyond the primaries") { bench in
    let creator = bench.manager.createParametricCreator()
    creator.setTfPower(eexp: 10_000)
    creator.setPrimariesNamed(primaries: .srgb)
    creator.setLuminances(minLum: 0, maxLum: 80, referenceLum: 203)
    creator.setMasteringDisplayPrimaries(
      rX: 708_000, rY: 292_000, gX: 170_000, gY: 797_000, bX: 131_000, bY: 46_000, wX: 312_700, wY: 329_000)
    creator.setMasteringLuminance(minLum: 0, maxLum: 10_000)
    let window = try bench.client.window()
    bench.manager.getSurface(surface: window.surface).setImageDescription(imageDescription: creator.create(), renderIntent: .perceptual)
    window.surface.commit()
  },
]

@Test(arguments: oddities)
private func anOddColourIsNoError(_ oddity: Oddity) throws { try oddity.check() }

@Test func theManagerSaysWhatCanBeUsedAndThatIsAll() throws {
  let bench = try Bench()
  var (intents, features, transfers, primaries): ([UInt32], [UInt32], [UInt32], [UInt32]) = ([], [], [], [])
  var dones = 0
  bench.manager.onEvent = { event in
    #expect(dones == 0)
    switch event {
    case .supportedIntent(let intent): intents.append(intent.rawValue)
    case .supportedFeature(let feature): features.append(feature.rawValue)
    case .supportedTfNamed(let transfer): transfers.append(transfer.rawValue)
    case .supportedPrimariesNamed(let name): primaries.append(name.rawValue)
    case .done: dones += 1
    }
  }
  try bench.client.roundtrip()
  #expect(intents == [0, 1, 4] && features == [1, 2, 3, 4, 5, 6] && dones == 1)
  #expect(transfers == Array(1...13) && primaries == Array(1...10))
}

@Test func aScreenAndASurfaceTellTheSameColours() throws {
  let bench = try Bench()
  let output = bench.manager.getOutput(output: bench.client.bind(WlOutputProxy.self))
  let feedback = bench.manager.getSurfaceFeedback(surface: bench.surface())
  var identities: [UInt32] = []
  var told: [String] = []
  for description in [output.getImageDescription(), feedback.getPreferred(), feedback.getPreferredParametric()] {
    description.onEvent = { event in if case .ready(let identity) = event { identities.append(identity) } }
    var lines: [String] = []
    description.getInformation().onEvent = { event in
      if case .done = event { told.append(lines.joined(separator: "\n")) } else { lines.append("\(event)") }
    }
  }
  // what a client makes by the same words is the same
  bench.description().onEvent = { event in if case .ready(let identity) = event { identities.append(identity) } }
  bench.description(.bt2020).onEvent = { event in if case .ready(let identity) = event { identities.append(identity) } }
  try bench.client.roundtrip()
  #expect(identities.count == 5 && Set(identities.prefix(4)).count == 1 && identities[0] != 0 && identities[4] != identities[0])
  #expect(told.count == 3 && Set(told).count == 1)
  let words = try #require(told.first)
  for part in ["primaries", "640000", "primariesNamed", "tfNamed", "luminances", "2000", "targetPrimaries", "targetLuminance"] {
    #expect(words.contains(part), "\(part) is not in \(words)")
  }
}

@Test func aScreenThatIsGoneHasNoColours() throws {
  var configuration = ServiceConfiguration.manual
  configuration.screens = [ScreenSpec(width: 160, height: 120), ScreenSpec(width: 160, height: 120)]
  let bench = try Bench(configuration)
  let output = bench.manager.getOutput(output: bench.client.bind(WlOutputProxy.self, index: 1))
  try bench.client.roundtrip()
  let screens = bench.service.screens
  bench.service.removeScreen(screens[1])
  var cause: WpImageDescriptionV1.Cause?
  output.getImageDescription().onEvent = { event in if case .failed(let why, _) = event { cause = why } }
  try bench.client.roundtrip()
  #expect(cause == .noOutput)
}

private func pixel(_ bench: Bench, _ x: Int, _ y: Int) throws -> UInt32 {
  try #require(bench.capture().picture as PixelBuffer?)[x, y] & 0xFF_FFFF
}

@Test func coloursAreConvertedFromTheNextCommitOn() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF80_8080)
  let colours = bench.manager.getSurface(surface: window.surface)
  let linear = bench.description(.srgb, .extLinear)
  colours.setImageDescription(imageDescription: linear, renderIntent: .perceptual)
  // set is set, whatever becomes of the description
  linear.destroy()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 80, 60) == 0x808080)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 80, 60) == 0xBCBCBC)
  colours.unsetImageDescription()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 80, 60) == 0xBCBCBC)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 80, 60) == 0x808080)
  colours.setImageDescription(imageDescription: bench.description(.srgb, .extLinear), renderIntent: .relativeBpc)
  window.surface.commit()
  colours.destroy()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 80, 60) == 0xBCBCBC)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 80, 60) == 0x808080)
}

@Test func aSubsurfaceHasColoursOfItsOwn() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF80_8080)
  let child = bench.surface()
  bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  child.attach(buffer: bench.client.makeBuffer(20, 20, 0xFF80_8080), x: 0, y: 0)
  bench.manager.getSurface(surface: child).setImageDescription(
    imageDescription: bench.description(.srgb, .extLinear), renderIntent: .perceptual)
  child.commit()
  try bench.client.roundtrip()
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 5, 5) == 0xBCBCBC && pixel(bench, 80, 60) == 0x808080)
}

@Test func aBufferOfOneColourIsConverted() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF00_0000)
  let half = UInt32.max / 2
  let buffer = bench.client.bind(WpSinglePixelBufferManagerV1Proxy.self).createU32RgbaBuffer(r: half, g: half, b: half, a: .max)
  let viewport = bench.client.bind(WpViewporterProxy.self).getViewport(surface: window.surface)
  viewport.setDestination(width: 160, height: 120)
  window.surface.attach(buffer: buffer, x: 0, y: 0)
  bench.manager.getSurface(surface: window.surface).setImageDescription(
    imageDescription: bench.description(.srgb, .extLinear), renderIntent: .perceptual)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 80, 60) == 0xBCBCBC)
}

@Test func descriptionsThatNobodyHasAreForgotten() throws {
  let bench = try Bench()
  for exponent in UInt32(10_000)..<10_100 {
    let creator = bench.manager.createParametricCreator()
    creator.setTfPower(eexp: exponent)
    creator.setPrimariesNamed(primaries: .srgb)
    let description = creator.create()
    try bench.client.roundtrip()
    #expect(bench.service.colours.count == 1)
    description.destroy()
  }
  try bench.client.roundtrip()
  #expect(bench.service.colours.count == 0)
}

@Test func whatIsSaidInOneCommitComesWithIt() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF80_8080)
  let (child, grandchild) = (bench.surface(), bench.surface())
  bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  bench.subcompositor.getSubsurface(surface: grandchild, parent: child)
  for (surface, side) in [(child, 40), (grandchild, 20)] {
    surface.attach(buffer: bench.client.makeBuffer(side, side, 0xFF80_8080), x: 0, y: 0)
    surface.commit()
  }
  child.commit()
  window.surface.commit()
  let colours = bench.manager.getSurface(surface: grandchild)
  let linear = bench.description(.srgb, .extLinear)
  colours.setImageDescription(imageDescription: linear, renderIntent: .perceptual)
  grandchild.commit()
  // a later commit that says nothing of them does not take them away
  grandchild.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 5, 5) == 0x808080)
  child.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 5, 5) == 0x808080)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 5, 5) == 0xBCBCBC && pixel(bench, 30, 30) == 0x808080)
  // of two before the parent's commit the latter counts
  colours.unsetImageDescription()
  grandchild.commit()
  colours.setImageDescription(imageDescription: linear, renderIntent: .relative)
  grandchild.commit()
  colours.unsetImageDescription()
  child.commit()
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 5, 5) == 0xBCBCBC)
}

@Test func aDescriptionThatNobodySeesCostsNoTables() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF80_8080)
  let colours = bench.manager.getSurface(surface: window.surface)
  colours.setImageDescription(imageDescription: bench.description(.bt2020, .st2084Pq), renderIntent: .perceptual)
  window.surface.commit()
  try bench.client.roundtrip()
  let surface = try #require(bench.service.clientWindows.values.first).surface
  let meaning = try #require(surface.state.rare.colours?.object as? ColourMeaning)
  #expect(!meaning.isMade)
  _ = try pixel(bench, 80, 60)
  #expect(meaning.isMade)
}
