import Foundation
import Testing

@testable import WindowModel

@Suite struct RandomOperationsTests {
  /// 40 worlds, or as many as CASEMENT_SEEDS says.
  private static let seeds = 1...(ProcessInfo.processInfo.environment["CASEMENT_SEEDS"].flatMap { UInt64($0) } ?? 40)

  @Test func everyInvariantHoldsAfterAnySequenceOfOperations() {
    for seed in Self.seeds {
      guard let step = Self.fault(seed: seed, isLogging: false)?.step else { continue }
      Issue.record("seed \(seed), step \(step): \(Self.fault(seed: seed, isLogging: true)?.text ?? "gone the second time")")
      return
    }
  }

  @Test func everyKindOfEventHappens() {
    var kinds: Set<String> = []
    for seed in UInt64(1)...30 {
      var world = RandomWorld(seed: seed, isLogging: false)
      for _ in 1...150 {
        for event in world.step() { kinds.insert(String("\(event)".prefix { $0 != "(" })) }
      }
    }
    #expect(kinds.count == 29, "\(kinds.sorted())")
  }

  /// Plays 150 steps of a world, and says after how many the first thing was wrong, if ever.
  private static func fault(seed: UInt64, isLogging: Bool) -> (step: Int, text: String)? {
    var world = RandomWorld(seed: seed, isLogging: isLogging)
    for step in 1...150 {
      world.step()
      let wrong = world.model.violations() + world.replay.violations(world.model)
      if !wrong.isEmpty { return (step, (wrong + ["after:"] + world.log).joined(separator: "\n")) }
    }
    return nil
  }
}
