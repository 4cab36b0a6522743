internal import CasementControl
internal import Geometry
internal import Input
internal import Surfaces
internal import WaylandServer
internal import WindowModel

/// Brings text fields and the seat's input method together: one field is active at most, and one input method in force.
final class TextInputs {
  unowned let service: WindowService
  /// The text inputs of version 3, which are told which surface has the keyboard.
  private var listeners = ObjectBag<TextInputV3>()
  /// How many of them each client has.
  private var counts: [ClientID: Int] = [:]
  private(set) var active: (any TextField)?
  /// Input methods; the first is in force, the others wait.
  private var methods = ObjectBag<any InputMethod>()
  private var panels = ObjectBag<InputPanel>()
  /// The surface that text inputs were told has the keyboard.
  private var focus: Surface?
  private var isRefreshing = false
  /// What was typed into the active field, whose client does not read.
  private var late: LateEdits?

  init(_ service: WindowService) { self.service = service }

  /// The input method in force.
  var method: (any InputMethod)? { methods.first }

  // MARK: Text fields

  /// A text input of version 3 was made.
  func add(_ listener: TextInputV3) {
    listeners.append(listener)
    counts[listener.client.id, default: 0] += 1
    if let focus, focus.client === listener.client { listener.enter(focus) }
  }

  func remove(_ listener: TextInputV3) {
    let client = listener.client.id
    if listeners.remove(listener), let count = counts[client] { counts[client] = count > 1 ? count - 1 : nil }
    deactivate(listener)
  }

  /// How many text inputs of version 3 a client has: each is told where the keyboard goes.
  func count(of client: Client) -> Int { counts.isEmpty ? 0 : counts[client.id] ?? 0 }

  /// Another surface has the keyboard.
  func keyboardMoved() {
    let next = service.seat.keyboard.focus
    guard next !== focus else { return }
    let old = focus
    focus = next
    if let active { lose(active) }
    if let old { for listener in listeners where listener.client === old.client { listener.leave(old) } }
    if let next { for listener in listeners where listener.client === next.client { listener.enter(next) } }
  }

  /// The surface is going: nothing about it can be told any more.
  func forget(_ surface: Surface) {
    if let active, active.surface === surface { lose(active) }
    guard focus === surface else { return }
    focus = nil
    for listener in listeners where listener.client === surface.client { listener.surfaceGone() }
  }

  func forget(_ client: Client) {
    if let active, active.surface?.client === client {
      dropEdits()
      lose(active)
    }
    if focus?.client === client { focus = nil }
  }

  /// Whether a field on `surface` may be active: its window or popup has the keyboard.
  func hasFocus(_ surface: Surface) -> Bool { focus.map { $0 === surface.root } ?? false }

  /// Makes a field the active one. Where it is already, it begins anew.
  ///
  /// - Parameter replaces: whether another one has to give way.
  /// - Returns: false where another one is.
  @discardableResult
  func activate(_ field: any TextField, replaces: Bool) -> Bool {
    if let active, active !== field {
      guard replaces else { return false }
      lose(active)
    }
    dropEdits()
    active = field
    method?.activate(field)
    refreshPanels()
    return true
  }

  func deactivate(_ field: any TextField) {
    guard active === field else { return }
    active = nil
    // who ends it itself wants no more text
    dropEdits()
    method?.deactivate(field)
    refreshPanels()
  }

  private func lose(_ field: any TextField) {
    if let late { catchUp(late) }
    deactivate(field)
    field.deactivated()
  }

  /// The state of a field is another.
  func changed(_ field: any TextField) {
    guard active === field else { return }
    method?.update(field)
    refreshPanels()
  }

  // MARK: Input methods

  /// Another input method; it is in force where there is no other, and else waits until there is none.
  func add(_ method: any InputMethod) {
    methods.append(method, as: method)
    guard methods.count == 1 else { return }
    if let active { method.activate(active) }
    refreshPanels()
  }

  func remove(_ method: any InputMethod) {
    let wasInForce = methods.first === method
    methods.remove(method)
    guard wasInForce else { return }
    if let active {
      // what it was composing is nobody's
      type(TextEdit(preedit: TextEdit.Preedit(text: "", begin: 0, end: 0)), into: active)
      self.method?.activate(active)
    }
    refreshPanels()
  }

  /// Carries out what the input method in force did; of others, nothing.
  func perform(_ edit: TextEdit, by method: any InputMethod) {
    guard self.method === method, let active else { return }
    type(edit, into: active)
    if let client = active.surface?.client { service.answers.expectAnswer(from: client) }
  }

  private func type(_ edit: TextEdit, into field: any TextField) {
    guard let client = field.surface?.client else { return field.perform(edit) }
    if let late {
      late.add(edit)
    } else if service.lateNews.maySend(edit.wireBytes, to: client) {
      field.perform(edit)
    } else {
      let made = LateEdits(edit, into: field, of: client, self)
      late = made
      service.lateNews.wait(made)
    }
  }

  /// What was typed before something else is told to the active field's client.
  func catchUp() { if let late { catchUp(late) } }

  /// Tells a field what was typed into it.
  func catchUp(_ edits: LateEdits) {
    dropEdits()
    for edit in edits.edits { edits.field.perform(edit) }
  }

  private func dropEdits() {
    guard let late else { return }
    self.late = nil
    service.lateNews.forget(late)
  }

  // MARK: Panels

  func add(_ panel: InputPanel) { panels.append(panel) }

  func remove(_ panel: InputPanel) {
    panels.remove(panel)
    tellPanelState()
  }

  /// Places what input methods show anew: the field, its cursor, or the windows are others.
  func refreshPanels() {
    guard !isRefreshing, !panels.isEmpty else { return }
    isRefreshing = true
    service.beginCommit()
    for panel in panels { panel.refresh() }
    service.endCommit()
    isRefreshing = false
    tellPanelState()
  }

  private func tellPanelState() { active?.panelChanged(isShown: panels.contains { $0.isDocked && $0.isShown }) }

  /// Whether a panel of `client` is to be shown.
  func shows(panelOf client: Client, isDocked: Bool) -> Bool {
    guard let active, let method, method.client === client, active.surface != nil else { return false }
    return !isDocked || active.wantsPanel
  }

  /// The area of the active field's cursor in the layout; its whole surface where its client does not tell.
  var cursorArea: Rect<LayoutPoints>? {
    guard let active, let surface = active.surface, let (mapping, origin) = service.mapping(of: surface) else { return nil }
    let area = active.state.cursor ?? Rect(size: surface.state.size)
    return mapping.layout(Rect(origin: area.origin + origin, size: area.size))
  }
}
