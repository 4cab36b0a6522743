extension ColourMap {
  /// Brings `count` pixels to the screen's colours, as `argb8888`.
  ///
  /// Four at a time, by the same steps wherever they lie: a part of a picture looks as it does in the whole.
  package func convert(_ from: UnsafeRawPointer, _ to: UnsafeMutablePointer<UInt32>, count: Int, _ layout: PartLayout) {
    let table = layout.bits == 8 ? light8 : light10
    unsafe table.withUnsafeBufferPointer { light in
      unsafe Self.encoded.withUnsafeBufferPointer { encoded in
        // pixels that are alike lie side by side
        var last = SIMD4<UInt32>(repeating: 0)
        var lastResult = unsafe converted(last, layout, light, encoded)
        var index = 0
        while index < count {
          let isWhole = index + 4 <= count
          var words = SIMD4<UInt32>(repeating: 0)
          if isWhole {
            words = unsafe from.loadUnaligned(fromByteOffset: index * 4, as: SIMD4<UInt32>.self)
          } else {
            for lane in 0..<count - index { words[lane] = unsafe from.loadUnaligned(fromByteOffset: (index + lane) * 4, as: UInt32.self) }
          }
          if words != last {
            last = words
            lastResult = unsafe converted(words, layout, light, encoded)
          }
          if isWhole {
            unsafe UnsafeMutableRawPointer(to + index).storeBytes(of: lastResult, as: SIMD4<UInt32>.self)
          } else {
            for lane in 0..<count - index { unsafe to[index + lane] = lastResult[lane] }
          }
          index += 4
        }
      }
    }
  }

  /// - Parameters:
  ///   - light: as many as there are values of a part.
  ///   - encoded: `steps + 1` of them.
  @inline(__always)
  private func converted(
    _ words: SIMD4<UInt32>, _ layout: PartLayout, _ light: UnsafeBufferPointer<Float>, _ encoded: UnsafeBufferPointer<UInt8>
  ) -> SIMD4<UInt32> {
    let most = UInt32(1) << layout.bits - 1
    let mask = SIMD4<UInt32>(repeating: most)
    var red = (words &>> SIMD4(repeating: layout.red)) & mask
    var green = (words &>> SIMD4(repeating: layout.green)) & mask
    var blue = (words &>> SIMD4(repeating: layout.blue)) & mask
    let solid = SIMD4<UInt32>(repeating: 255)
    var alpha = solid
    var seen = SIMD4<Float>(repeating: 255)
    if layout.alphaShift != nil {
      alpha = SIMD4(layout.alpha(of: words.x), layout.alpha(of: words.y), layout.alpha(of: words.z), layout.alpha(of: words.w))
      if alpha != solid {
        seen = Self.number(alpha)
        // what is not seen at all has no colour
        let share = SIMD4<Float>(repeating: 255) / Self.greater(seen, SIMD4(repeating: 1))
        let bound = SIMD4(repeating: Float(most))
        red = Self.rounded(Self.lesser(Self.number(red) * share, bound))
        green = Self.rounded(Self.lesser(Self.number(green) * share, bound))
        blue = Self.rounded(Self.lesser(Self.number(blue) * share, bound))
      }
    }
    if let values8, layout.bits == 8 {
      unsafe values8.withUnsafeBufferPointer { values in
        red = unsafe Self.looked(up: red, in: values)
        green = unsafe Self.looked(up: green, in: values)
        blue = unsafe Self.looked(up: blue, in: values)
      }
    } else {
      let shown = unsafe mixed(Self.looked(up: red, in: light), Self.looked(up: green, in: light), Self.looked(up: blue, in: light))
      red = unsafe Self.looked(up: Self.steps(shown.0), in: encoded)
      green = unsafe Self.looked(up: Self.steps(shown.1), in: encoded)
      blue = unsafe Self.looked(up: Self.steps(shown.2), in: encoded)
    }
    if alpha != solid {
      let share = seen * (1 / 255)
      red = Self.rounded(Self.number(red) * share)
      green = Self.rounded(Self.number(green) * share)
      blue = Self.rounded(Self.number(blue) * share)
    }
    return alpha &<< SIMD4(repeating: 24) | red &<< SIMD4(repeating: 16) | green &<< SIMD4(repeating: 8) | blue
  }

  @inline(__always)
  private static func looked(up places: SIMD4<UInt32>, in table: UnsafeBufferPointer<Float>) -> SIMD4<Float> {
    unsafe SIMD4(table[Int(places.x)], table[Int(places.y)], table[Int(places.z)], table[Int(places.w)])
  }

  @inline(__always)
  private static func looked(up places: SIMD4<UInt32>, in table: UnsafeBufferPointer<UInt8>) -> SIMD4<UInt32> {
    unsafe SIMD4(
      UInt32(table[Int(places.x)]), UInt32(table[Int(places.y)]), UInt32(table[Int(places.z)]), UInt32(table[Int(places.w)]))
  }

  /// Light in steps: none for what is no number.
  @inline(__always)
  private static func steps(_ light: SIMD4<Float>) -> SIMD4<UInt32> {
    let positive = SIMD4<Float>(repeating: 0).replacing(with: light, where: light .> 0)
    return rounded(lesser(positive, SIMD4(repeating: 1)) * SIMD4(repeating: Float(steps)))
  }

  /// Numbers from 0 to 65535, which a conversion of any number would take longer for: beside 2²³ a number of 32 bits has no fraction, and
  /// its last bits are the number.
  @inline(__always)
  private static func rounded(_ numbers: SIMD4<Float>) -> SIMD4<UInt32> {
    unsafe unsafeBitCast(numbers + SIMD4(repeating: 8_388_608), to: SIMD4<UInt32>.self) & SIMD4(repeating: 65_535)
  }

  /// The same the other way.
  @inline(__always)
  private static func number(_ numbers: SIMD4<UInt32>) -> SIMD4<Float> {
    unsafe unsafeBitCast(numbers | SIMD4(repeating: 0x4B00_0000), to: SIMD4<Float>.self) - SIMD4(repeating: 8_388_608)
  }
}
