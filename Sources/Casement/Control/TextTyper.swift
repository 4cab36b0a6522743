internal import CasementControl
internal import Input
internal import WaylandServer

/// Types text on the seat's keyboard, also what its keymap has not.
///
/// Characters beyond the keymap are added to it and stay, until the keyboard goes to another client: X servers tell their clients of keys
/// late, and of the keymap that is in use then.
final class TextTyper {
  private unowned let service: WindowService
  /// The keymap that has more than the keyboard's own, and what that is.
  private var more: (own: Keymap, extended: Keymap, added: [Unicode.Scalar])?

  init(_ service: WindowService) { self.service = service }

  private var keyboard: SeatKeyboard { service.seat.keyboard }

  /// What to do to type `text`, with `delay` milliseconds after each character.
  ///
  /// - Throws: `ControlError.badParameter` for characters that no key can give.
  func steps(typing text: String, delay: Int) throws(ControlError) -> [InputPlayer.Step] {
    if more?.extended !== keyboard.state.keymap { more = nil }
    guard delay > 0 else { return try steps(typing: text) }
    var result: [InputPlayer.Step] = []
    for character in text {
      result += try steps(typing: String(character))
      if !result.isEmpty { result[result.count - 1].pause = delay }
    }
    return result
  }

  private func steps(typing text: String) throws(ControlError) -> [InputPlayer.Step] {
    let own = more?.own ?? keyboard.state.keymap
    var inUse = more?.extended
    var result: [InputPlayer.Step] = []
    do {
      let down = keyboard.state.heldKeys.filter { keyboard.state.isHeld($0, on: .standard) }
      let plan = try TextPlan(text, on: own, added: more?.added ?? [], modifiers: keyboard.state.modifiers, down: down)
      for step in plan.steps {
        switch step {
        case .useKeymap(let text):
          inUse = try Keymap(text: text.utf8)
        case .key(let key, let pressed):
          let keymap = inUse
          result.append(
            InputPlayer.Step { [keyboard] in
              if let keymap { try? keyboard.setKeymap(keymap) }
              return keyboard.key(key, pressed: pressed)
            })
        }
      }
      if let inUse { more = (own, inUse, plan.added) }
    } catch {
      throw .badParameter("\(error)", parameter: "text")
    }
    return result
  }

  /// The keyboard goes to another client, which need not learn of what was typed elsewhere.
  func keyboardMoved() {
    guard let extended = more else { return }
    more = nil
    if keyboard.state.keymap === extended.extended { try? keyboard.setKeymap(extended.own) }
  }
}
