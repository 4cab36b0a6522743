internal import CWaylandServer

/// One `wl_listener` at a stable address, with one owner.
///
/// libwayland links listeners into lists by address, so they cannot live inside a Swift object.
@safe final class Listener {
  @unsafe private struct Box {
    var listener: wl_listener
    var owner: Unmanaged<Listener>?
  }

  private let box: UnsafeMutablePointer<Box>
  private var isLinked = false
  private let notify: (UnsafeMutableRawPointer?) -> Void

  init(_ notify: @escaping (UnsafeMutableRawPointer?) -> Void) {
    unsafe self.notify = notify
    unsafe box = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe box.initialize(to: Box(listener: wl_listener(), owner: nil))
    unsafe box.pointee.owner = unsafe Unmanaged.passUnretained(self)
    unsafe box.pointee.listener.notify = { listener, data in
      // the listener is the box's first member
      let box = unsafe UnsafeMutableRawPointer(listener!).assumingMemoryBound(to: Box.self)
      let owner = unsafe box.pointee.owner?.takeUnretainedValue()
      unsafe owner?.notify(data)
    }
  }

  deinit {
    remove()
    unsafe box.deallocate()
  }

  /// Links the listener with `add`, which is given its address.
  func link(_ add: (UnsafeMutablePointer<wl_listener>) -> Void) {
    precondition(!isLinked, "a listener hears one signal")
    isLinked = true
    unsafe add(UnsafeMutableRawPointer(box).assumingMemoryBound(to: wl_listener.self))
  }

  /// Stops listening; harmless where it does not listen.
  func remove() {
    guard isLinked else { return }
    isLinked = false
    unsafe wl_list_remove(&box.pointee.listener.link)
  }
}
