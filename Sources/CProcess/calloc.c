// glibc before 2.41 lets `calloc` pass by what each thread keeps of freed memory, so that it costs six times what `malloc` does; and
// libwayland calls it for every request and every event. A program that links this has a `calloc` that goes by `malloc`.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(memory_sanitizer) && !__has_feature(thread_sanitizer)

enum { MOST_CACHED = 1032 };

// large memory comes from the system and is clear: the library's own `calloc` knows that
static void *large(size_t count, size_t size) {
  static void *(*library)(size_t, size_t);
  if (!library) *(void **)&library = dlsym(RTLD_NEXT, "calloc");
  return library ? library(count, size) : NULL;
}

__attribute__((no_builtin("malloc", "calloc"))) void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  if (bytes > MOST_CACHED) return large(count, size);
  void *memory = malloc(bytes);
  return memory ? memset(memory, 0, bytes) : NULL;
}

#endif
