import Testing

@testable import WindowModel

@Suite struct RandomOperationsTests {
  @Test(arguments: UInt64(1)...100) func everyInvariantHoldsAfterAnySequenceOfOperations(seed: UInt64) {
    guard let steps = Self.stepsToFault(seed: seed, isLogging: false)?.steps else { return }
    let fault = Self.stepsToFault(seed: seed, isLogging: true)
    Issue.record("seed \(seed), step \(steps): \(fault?.text ?? "gone the second time")")
  }

  /// Plays 150 steps of a world, and says after how many the first thing was wrong, if ever.
  private static func stepsToFault(seed: UInt64, isLogging: Bool) -> (steps: Int, text: String)? {
    var world = RandomWorld(seed: seed, isLogging: isLogging)
    for step in 1...150 {
      world.step()
      let wrong = world.model.violations() + world.replay.violations(world.model)
      if !wrong.isEmpty { return (step, (wrong + ["after:"] + world.log).joined(separator: "\n")) }
    }
    return nil
  }
}
