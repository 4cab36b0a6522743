import CProcess
import Glibc
import WaylandServer

/// Signals as events of a loop; they are blocked for the process from its making on.
final class SignalSource {
  private let descriptor: Int32
  private var source: EventSource?

  /// Watches for `signals`. SIGPIPE among them only blocks it, so that a write to a closed pipe fails instead of ending the process.
  ///
  /// - Parameter handler: gets the signal, and whether the kernel sent it to the whole foreground group of the terminal.
  init(_ signals: [Int32], on loop: EventLoop, _ handler: @escaping (_ signal: Int32, _ isFromTerminal: Bool) -> Void) throws(Failure) {
    let result = unsafe signals.withUnsafeBufferPointer { unsafe casement_signal_descriptor($0.baseAddress!, Int32($0.count)) }
    guard result >= 0 else { throw Failure("cannot watch for signals: \(System.reason(-result))", status: 125) }
    descriptor = result
    let descriptor = descriptor
    source = loop.add(fileDescriptor: descriptor) { _ in
      while true {
        var isFromTerminal: Int32 = 0
        let signal = unsafe casement_read_signal(descriptor, &isFromTerminal)
        guard signal != 0 else { return }
        handler(signal, isFromTerminal != 0)
      }
    }
  }

  deinit {
    source?.remove()
    close(descriptor)
  }
}
