import Glibc

/// `CasementBench [WINDOWS…]`: what an operation of the window model costs, as the number of windows grows.
let sizes = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let rows = ModelBenchmark.run(sizes: sizes.isEmpty ? [10, 100, 1_000, 2_000, 10_000] : Array(sizes))
print("CPU microseconds, median of \(ModelBenchmark.repetitions) calls")
print(rows.table)
