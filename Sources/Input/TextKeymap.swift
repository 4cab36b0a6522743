/// Writes keymaps that have given characters, for text that the keyboard's own keymap does not have.
///
/// The characters sit on keys of the main block: some toolkits act on the place of a key (1 is Escape) whatever the keymap says
/// it means. The modifiers' keys, their masks and their locks are those of every common keymap, so that a client that gets it while
/// one is held or locked goes on as before; neither Shift nor Caps Lock changes what a character's key gives.
package enum TextKeymap {
  /// The most characters in one keymap.
  package static var capacity: Int { keys.count }

  /// The keys on which characters sit, as Linux numbers them: digits, letters, punctuation, and the key beside the left Shift.
  static let keys: [UInt32] = Array(2...13) + Array(16...27) + Array(30...41) + Array(43...53) + [86]

  /// A keymap that has `scalars` on `keys` in order, and the keys for Return, Tab, BackSpace, Escape, Delete and the space in their places.
  ///
  /// - Precondition: there are at most `capacity` scalars.
  package static func text(for scalars: [Unicode.Scalar]) -> String {
    precondition(scalars.count <= capacity, "one keymap has room for \(capacity) characters")
    let places = zip(keys, scalars).map { "  <K\($0.0)> = \($0.0 + 8);" }
    let symbols = zip(keys, scalars).map { "  key <K\($0.0)> { type = \"FIXED\", [ U\(hexadecimal($0.1)) ] };" }
    return """
      xkb_keymap {
      xkb_keycodes "casement" {
        minimum = 8;
        maximum = 255;
      \(named.map { "  <\($0.name)> = \($0.key + 8);" }.joined(separator: "\n"))
      \(places.joined(separator: "\n"))
        indicator 1 = "Caps Lock";
        indicator 2 = "Num Lock";
      };
      \(types)
      \(compatibility)
      xkb_symbols "casement" {
        name[1] = "Typed text";
      \(named.map { "  key <\($0.name)> { type = \"ONE_LEVEL\", [ \($0.symbol) ] };" }.joined(separator: "\n"))
      \(symbols.joined(separator: "\n"))
        modifier_map Shift { <LFSH>, <RTSH> };
        modifier_map Lock { <CAPS> };
        modifier_map Control { <LCTL>, <RCTL> };
        modifier_map Mod1 { <LALT> };
        modifier_map Mod2 { <NMLK> };
        modifier_map Mod4 { <LWIN>, <RWIN> };
        modifier_map Mod5 { <LVL3> };
      };
      };

      """
  }

  private static let named: [(name: String, key: UInt32, symbol: String)] = [
    ("ESC", 1, "Escape"), ("BKSP", 14, "BackSpace"), ("TAB", 15, "Tab"), ("RTRN", 28, "Return"), ("LCTL", 29, "Control_L"),
    ("LFSH", 42, "Shift_L"), ("RTSH", 54, "Shift_R"), ("LALT", 56, "Alt_L"), ("SPCE", 57, "space"), ("CAPS", 58, "Caps_Lock"),
    ("NMLK", 69, "Num_Lock"), ("RCTL", 97, "Control_R"), ("LVL3", 100, "ISO_Level3_Shift"), ("DELE", 111, "Delete"),
    ("LWIN", 125, "Super_L"), ("RWIN", 126, "Super_R"),
  ]

  /// The four types that the X protocol requires, and one whose only level consumes Shift and Caps Lock.
  private static let types = """
    xkb_types "casement" {
      virtual_modifiers NumLock,Alt,LevelThree,Super;
      type "ONE_LEVEL" { modifiers = none; level_name[1] = "Any"; };
      type "TWO_LEVEL" { modifiers = Shift; map[Shift] = 2; level_name[1] = "Base"; level_name[2] = "Shift"; };
      type "ALPHABETIC" {
        modifiers = Shift+Lock; map[Shift] = 2; map[Lock] = 2; level_name[1] = "Base"; level_name[2] = "Caps";
      };
      type "KEYPAD" {
        modifiers = Shift+NumLock; map[Shift] = 2; map[NumLock] = 2; level_name[1] = "Base"; level_name[2] = "Number";
      };
      type "FIXED" { modifiers = Shift+Lock+LevelThree; level_name[1] = "Any"; };
    };
    """

  private static let compatibility = """
    xkb_compatibility "casement" {
      virtual_modifiers NumLock,Alt,LevelThree,Super;
      interpret.useModMapMods = AnyLevel;
      interpret.repeat = False;
      interpret Caps_Lock+AnyOf(all) { action = LockMods(modifiers=Lock); };
      interpret Num_Lock+AnyOf(all) { virtualModifier = NumLock; action = LockMods(modifiers=NumLock); };
      interpret ISO_Level3_Shift+AnyOf(all) { virtualModifier = LevelThree; action = SetMods(modifiers=LevelThree,clearLocks); };
      interpret Alt_L+AnyOf(all) { virtualModifier = Alt; action = SetMods(modifiers=modMapMods,clearLocks); };
      interpret Super_L+AnyOf(all) { virtualModifier = Super; action = SetMods(modifiers=modMapMods,clearLocks); };
      interpret Super_R+AnyOf(all) { virtualModifier = Super; action = SetMods(modifiers=modMapMods,clearLocks); };
      interpret Any+AnyOf(all) { action = SetMods(modifiers=modMapMods,clearLocks); };
      indicator "Caps Lock" { whichModState = locked; modifiers = Lock; };
      indicator "Num Lock" { whichModState = locked; modifiers = NumLock; };
    };
    """

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
