import Rendering
import Scene
import Surfaces
import WaylandServer

/// A host that offers nothing.
final class PoorHost {
  private let display = Display()

  init(_ descriptor: Int32) { display.connect(OwnedFileDescriptor(descriptor)) }

  func pump() {
    display.flush()
    display.eventLoop.dispatch(timeoutMilliseconds: 0)
    display.flush()
  }
}
