/// A Wayland protocol as its XML describes it.
package struct WaylandProtocol: Equatable {
  package var name: String
  package var interfaces: [Interface] = []
}

extension WaylandProtocol {
  /// One interface: its requests and events in wire order, and its enums.
  package struct Interface: Equatable {
    package var name: String
    package var version: Int
    package var summary = ""
    package var requests: [Message] = []
    package var events: [Message] = []
    package var enums: [Enumeration] = []
  }

  /// A request or an event.
  package struct Message: Equatable {
    package var name: String
    package var since = 1
    package var isDestructor = false
    package var summary = ""
    package var arguments: [Argument] = []
  }

  /// One argument of a message.
  package struct Argument: Equatable {
    package var name: String
    package var type: ArgumentType
    /// The interface of an object or new id; nil where any interface may come.
    package var interface: String?
    /// The enum whose values the integer takes, as written: `name` or `interface.name`.
    package var enumeration: String?
    package var isNullable = false
  }

  /// The wire type of an argument.
  package enum ArgumentType: String {
    case int, uint, fixed, string, object, array, fd
    case newID = "new_id"
  }

  /// A set of named values.
  package struct Enumeration: Equatable {
    package var name: String
    package var isBitfield = false
    package var summary = ""
    package var entries: [Entry] = []
  }

  /// One named value of an enum.
  package struct Entry: Equatable {
    package var name: String
    package var value: UInt32
    package var since = 1
    package var summary = ""
  }
}

extension WaylandProtocol {
  /// Whether the code of one side names an enum.
  func usesEnums(onServer: Bool) -> Bool {
    interfaces.contains { interface in
      (interface.requests + interface.events).contains { $0.arguments.contains { $0.enumeration != nil } }
        || (onServer && interface.enums.contains { $0.name == "error" })
    }
  }
}
