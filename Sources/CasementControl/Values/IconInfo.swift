/// The icon of a window, as controllers see it.
package struct IconInfo: ControlObject, Hashable {
  /// One picture of an icon.
  package struct Picture: ControlObject, Hashable {
    package var size: Int
    package var scale: Int

    /// A picture with all of its members.
    package init(size: Int, scale: Int) {
      self.size = size
      self.scale = scale
    }

    package static var notes: KeyValuePairs<String, String> {
      ["size": "pixels along an edge; it is square", "scale": "the scale that it was drawn for"]
    }
  }

  package var name: String?
  package var pictures: [Picture]

  /// An icon with all of its members.
  package init(name: String?, pictures: [Picture]) {
    self.name = name
    self.pictures = pictures
  }

  package static var notes: KeyValuePairs<String, String> {
    ["name": "its name in an icon theme; absent where the client named none", "pictures": "its pictures, as the client added them"]
  }
}
