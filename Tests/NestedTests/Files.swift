import Glibc
import Rendering
import Scene
import Surfaces

/// Closes a descriptor that nobody needs.
func closeFile(_ descriptor: Int32) { close(descriptor) }
