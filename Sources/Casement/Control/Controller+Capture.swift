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

  private func shot(_ parameters: Shot.Parameters) throws(ControlError) -> Shot.Result { try encode(try capture(parameters)) }

  /// A picture as an answer.
  func encode(_ taken: Capture) throws(ControlError) -> Shot.Result {
    do {
      let file = try PNG.encode(taken.picture, metadata: PNGMetadata(scale: taken.scale), effort: .fast)
      return Shot.Result(
        png: Base64(file), width: taken.picture.size.width, height: taken.picture.size.height, scale: taken.scale,
        windows: taken.windows.map(reference))
    } catch {
      throw ControlError(.internalError, "the picture cannot be written as PNG: \(error)")
    }
  }

  /// The picture that a call asks for.
  func capture(_ parameters: Shot.Parameters) throws(ControlError) -> Capture {
    var taken: Capture
    if let selector = parameters.window {
      guard parameters.screen == nil else { throw .badParameter("a picture is of a screen or of a window, not of both") }
      let id = try window(selector)
      if service.model.isLocked, service.model.window(id)?.kind != .lock {
        throw ControlError(
          .refused, "the session is locked: a screen can be pictured, but no window behind the lock", .init(window: id.rawValue))
      }
      guard let capture = service.capture(window: id, cursor: parameters.cursor ?? false) else {
        throw ControlError(.refused, "window \(id.rawValue) has no content", .init(window: id.rawValue))
      }
      taken = capture
    } else {
      taken = service.capture(screen: try screen(parameters.screen), cursor: parameters.cursor ?? false)!
    }
    if let region = parameters.region { taken = try crop(taken, to: region) }
    if let scale = parameters.scale { taken = try scaled(taken, to: scale) }
    return taken
  }

  private func scaled(_ taken: Capture, to scale: Double) throws(ControlError) -> Capture {
    let size = taken.picture.size
    let factor = scale / taken.scale
    let (width, height) = (Double(size.width) * factor, Double(size.height) * factor)
    guard Shot.Parameters.scales.contains(scale), max(width, height) <= 32_768 else {
      throw .badParameter(
        "a scale of \(scale.short) is out of bounds for this picture", parameter: "scale", given: scale.short,
        expected: ["0.05 to 8, and at most 32768 pixels a side"])
    }
    var picture = taken.picture
    let target = Size<BufferPixels>(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
    // a filter of four pixels loses none as long as a picture is halved at most
    while picture.size.width >= target.width * 2, picture.size.height >= target.height * 2 {
      picture = Self.drawn(
        picture, PreciseRect(Rect(size: picture.size)), Size(width: (picture.size.width + 1) / 2, height: (picture.size.height + 1) / 2))
    }
    return Capture(picture: Self.drawn(picture, PreciseRect(Rect(size: picture.size)), target), windows: taken.windows, scale: scale)
  }

  /// A part of a picture in another size.
  private static func drawn(_ picture: PixelBuffer, _ part: PreciseRect<BufferPixels>, _ size: Size<BufferPixels>) -> PixelBuffer {
    let frame = SceneFrame(
      size: Size(width: size.width, height: size.height), scale: 1, background: .colour(.clear),
      elements: [
        SceneElement(
          key: SurfaceKey(rawValue: 1), contentSequence: 0, picture: picture, source: part,
          destination: Rect(size: Size(width: size.width, height: size.height)))
      ])
    let target = PixelBuffer(size: size, format: picture.format)
    do { try frame.render(into: target) } catch { preconditionFailure("memory of our own has no faults") }
    return target
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
    let picture = Self.drawn(taken.picture, PreciseRect(inside), inside.size)
    return Capture(picture: picture, windows: taken.windows, scale: taken.scale)
  }
}
