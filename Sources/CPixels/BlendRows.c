#include "CPixels.h"

#include <string.h>

// One part of a pixel, as pixman rounds it: what is seen of `below` through `hole` of 255, and `above`.
static uint32_t part(uint32_t above, uint32_t below, uint32_t hole) {
  uint32_t seen = below * hole + 0x80;
  seen = above + ((seen + (seen >> 8)) >> 8);
  return seen > 255 ? 255 : seen;
}

static void blend(char *to, const char *from, size_t pixels, uint32_t colour) {
  for (size_t index = 0; index < pixels; index++) {
    uint32_t above, result = 0;
    memcpy(&above, from + index * 4, 4);
    for (int shift = 0; shift < 32; shift += 8) {
      result |= part(above >> shift & 255, colour >> shift & 255, 255 - (above >> 24)) << shift;
    }
    memcpy(to + index * 4, &result, 4);
  }
}

#if defined(__SSE2__)
#include <emmintrin.h>

// Two pixels in parts of 16 bits, and what is seen of `colour` through them.
static inline __m128i seen(__m128i pixels, __m128i colour) {
  __m128i alpha = _mm_shufflehi_epi16(_mm_shufflelo_epi16(pixels, 0xff), 0xff);
  __m128i sum = _mm_add_epi16(_mm_mullo_epi16(colour, _mm_xor_si128(alpha, _mm_set1_epi16(255))), _mm_set1_epi16(0x80));
  return _mm_mulhi_epu16(sum, _mm_set1_epi16(0x101));
}

static void blend_row(char *to, const char *from, size_t pixels, uint32_t colour, bool past_cache) {
  const __m128i zero = _mm_setzero_si128();
  const __m128i parts = _mm_unpacklo_epi8(_mm_set1_epi32((int)colour), zero);
  size_t head = ((16 - ((uintptr_t)to & 15)) & 15) / 4;
  if (head > pixels) head = pixels;
  blend(to, from, head, colour);
  size_t index = head;
  for (; index + 4 <= pixels; index += 4) {
    __m128i above = _mm_loadu_si128((const __m128i *)(from + index * 4));
    __m128i below = _mm_packus_epi16(seen(_mm_unpacklo_epi8(above, zero), parts), seen(_mm_unpackhi_epi8(above, zero), parts));
    __m128i result = _mm_adds_epu8(above, below);
    if (past_cache) {
      _mm_stream_si128((__m128i *)(to + index * 4), result);
    } else {
      _mm_store_si128((__m128i *)(to + index * 4), result);
    }
  }
  blend(to + index * 4, from + index * 4, pixels - index, colour);
}
#endif

void casement_blend_rows(
    char *to, size_t to_stride, const char *from, size_t from_stride, size_t pixels, size_t rows, uint32_t colour, bool past_cache) {
  for (size_t row = 0; row < rows; row++) {
#if defined(__SSE2__)
    blend_row(to + row * to_stride, from + row * from_stride, pixels, colour, past_cache);
#else
    (void)past_cache;
    blend(to + row * to_stride, from + row * from_stride, pixels, colour);
#endif
  }
#if defined(__SSE2__)
  if (past_cache) _mm_sfence();
#endif
}
