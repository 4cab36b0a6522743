import Glibc

/// The real clock, in microseconds.
func wallTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

/// This thread's CPU time, in microseconds: what other processes do does not count.
func threadTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

/// Lets a process run on one processor alone, or on all.
func pin(_ process: pid_t, toOne: Bool) {
  let processors = toOne ? "0" : "0-\(sysconf(Int32(_SC_NPROCESSORS_CONF)) - 1)"
  ChildProcess.run(["taskset", "-a", "-c", "-p", processors, "\(process == 0 ? getpid() : process)"])
}

extension [Double] {
  /// The middle one; 0 where there is none.
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }
  /// The one that all but a hundredth are below.
  var p99: Double { isEmpty ? 0 : sorted()[(count - 1) * 99 / 100] }

  /// Where the median lies with a probability of 95 %, by drawing again and again from these samples; nil where there are too few.
  var medianInterval: (low: Double, high: Double)? {
    guard count >= 3 else { return nil }
    // draws that are the same in every run
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    let medians = (0..<1_000).map { _ in
      (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return self[Int(state >> 33) % count]
      }.median
    }.sorted()
    return (medians[25], medians[974])
  }
}
