import Geometry
import Glibc
import Testing

@testable import Input

/// A directory of themes that goes away with it.
private final class ThemeDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/casement-themes-XXXXXX".utf8CString)
    try #require(unsafe mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove(path) }

  private func remove(_ path: String) {
    if let directory = unsafe opendir(path) {
      while let entry = unsafe readdir(directory) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
          unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        }
        if name != ".", name != ".." { remove("\(path)/\(name)") }
      }
      unsafe closedir(directory)
    }
    _ = unsafe Glibc.remove(path)
  }

  /// Adds a theme with a 1×1 cursor of each colour under each name.
  func add(_ theme: String, inherits: String? = nil, _ cursors: [String: UInt32] = [:]) {
    _ = unsafe mkdir("\(path)/\(theme)", 0o700)
    _ = unsafe mkdir("\(path)/\(theme)/cursors", 0o700)
    if let inherits { write(Array("[Icon Theme]\nName=x\nInherits = \(inherits)\n".utf8), to: "\(theme)/index.theme") }
    for (name, colour) in cursors {
      let image = XcursorWriter.Image(size: 24, width: 1, height: 1, pixels: [0xFF00_0000 | colour])
      write(XcursorWriter.file([image]), to: "\(theme)/cursors/\(name)")
    }
  }

  func write(_ bytes: [UInt8], to name: String) {
    let descriptor = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
    close(descriptor)
  }

  /// The colour that `theme` shows for `shape`, nil where it is drawn.
  func colour(of shape: CursorShape, in theme: String) -> UInt32? {
    let image = CursorTheme(environment: ["XCURSOR_PATH": path, "XCURSOR_THEME": theme]).image(for: shape)
    return image.width == 1 ? image.pixels[0] & 0xFF_FFFF : nil
  }
}

@Test func aThemesOwnCursorComesFirstThenItsLegacyNamesThenItsParents() throws {
  let themes = try ThemeDirectory()
  themes.add("parent", ["text": 1, "wait": 2, "help": 3])
  themes.add("child", inherits: "parent", ["xterm": 4, "wait": 5])
  #expect(themes.colour(of: .text, in: "child") == 4)
  #expect(themes.colour(of: .wait, in: "child") == 5)
  #expect(themes.colour(of: .help, in: "child") == 3)
  #expect(themes.colour(of: .zoomIn, in: "child") == nil)
}

@Test func severalParentsAreSearchedInOrderAndDefaultLast() throws {
  let themes = try ThemeDirectory()
  themes.add("default", ["help": 9, "wait": 9])
  themes.add("one", ["text": 1])
  themes.add("two", ["text": 2, "wait": 2])
  themes.add("child", inherits: "one;two , three")
  #expect(themes.colour(of: .text, in: "child") == 1)
  #expect(themes.colour(of: .wait, in: "child") == 2)
  #expect(themes.colour(of: .help, in: "child") == 9)
  #expect(themes.colour(of: .help, in: "no such theme") == 9)
}

@Test func themesThatInheritFromEachOtherEnd() throws {
  let themes = try ThemeDirectory()
  themes.add("a", inherits: "b,a")
  themes.add("b", inherits: "a,b,c")
  themes.add("c", inherits: "c", ["text": 7])
  #expect(themes.colour(of: .text, in: "a") == 7)
  #expect(themes.colour(of: .wait, in: "a") == nil)
}

@Test func anEndlessLineOfThemesIsCutOff() throws {
  let themes = try ThemeDirectory()
  for index in 0..<60 { themes.add("t\(index)", inherits: "t\(index + 1)") }
  themes.add("t60", ["text": 7])
  #expect(themes.colour(of: .text, in: "t0") == nil)
  #expect(themes.colour(of: .text, in: "t40") == 7)
}

@Test(arguments: ["../up", "/etc", "..", ".", "a/b", "nul\0"])
func aThemeNameIsNoWayOutOfTheDirectory(name: String) throws {
  let themes = try ThemeDirectory()
  themes.add("up", ["text": 7])
  themes.add("sub", inherits: name)
  #expect(themes.colour(of: .text, in: name) == nil)
  #expect(themes.colour(of: .text, in: "sub") == nil)
}

@Test func aBrokenFileIsPassedOver() throws {
  let themes = try ThemeDirectory()
  themes.add("parent", ["text": 1])
  themes.add("child", inherits: "parent")
  themes.write(Array("garbage".utf8), to: "child/cursors/text")
  _ = unsafe mkfifo("\(themes.path)/child/cursors/xterm", 0o600)
  _ = unsafe mkdir("\(themes.path)/child/cursors/ibeam", 0o700)
  #expect(themes.colour(of: .text, in: "child") == 1)
}

@Test func theFirstDirectoryOfThePathWins() throws {
  let (first, second) = (try ThemeDirectory(), try ThemeDirectory())
  first.add("t", ["text": 1])
  second.add("t", ["text": 2, "wait": 2])
  let theme = CursorTheme(environment: ["XCURSOR_PATH": "\(first.path):\(second.path)", "XCURSOR_THEME": "t"])
  #expect(theme.image(for: .text).pixels == [0xFF00_0001])
  #expect(theme.image(for: .wait).pixels == [0xFF00_0002])
}

@Test func theSearchPathFollowsTheEnvironment() {
  #expect(
    CursorThemePath(environment: ["HOME": "/h"]).directories
      == ["/h/.local/share/icons", "/h/.icons", "/usr/share/icons", "/usr/share/pixmaps"])
  #expect(CursorThemePath(environment: [:]).directories == ["/usr/share/icons", "/usr/share/pixmaps"])
  #expect(CursorThemePath(environment: ["HOME": "/h", "XCURSOR_PATH": "~/x::/y"]).directories == ["/h/x", "/y"])
  #expect(CursorThemePath(environment: ["HOME": "/h", "XDG_DATA_HOME": "/d"]).directories.first == "/d/icons")
}

@Test(arguments: [("", 24), ("48", 48), ("0", 24), ("-3", 24), ("1000000", 24), ("x", 24)])
func aSizeThatIsNoneIsTheUsualOne(text: String, size: Int) {
  #expect(CursorTheme(environment: ["XCURSOR_SIZE": text]).size == size)
}

// Without a theme.

@Test(arguments: CursorShape.allCases)
func everyShapeIsDrawnDarkWithALightEdgeInsideItsPicture(shape: CursorShape) {
  let image = CursorTheme(drawnAt: 24).image(for: shape)
  let side = 0..<24
  #expect(image.pixels.contains { $0 >> 24 == 255 && $0 & 0xFF < 40 })
  #expect(image.pixels.contains { $0 >> 24 > 200 && $0 & 0xFF > 180 })
  #expect(side.allSatisfy { image.pixels[$0] >> 24 < 128 && image.pixels[$0 * 24] >> 24 < 128 })
  #expect(image.pixels.allSatisfy { ($0 & 0xFF) <= $0 >> 24 })
}

@Test(arguments: [(1.0, 24), (1.25, 30), (1.5, 36), (2, 48)])
func aDrawnCursorHasExactlyTheSizeOfItsScale(scale: Double, size: Int) {
  let image = CursorTheme(drawnAt: 24).image(for: .crosshair, scale: scale)
  #expect([image.width, image.height, image.nominalSize] == [size, size, size])
  #expect(image.hotspot == Point(x: size / 2, y: size / 2))
}

@Test func theDrawnArrowPointsWithItsTip() {
  let image = CursorTheme(drawnAt: 24).image(for: .default)
  let row = image.hotspot.y * image.width
  #expect(image.pixels[row + image.hotspot.x] >> 24 > 200)
  #expect((0..<image.hotspot.x - 1).allSatisfy { image.pixels[row + $0] == 0 })
}

@Test func drawnShapesThatMeanDifferentThingsLookDifferent() {
  let theme = CursorTheme(drawnAt: 24)
  let same: [Set<CursorShape>] = [[.help, .dndAsk], [.move, .allScroll, .allResize]]
  for first in CursorShape.allCases {
    for second in CursorShape.allCases
    where first.rawValue < second.rawValue && !same.contains(where: { $0.isSuperset(of: [first, second]) }) {
      #expect(theme.image(for: first) != theme.image(for: second), "\(first) and \(second)")
    }
  }
}

@Test(arguments: [Double.nan, .infinity, -3, 0])
func aSenselessScaleStillGivesAPicture(scale: Double) {
  let image = CursorTheme(drawnAt: 24).image(for: .default, scale: scale)
  #expect((1...1024).contains(image.width))
}

@Test func aHiddenCursorIsOneClearPixel() {
  #expect(CursorImage.hidden.pixels == [0])
}
