import Glibc
import Testing

@Test func memoryIsClearWhetherItIsNewOrWasUsedBefore() {
  for size in [1, 24, 216, 1032, 1033, 1 << 20] {
    for _ in 0..<16 {
      guard let memory = unsafe calloc(1, size) else {
        Issue.record("there is no memory of \(size) bytes")
        return
      }
      let bytes = unsafe UnsafeRawBufferPointer(start: memory, count: size)
      #expect(unsafe bytes.allSatisfy { $0 == 0 })
      unsafe memset(memory, 0xff, size)
      unsafe free(memory)
    }
  }
}

@Test func moreMemoryThanThereIsIsRefused() {
  #expect(unsafe calloc(.max, 2) == nil)
  #expect(unsafe calloc(1 << 40, 1 << 30) == nil)
}
