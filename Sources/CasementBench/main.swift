import Glibc

/// `CasementBench [--quick] [--runs N] [--casement PATH] [--out FOLDER] [PART…]`: every target as a benchmark with its own baseline in the
/// same run. Parts: wire, start, input, instructions, drawing, nested, growth, model; all where none is named.
exit(BenchRun(Array(CommandLine.arguments.dropFirst())).perform())
