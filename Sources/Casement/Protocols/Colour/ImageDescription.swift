internal import Scene
internal import WaylandProtocols
internal import WaylandServer

/// `wp_image_description_v1`: a client's reference to a description of colours, which never changes.
final class ImageDescription: WpImageDescriptionV1Requests {
  /// What it refers to; nil where it failed.
  let record: ColourRecord?
  private let tells: Bool

  fileprivate init(_ record: ColourRecord?, tells: Bool) {
    self.record = record
    self.tells = tells
  }

  func getInformation(information: WpImageDescriptionInfoV1Resource) throws(ProtocolError) {
    guard let record else { throw .wpImageDescriptionV1(.notReady, "the description failed, and can only be destroyed") }
    guard tells else { throw .wpImageDescriptionV1(.noInformation, "a description that a client made tells nothing") }
    information.send(record.description)
  }
}

extension WpImageDescriptionV1Resource {
  var object: ImageDescription? { handler as? ImageDescription }

  /// Makes it refer to `record`, and ready.
  ///
  /// - Parameter tells: whether the client may ask what it says.
  func become(_ record: ColourRecord, tells: Bool) {
    handler = ImageDescription(record, tells: tells)
    sendReady(identity: record.identity)
  }

  /// Makes it one that can only be destroyed.
  func fail(_ cause: WpImageDescriptionV1.Cause, _ message: String) {
    handler = ImageDescription(nil, tells: false)
    sendFailed(cause: cause, msg: message)
  }
}

extension WpImageDescriptionInfoV1Resource {
  /// Tells all of `description`, and ends the object.
  fileprivate func send(_ description: ColourDescription) {
    let primaries = description.primaries
    sendPrimaries(
      rX: primaries.red.x, rY: primaries.red.y, gX: primaries.green.x, gY: primaries.green.y, bX: primaries.blue.x, bY: primaries.blue.y,
      wX: primaries.white.x, wY: primaries.white.y)
    if let name = description.primariesName { sendPrimariesNamed(primaries: .init(rawValue: name.rawValue)) }
    switch description.transfer {
    case .named(let name): sendTfNamed(tf: .init(rawValue: name.rawValue))
    case .power(let exponent): sendTfPower(eexp: exponent)
    }
    sendLuminances(
      minLum: description.luminances.minimum, maxLum: description.luminances.maximum, referenceLum: description.referenceWhite)
    let target = description.targetPrimaries ?? primaries
    sendTargetPrimaries(
      rX: target.red.x, rY: target.red.y, gX: target.green.x, gY: target.green.y, bX: target.blue.x, bY: target.blue.y,
      wX: target.white.x, wY: target.white.y)
    let luminances = description.targetLuminances ?? description.luminances
    sendTargetLuminance(minLum: luminances.minimum, maxLum: luminances.maximum)
    if let level = description.maximumLightLevel { sendTargetMaxCll(maxCll: level) }
    if let average = description.maximumFrameAverage { sendTargetMaxFall(maxFall: average) }
    sendDone()
  }
}
