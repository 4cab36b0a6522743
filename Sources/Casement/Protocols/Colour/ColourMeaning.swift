internal import Scene
internal import Surfaces
internal import Synchronization

/// A description of colours with the intent by which they are brought to a screen. There is one object for each such pair, as long as
/// somebody has it.
final class ColourMeaning: Sendable {
  private let description: ColourDescription
  private let intent: RenderingIntent
  /// Made when a picture is: most of what clients say is never looked at.
  private let made = Mutex<ColourMap??>(nil)

  init(_ description: ColourDescription, _ intent: RenderingIntent) {
    self.description = description
    self.intent = intent
  }

  /// Whether a picture was made with it.
  var isMade: Bool { made.withLock { $0 != nil } }

  /// What brings the colours to a screen; nil: they are the screen's.
  var map: ColourMap? {
    made.withLock { made in
      if let made { return made }
      let map = ColourMap(description, intent: intent)
      let kept = map?.isIdentity == true ? nil : map
      made = .some(kept)
      return kept
    }
  }
}

/// A description of colours that clients' objects refer to. There is one object for each description, as long as somebody has it.
final class ColourRecord {
  let description: ColourDescription
  /// Never 0, and never that of another description.
  let identity: UInt32
  private weak var records: ColourRecords?
  private var meanings: [RenderingIntent: WeakMeaning] = [:]

  private struct WeakMeaning { weak var meaning: ColourMeaning? }

  fileprivate init(_ description: ColourDescription, identity: UInt32, _ records: ColourRecords) {
    self.description = description
    self.identity = identity
    self.records = records
  }

  deinit { records?.forget(self) }

  /// What a surface's colours mean by it.
  func meaning(_ intent: RenderingIntent) -> ColourReference {
    if let known = meanings[intent]?.meaning { return ColourReference(known) }
    let made = ColourMeaning(description, intent)
    meanings[intent] = WeakMeaning(meaning: made)
    return ColourReference(made)
  }
}

/// The descriptions of colours that somebody has.
final class ColourRecords {
  private var records: [ColourDescription: WeakRecord] = [:]
  private var lastIdentity: UInt32 = 0

  private struct WeakRecord { unowned let record: ColourRecord }

  /// How many there are.
  var count: Int { records.count }

  /// What all screens show.
  private(set) lazy var screen = record(of: .screen)

  /// The record of `description`, made where nobody has it.
  func record(of description: ColourDescription) -> ColourRecord {
    if let known = records[description] { return known.record }
    lastIdentity &+= 1
    if lastIdentity == 0 { lastIdentity = 1 }
    let made = ColourRecord(description, identity: lastIdentity, self)
    records[description] = WeakRecord(record: made)
    return made
  }

  fileprivate func forget(_ record: ColourRecord) { records[record.description] = nil }
}
