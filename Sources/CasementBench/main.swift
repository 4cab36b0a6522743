import Glibc

// `CasementBench [--quick] [--runs N] [--casement PATH] [--out FOLDER] [PART…]`: every target as a benchmark with its own baseline in the
// same run. Parts: model, instructions, frames, wire, start, input, capture, drawing,
// nested, growth; all where none is named.
let words = Array(CommandLine.arguments.dropFirst())
if words.count == 2, words[0] == "--flood" { exit(Flood.run(at: words[1])) }
// `CasementBench --order FILE`: the list of functions that the linker lays side by side.
if words.count == 2, words[0] == "--order" { exit(FunctionOrder.write(to: words[1])) }
exit(BenchRun(words).perform())
