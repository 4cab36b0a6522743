#include "CPixels.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>

// Shorter rows are done before going past the cache is any gain.
enum { STREAM_ROW_BYTES = 512 };

static void stream_row(char *to, const char *from, size_t count) {
  size_t head = (16 - ((uintptr_t)to & 15)) & 15;
  memcpy(to, from, head);
  to += head;
  from += head;
  count -= head;
  size_t blocks = count / 64;
  for (size_t block = 0; block < blocks; block++) {
    const __m128i *source = (const __m128i *)from;
    __m128i *target = (__m128i *)to;
    __m128i a = _mm_loadu_si128(source), b = _mm_loadu_si128(source + 1);
    __m128i c = _mm_loadu_si128(source + 2), d = _mm_loadu_si128(source + 3);
    _mm_stream_si128(target, a);
    _mm_stream_si128(target + 1, b);
    _mm_stream_si128(target + 2, c);
    _mm_stream_si128(target + 3, d);
    from += 64;
    to += 64;
  }
  memcpy(to, from, count % 64);
}
#endif

void casement_copy_rows(
    char *to, size_t to_stride, const char *from, size_t from_stride, size_t row_bytes, size_t rows, bool past_cache) {
#if defined(__SSE2__)
  if (past_cache && row_bytes >= STREAM_ROW_BYTES) {
    for (size_t row = 0; row < rows; row++) stream_row(to + row * to_stride, from + row * from_stride, row_bytes);
    _mm_sfence();
    return;
  }
#else
  (void)past_cache;
#endif
  for (size_t row = 0; row < rows; row++) memcpy(to + row * to_stride, from + row * from_stride, row_bytes);
}
