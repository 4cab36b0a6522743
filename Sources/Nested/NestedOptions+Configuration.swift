package import Casement

extension NestedOptions {
  /// Leaves to a configuration what it says of keymap and key repeat.
  package mutating func follow(_ configuration: ServiceConfiguration) {
    let standard = ServiceConfiguration()
    if configuration.keymap != standard.keymap { hasOwnKeymap = true }
    if configuration.repeatRate != standard.repeatRate || configuration.repeatDelay != standard.repeatDelay { hasOwnRepeat = true }
  }
}
