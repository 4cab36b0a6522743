/// The model's window, where a module has another type of that name.
package typealias ModelWindow = Window
/// The model's screen, where a module has another type of that name.
package typealias ModelScreen = Screen
/// The model's orientation, where a module has another type of that name.
package typealias ModelOrientation = Orientation
