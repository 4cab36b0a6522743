internal import Surfaces
internal import WaylandServer

/// What else hangs on a surface: at most one object of each extension.
struct SurfaceExtensions {
  var viewport: Viewport?
  var fractionalScale: FractionalScale?
  var opacity: AlphaModifier?
  var contentType: ContentType?
  var tearing: TearingControl?
  var fifo: Fifo?
  var timer: CommitTimer?
  var colours: SurfaceColours?
  /// Idle inhibitors and the like that ask only whether the surface is seen.
  var observers = ObjectBag<any SurfaceObserver>()

  func willCommit(_ surface: Surface) throws(ProtocolError) {
    for observer in observers { try observer.surfaceWillCommit(surface) }
  }

  func didCommit(_ surface: Surface, _ changes: SurfaceChanges) {
    for observer in observers { observer.surfaceDidCommit(surface, changes) }
  }

  mutating func surfaceDestroyed(_ surface: Surface) {
    viewport?.surfaceDestroyed()
    fractionalScale?.surfaceDestroyed()
    opacity?.surfaceDestroyed()
    contentType?.surfaceDestroyed()
    tearing?.surfaceDestroyed()
    fifo?.surfaceDestroyed()
    timer?.surfaceDestroyed()
    colours?.surfaceDestroyed()
    let gone = observers
    observers.removeAll()
    for observer in gone { observer.surfaceDestroyed(surface) }
  }
}

/// An object that follows what happens to one surface.
protocol SurfaceObserver: AnyObject {
  func surfaceWillCommit(_ surface: Surface) throws(ProtocolError)
  func surfaceDidCommit(_ surface: Surface, _ changes: SurfaceChanges)
  func surfaceDestroyed(_ surface: Surface)
}

extension SurfaceObserver {
  func surfaceWillCommit(_ surface: Surface) throws(ProtocolError) {}
  func surfaceDidCommit(_ surface: Surface, _ changes: SurfaceChanges) {}
}
