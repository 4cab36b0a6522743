package import CasementControl
internal import Geometry
internal import Rendering
internal import Scene
internal import WindowModel

extension Controller: CaptureBackend {
  package func shot(_ parameters: Shot.Parameters, reply: ControlReply<Shot.Result>) {
    do throws(ControlError) {
      reply.succeed(try shot(parameters))
    } catch {
      reply.fail(error)
    }
  }

  private func shot(_ parameters: Shot.Parameters) throws(ControlError) -> Shot.Result {
    var taken: Capture
    if let selector = parameters.window {
      guard parameters.screen == nil else { throw .badParameter("a picture is of a screen or of a window, not of both") }
      let id = try window(selector)
      if service.model.isLocked, service.model.window(id)?.kind != .lock {
        throw ControlError(
          .refused, "the session is locked: a screen can be pictured, but no window behind the lock", .init(window: id.rawValue))
      }
      guard let capture = service.capture(window: id) else {
        throw ControlError(.refused, "window \(id.rawValue) has no content", .init(window: id.rawValue))
      }
      taken = capture
    } else {
      taken = service.capture(screen: try screen(parameters.screen), cursor: parameters.cursor ?? false)!
    }
    if let region = parameters.region { taken = try crop(taken, to: region) }
    let metadata = PNGMetadata(scale: taken.scale)
    do {
      let file = try PNG.encode(taken.picture, metadata: metadata, effort: .fast)
      return Shot.Result(
        png: Base64(file), width: taken.picture.size.width, height: taken.picture.size.height, scale: taken.scale,
        windows: taken.windows.map(reference))
    } catch {
      throw ControlError(.internalError, "the picture cannot be written as PNG: \(error)")
    }
  }

  private func crop(_ taken: Capture, to region: Rectangle) throws(ControlError) -> Capture {
    let pixel = { (points: Int) in Int((Double(points) * taken.scale).rounded()) }
    let range = -1_000_000...1_000_000
    guard region.width > 0, region.height > 0, [region.x, region.y, region.width, region.height].allSatisfy(range.contains) else {
      throw .badParameter("a region of \(region.width)×\(region.height) is empty or out of bounds", parameter: "region")
    }
    let wanted = Rect<BufferPixels>(
      x: pixel(region.x), y: pixel(region.y), width: pixel(region.x + region.width) - pixel(region.x),
      height: pixel(region.y + region.height) - pixel(region.y))
    let inside = wanted.intersection(Rect(size: taken.picture.size))
    guard !inside.isEmpty else { throw .badParameter("the region is outside of the picture", parameter: "region") }
    let size = Size<ScreenPixels>(width: inside.width, height: inside.height)
    let frame = SceneFrame(
      size: size, scale: taken.scale, background: .colour(.clear),
      elements: [
        SceneElement(
          key: SurfaceKey(rawValue: 1), contentSequence: 0, picture: taken.picture, source: PreciseRect(inside),
          destination: Rect(size: size))
      ])
    let picture = PixelBuffer(size: inside.size, format: taken.picture.format)
    do { try frame.render(into: picture) } catch { preconditionFailure("memory of our own has no faults") }
    return Capture(picture: picture, windows: taken.windows, scale: taken.scale)
  }
}
