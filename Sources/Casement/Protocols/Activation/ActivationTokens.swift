/// The activation tokens that were given out and may still be used: each once, within 30 seconds.
struct ActivationTokens {
  /// How long a token may be used, in nanoseconds.
  static let lifetime: UInt64 = 30_000_000_000
  /// More tokens than this are not kept; the oldest go. A person cannot start so many programs in the time.
  private static let limit = 256

  private var issued: [(token: String, time: UInt64)] = []

  /// A new token, as text that nobody can guess. - Parameter now: nanoseconds of the service's clock.
  mutating func mint(at now: UInt64) -> String {
    forgetOld(at: now)
    if issued.count >= Self.limit { issued.removeFirst() }
    let token = String.unguessable()
    issued.append((token, now))
    return token
  }

  /// Uses `token` up. - Returns: whether it was valid.
  mutating func redeem(_ token: String, at now: UInt64) -> Bool {
    forgetOld(at: now)
    guard let index = issued.firstIndex(where: { $0.token == token }) else { return false }
    issued.remove(at: index)
    return true
  }

  private mutating func forgetOld(at now: UInt64) {
    issued.removeAll { now - $0.time > Self.lifetime }
  }
}

extension String {
  /// 32 hexadecimal digits from the system's source of randomness.
  static func unguessable() -> String {
    var text = ""
    for _ in 0..<2 {
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      text += String(repeating: "0", count: 16 - digits.count) + digits
    }
    return text
  }
}

extension WindowService {
  /// Whether clients are offered `xdg_activation_v1`, without which a token in their environment is worth nothing.
  public var offersActivation: Bool { GlobalTable.offers("xdg_activation_v1", by: self) }

  /// A token with which some client may make its window key once within 30 seconds: for a program that is being started
  /// (`XDG_ACTIVATION_TOKEN` in its environment), or for a controller.
  public func mintActivationToken() -> String { activationTokens.mint(at: clock.now) }

  /// Uses a token of a client up. - Returns: whether it was valid.
  func redeemActivationToken(_ token: String) -> Bool { activationTokens.redeem(token, at: clock.now) }
}
