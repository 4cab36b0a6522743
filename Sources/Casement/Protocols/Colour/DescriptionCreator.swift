internal import Scene
internal import WaylandProtocols
internal import WaylandServer

/// `wp_image_description_creator_params_v1`: collects what a description of colours says.
final class DescriptionCreator: WpImageDescriptionCreatorParamsV1Requests {
  private unowned let service: WindowService
  private var transfer: TransferFunction?
  private var primaries: (points: Chromaticities, name: NamedPrimaries?)?
  private var luminances: (range: LuminanceRange, reference: UInt32)?
  private var targetPrimaries: Chromaticities?
  private var targetLuminances: LuminanceRange?
  private var maximumLightLevel: UInt32?
  private var maximumFrameAverage: UInt32?

  init(_ service: WindowService) { self.service = service }

  func setTfNamed(tf: WpColorManagerV1.TransferFunction) throws(ProtocolError) {
    guard let name = NamedTransfer(rawValue: tf.rawValue) else {
      throw .wpImageDescriptionCreatorParamsV1(.invalidTf, "\(tf.rawValue) is not among the transfer functions that were announced")
    }
    try set(&transfer, .named(name), "a transfer function")
  }

  func setTfPower(eexp: UInt32) throws(ProtocolError) {
    guard (10_000...100_000).contains(eexp) else {
      throw .wpImageDescriptionCreatorParamsV1(.invalidTf, "an exponent is from 10000 to 100000 ten thousandths, not \(eexp)")
    }
    try set(&transfer, .power(eexp), "a transfer function")
  }

  func setPrimariesNamed(primaries name: WpColorManagerV1.Primaries) throws(ProtocolError) {
    guard let name = NamedPrimaries(rawValue: name.rawValue) else {
      throw .wpImageDescriptionCreatorParamsV1(
        .invalidPrimariesNamed, "\(name.rawValue) is not among the primaries that were announced")
    }
    try set(&primaries, (name.chromaticities, name), "primaries")
  }

  func setPrimaries(rX: Int32, rY: Int32, gX: Int32, gY: Int32, bX: Int32, bY: Int32, wX: Int32, wY: Int32) throws(ProtocolError) {
    let points = Chromaticities(
      red: Chromaticity(x: rX, y: rY), green: Chromaticity(x: gX, y: gY), blue: Chromaticity(x: bX, y: bY),
      white: Chromaticity(x: wX, y: wY))
    try set(&primaries, (points, NamedPrimaries.allCases.first { $0.chromaticities == points }), "primaries")
  }

  func setLuminances(minLum: UInt32, maxLum: UInt32, referenceLum: UInt32) throws(ProtocolError) {
    for luminance in [maxLum, referenceLum] where Self.isDark(luminance, minLum) {
      throw .wpImageDescriptionCreatorParamsV1(
        .invalidLuminance, "\(luminance) cd/m² is not more than the minimum of \(minLum) ten thousandths")
    }
    try set(&luminances, (LuminanceRange(minimum: minLum, maximum: maxLum), referenceLum), "luminances")
  }

  func setMasteringDisplayPrimaries(rX: Int32, rY: Int32, gX: Int32, gY: Int32, bX: Int32, bY: Int32, wX: Int32, wY: Int32)
    throws(ProtocolError)
  {
    let points = Chromaticities(
      red: Chromaticity(x: rX, y: rY), green: Chromaticity(x: gX, y: gY), blue: Chromaticity(x: bX, y: bY),
      white: Chromaticity(x: wX, y: wY))
    try set(&targetPrimaries, points, "primaries of the mastering display")
  }

  func setMasteringLuminance(minLum: UInt32, maxLum: UInt32) throws(ProtocolError) {
    if Self.isDark(maxLum, minLum) {
      throw .wpImageDescriptionCreatorParamsV1(
        .invalidLuminance, "\(maxLum) cd/m² is not more than the minimum of \(minLum) ten thousandths")
    }
    try set(&targetLuminances, LuminanceRange(minimum: minLum, maximum: maxLum), "luminances of the mastering display")
  }

  func setMaxCll(maxCll: UInt32) throws(ProtocolError) { try set(&maximumLightLevel, maxCll, "a greatest light level") }

  func setMaxFall(maxFall: UInt32) throws(ProtocolError) { try set(&maximumFrameAverage, maxFall, "a greatest average of a frame") }

  func create(imageDescription: WpImageDescriptionV1Resource) throws(ProtocolError) {
    guard let transfer else { throw .wpImageDescriptionCreatorParamsV1(.incompleteSet, "there is no transfer function") }
    guard let primaries else { throw .wpImageDescriptionCreatorParamsV1(.incompleteSet, "there are no primaries") }
    var description = ColourDescription(primaries: primaries.points, name: primaries.name, transfer: transfer)
    if let luminances {
      description.luminances = luminances.range
      description.referenceWhite = luminances.reference
      if transfer == .named(.pq) { description.luminances.maximum = luminances.range.minimum / 10_000 + 10_000 }
    }
    // what is the same as without saying is the same description
    description.targetPrimaries = targetPrimaries == primaries.points ? nil : targetPrimaries
    description.targetLuminances = targetLuminances == description.luminances ? nil : targetLuminances
    description.maximumLightLevel = maximumLightLevel
    description.maximumFrameAverage = maximumFrameAverage
    try judgeLevels(of: description)
    guard description.spansColours else {
      return imageDescription.fail(.unsupported, "the primaries span no space of colours")
    }
    imageDescription.become(service.colours.record(of: description), tells: false)
  }

  private func judgeLevels(of description: ColourDescription) throws(ProtocolError) {
    let range = description.targetLuminances ?? description.luminances
    for case let level? in [maximumLightLevel, maximumFrameAverage] where Self.isDark(level, range.minimum) || level > range.maximum {
      throw .wpImageDescriptionCreatorParamsV1(
        .invalidLuminance,
        "\(level) cd/m² is not between the mastering luminances of \(range.minimum) ten thousandths and \(range.maximum)")
    }
    if let maximumLightLevel, let maximumFrameAverage, maximumFrameAverage > maximumLightLevel {
      throw .wpImageDescriptionCreatorParamsV1(
        .invalidLuminance, "the average of a frame, \(maximumFrameAverage), is brighter than its brightest pixel, \(maximumLightLevel)")
    }
  }

  /// Whether a luminance in cd/m² is no more than one in ten thousandths of that.
  private static func isDark(_ luminance: UInt32, _ minimum: UInt32) -> Bool { UInt64(luminance) * 10_000 <= UInt64(minimum) }

  private func set<Value>(_ place: inout Value?, _ value: Value, _ name: String) throws(ProtocolError) {
    guard place == nil else { throw .wpImageDescriptionCreatorParamsV1(.alreadySet, "\(name) can be set once only") }
    place = value
  }
}
