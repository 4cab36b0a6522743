import Glibc

// `CasementBench [--quick] [--runs N] [--casement PATH] [--out FOLDER] [PART…]`: every target as a benchmark with its own baseline in the
// same run. Parts: model, instructions, frames, wire, start, input, capture, drawing,
// nested, growth; all where none is named.
let words = Array(CommandLine.arguments.dropFirst())
if words.count == 2, words[0] == "--flood" { exit(Flood.run(at: words[1])) }
exit(BenchRun(words).perform())
