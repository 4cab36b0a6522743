import CasementControl
import CasementTesting
import Geometry
import Testing

@testable import Casement

@Suite struct WindowAPITests {
  @Test func aWindowIsWhatAProgramMakesOfIt() throws {
    let test = try TestService()
    let client = try test.connect()
    _ = try client.makeWindow(1280, 720, 0xFFFF_FFFF, appID: "one", title: "First")
    _ = try client.makeWindow(1280, 720, 0xFFFF_FFFF, appID: "two")
    let service = test.service
    let (first, second) = (service.windows[0], service.windows[1])
    #expect(first.title == "First" && first.appID == "one" && first.id < second.id && first.processID != nil)
    #expect(second.isKey && !first.isKey && service.keyWindow == second && first.isVisible && first.canBecomeKey)
    #expect(first.frame == Rect(x: 0, y: 0, width: 1280, height: 720) && first.bounds.size == Size(width: 1280, height: 720))
    #expect(first.insets == .zero && first.screen == service.mainScreen && first.orientation == .landscapeRight)

    first.makeKey()
    #expect(service.keyWindow == first && service.windows == [first, second])
    first.level = .alert
    #expect(service.windows == [second, first] && first.level > second.level)
    first.level = .normal - 1
    #expect(first.level == -1.0 && service.windows == [first, second])
    second.isHidden = true
    #expect(!second.isVisible && second.isHidden && second.exists)
    second.makeKeyAndVisible()
    #expect(second.isKey && second.isVisible)
    second.canBecomeKey = false
    #expect(service.keyWindow == first)
    first.bringToFront()
    first.frame = Rect(x: 10, y: 20, width: 300, height: 200)
    try client.roundtrip()
    #expect(first.frame.origin == Point(x: 10, y: 20))
    first.close()
    try client.roundtrip()
    first.screen = nil
    #expect(first.screen == nil && first.frame == .zero && service.keyWindow == nil)
  }

  @Test func pointsConvertBetweenWindowsAndScreens() throws {
    let test = try TestService()
    let client = try test.connect()
    for name in ["a", "b"] { _ = try client.makeWindow(1280, 720, 0xFFFF_FFFF, appID: name) }
    let (a, b) = (test.service.windows[0], test.service.windows[1])
    let second = try test.service.addScreen(ScreenSpec(width: 640, height: 480))
    a.frame = Rect(x: 10, y: 20, width: 300, height: 200)
    let screen = try #require(test.service.mainScreen)
    #expect(a.convert(PrecisePoint(x: 1, y: 2), to: screen) == PrecisePoint(x: 11, y: 22))
    #expect(a.convert(PrecisePoint<ScreenPoints>(x: 11, y: 22), from: screen) == PrecisePoint(x: 1, y: 2))
    #expect(a.convert(PrecisePoint(x: 1, y: 2), to: b) == PrecisePoint(x: 11, y: 22))
    #expect(a.convert(PrecisePoint(x: 11, y: 22), from: b) == PrecisePoint(x: 1, y: 2))
    // nothing is measured from one screen to another
    #expect(a.convert(PrecisePoint(x: 1, y: 2), to: second) == nil)
    #expect(a.convert(PrecisePoint<ScreenPoints>(x: 1, y: 2), from: second) == nil)
    b.screen = second
    #expect(a.convert(PrecisePoint(x: 1, y: 2), to: b) == nil && a.convert(PrecisePoint(x: 1, y: 2), from: b) == nil)
    #expect(b.convert(PrecisePoint(x: 1, y: 2), to: second) == PrecisePoint(x: 1, y: 2))
    b.screen = nil
    #expect(a.convert(PrecisePoint(x: 1, y: 2), to: b) == nil)
  }

  @Test func aScreenIsWhatAProgramMakesOfIt() throws {
    let test = try TestService()
    let service = test.service
    let main = try #require(service.mainScreen)
    #expect(main.name == "headless-1" && main.isMain && main.isConnected && main.bounds.size == Size(width: 1280, height: 720))
    #expect(main.nativeBounds.size == Size(width: 1280, height: 720) && main.maximumFramesPerSecond == 60 && !main.isCaptured)
    #expect(main.availableModes == [main.currentMode] && main.preferredMode == main.currentMode && main.mirroredScreen == nil)
    try main.setScale(1.5)
    #expect(main.scale == 1.5 && main.nativeScale == 1.5 && main.bounds.size == Size(width: 853, height: 480))
    #expect(throws: ServiceError.self) { try main.setScale(0) }
    try main.setMode(.init(size: Size(width: 1500, height: 750), refreshRate: 30))
    #expect(main.currentMode?.refreshRate == 30 && main.availableModes.count == 2 && main.bounds.size == Size(width: 1000, height: 500))
    #expect(throws: ServiceError.self) { try main.setMode(.init(size: Size(width: 0, height: 1))) }
    #expect(throws: ServiceError.self) { try main.setMode(.init(size: Size(width: 10, height: 10), refreshRate: .nan)) }
    for orientation in Screen.Orientation.allCases {
      main.orientation = orientation
      #expect(main.orientation == orientation)
    }
    main.orientation = .portrait
    #expect(main.bounds.size == Size(width: 500, height: 1000) && main.nativeBounds.size == Size(width: 1500, height: 750))
    main.brightness = 1.4
    #expect(main.brightness == 1)
    main.brightness = -3
    #expect(main.brightness == 0)

    let second = try service.addScreen(ScreenSpec(width: 640, height: 480))
    #expect(service.screens == [main, second] && second.mirroredScreen == main)
    second.brightness = 0.2
    #expect(second.brightness == 1)
    service.removeScreen(main)
    #expect(service.mainScreen == second && !main.isConnected && main.bounds == .zero && second.mirroredScreen == nil)
    let third = try service.addScreen(ScreenSpec(width: 100, height: 100))
    third.mirror(second)
    #expect(third.mirroredScreen == second)
    third.stopMirroring()
    #expect(third.mirroredScreen == nil)
    third.mirror(nil)
    #expect(third.mirroredScreen == service.mainScreen)
    #expect(throws: ServiceError.self) { try service.addScreen(ScreenSpec(width: 0, height: 100)) }
  }

  @Test func overscanIsMadeUpForAsItIsAskedFor() throws {
    let test = try TestService()
    var spec = ScreenSpec(width: 640, height: 480)
    spec.overscan = ScreenOverscan(top: 20, left: 20, bottom: 20, right: 20)
    spec.compensation = .inset
    let screen = try test.service.addScreen(spec)
    #expect(screen.overscanCompensation == .insetBounds && screen.overscanInsets == .zero)
    #expect(screen.bounds == Rect(x: 0, y: 0, width: 600, height: 440) && screen.nativeBounds.size == Size(width: 640, height: 480))
    let info = try #require(try test.service.controller.screens().last)
    #expect(info.bounds == Rectangle(x: 1280 + 20, y: 20, width: 600, height: 440))
    screen.overscanCompensation = .none
    #expect(screen.bounds.size == Size(width: 640, height: 480))
    #expect(screen.overscanInsets == EdgeInsets(top: 20, left: 20, bottom: 20, right: 20))
    screen.overscanCompensation = .scale
    #expect(screen.nativeScale < screen.scale && screen.overscanInsets == .zero)
  }

  @Test func placesBeyondAllBoundsAreTheNearest() throws {
    let test = try TestService()
    let client = try test.connect()
    _ = try client.makeWindow(1280, 720, 0xFFFF_FFFF)
    let second = try test.service.addScreen(ScreenSpec(width: 640, height: 480))
    let window = test.service.windows[0]
    window.screen = second
    for place in [Int.max, .min, .max - 5] {
      window.frame = Rect(x: place, y: place, width: place, height: place)
      #expect(window.frame.x.magnitude <= 1_000_000 + 1280)
    }
    for refresh in [Double.infinity, .nan, 0, -1, 1e300] {
      var spec = ScreenSpec(width: 640, height: 480)
      spec.refresh = refresh
      #expect(throws: ServiceError.self) { try test.service.addScreen(spec) }
    }
    var spec = ScreenSpec(width: .max, height: .min)
    spec.x = .max
    #expect(throws: ServiceError.self) { try test.service.addScreen(spec) }
  }

  @Test func rulesBeyondAllBoundsTakeNothingDown() throws {
    var configuration = ServiceConfiguration.manual
    var rule = WindowRule(appID: "*")
    rule.insets = EdgeInsets(top: .max, left: .max, bottom: .max, right: .max)
    rule.placement = .at(Point(x: .max, y: .min), size: Size(width: .max, height: .max))
    configuration.rules = [rule]
    let test = try TestService(configuration)
    _ = try test.connect().makeWindow(100, 100, 0xFFFF_FFFF, appID: "a")
    #expect(test.service.windows[0].frame.x.magnitude <= 1_000_000)
  }

  @Test func levelsAreNumbersWithNames() {
    #expect([Window.Level.normal, .statusBar, .alert].map(\.rawValue) == [0, 1000, 2000])
    #expect(Window.Level(rawValue: -0.0).rawValue.sign == .plus && Window.Level.normal < .statusBar + 0.5)
  }
}
