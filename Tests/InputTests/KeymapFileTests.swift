import Glibc
import Testing

@testable import Input

@Test func theFileHasTheTextAndAClosingNUL() throws {
  let file = try KeymapFile(text: "abc")
  #expect(file.size == 4)
  file.withDescriptor { descriptor in
    var bytes = [UInt8](repeating: 9, count: 8)
    #expect(unsafe pread(descriptor, &bytes, 8, 0) == 4)
    #expect(bytes.prefix(4) == [97, 98, 99, 0])
  }
}

@Test func noClientCanChangeTheFile() throws {
  let file = try KeymapFile(text: "abc")
  file.withDescriptor { descriptor in
    #expect(unsafe write(descriptor, "x", 1) == -1)
    #expect(ftruncate(descriptor, 0) == -1)
    #expect(unsafe mmap(nil, 4, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0) == MAP_FAILED)
    // A client may try to open it anew for writing.
    let again = unsafe open("/proc/self/fd/\(descriptor)", O_RDWR)
    if again >= 0 {
      #expect(unsafe pwrite(again, "x", 1, 0) == -1)
      #expect(ftruncate(again, 100) == -1)
      #expect(unsafe mmap(nil, 4, PROT_READ | PROT_WRITE, MAP_SHARED, again, 0) == MAP_FAILED)
      close(again)
    }
    var bytes = [UInt8](repeating: 9, count: 8)
    #expect(unsafe pread(descriptor, &bytes, 8, 0) == 4)
    #expect(bytes.prefix(4) == [97, 98, 99, 0])
  }
}

@Test(arguments: [MAP_SHARED, MAP_PRIVATE])
func clientsMayMapItForReadingEitherWay(flags: Int32) throws {
  let file = try KeymapFile(text: "abc")
  file.withDescriptor { descriptor in
    let address = unsafe mmap(nil, file.size, PROT_READ, flags, descriptor, 0)
    #expect(unsafe address != MAP_FAILED)
    guard let address = unsafe address, unsafe address != MAP_FAILED else { return }
    #expect(unsafe String(cString: address.assumingMemoryBound(to: CChar.self)) == "abc")
    unsafe munmap(address, file.size)
  }
}

@Test func clientsDoNotShareAReadPosition() throws {
  let file = try KeymapFile(text: "abc")
  file.withDescriptor { #expect(lseek($0, 2, SEEK_SET) == 2) }
  file.withDescriptor { #expect(lseek($0, 0, SEEK_CUR) == 0) }
}
