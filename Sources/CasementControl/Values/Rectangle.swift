/// A rectangle as JSON: whole points or pixels, from the top-left corner; the member that holds one says of what.
package struct Rectangle: ControlObject, Hashable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  /// The rectangle with its corner at (x, y).
  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package static var notes: KeyValuePairs<String, String> {
    ["x": "left edge", "y": "top edge", "width": "width", "height": "height"]
  }
}
