#define _GNU_SOURCE
#include "CShm.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// The innermost guard of this thread. Read by the handler: initial-exec, because other models may allocate on first use.
static _Thread_local struct casement_shm_guard *innermost __attribute__((tls_model("initial-exec")));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned users;
static bool installed;
static struct sigaction previous;

static void hand_on(int number, siginfo_t *info, void *context) {
  if (previous.sa_flags & SA_SIGINFO) {
    previous.sa_sigaction(number, info, context);
  } else if (previous.sa_handler == SIG_DFL || (previous.sa_handler == SIG_IGN && info->si_code > 0)) {
    // a fault cannot be ignored, and returning to it would only repeat it: die by this very signal
    signal(number, SIG_DFL);
    raise(number);
  } else if (previous.sa_handler != SIG_IGN) {
    previous.sa_handler(number);
  }
}

static void handle(int number, siginfo_t *info, void *context) {
  int saved = errno;
  if (info->si_code == BUS_ADRERR) {
    uintptr_t address = (uintptr_t)info->si_addr;
    for (struct casement_shm_guard *guard = innermost; guard != NULL; guard = guard->outer) {
      uintptr_t base = (uintptr_t)guard->base;
      if (address < base || address - base >= guard->size) continue;
      void *zeros =
          mmap(guard->base, guard->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (zeros == MAP_FAILED) break;
      // one mapping may be guarded twice, when a client's buffer is both read and written
      for (struct casement_shm_guard *same = innermost; same != NULL; same = same->outer) {
        if (same->base == guard->base) same->faulted = true;
      }
      errno = saved;
      return;
    }
  }
  errno = saved;
  hand_on(number, info, context);
}

void casement_shm_guard_retain(void) {
  pthread_mutex_lock(&lock);
  if (users++ == 0 && !installed) {
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    installed = sigaction(SIGBUS, &action, &previous) == 0;
  }
  pthread_mutex_unlock(&lock);
}

void casement_shm_guard_release(void) {
  pthread_mutex_lock(&lock);
  if (--users == 0 && installed) {
    struct sigaction current;
    if (sigaction(SIGBUS, NULL, &current) == 0 && (current.sa_flags & SA_SIGINFO) && current.sa_sigaction == handle) {
      installed = sigaction(SIGBUS, &previous, NULL) != 0;
    }
  }
  pthread_mutex_unlock(&lock);
}

void casement_shm_guard_enter(struct casement_shm_guard *guard, void *base, size_t size) {
  guard->base = base;
  guard->size = size;
  guard->faulted = false;
  guard->outer = innermost;
  innermost = guard;
  __asm__ volatile("" ::: "memory");  // the handler sees the guard before any read of the range
}

bool casement_shm_guard_leave(struct casement_shm_guard *guard) {
  __asm__ volatile("" ::: "memory");
  innermost = guard->outer;
  return guard->faulted;
}

void *casement_shm_grow(void *base, size_t size, size_t new_size) {
  void *moved = mremap(base, size, new_size, MREMAP_MAYMOVE);
  return moved == MAP_FAILED ? NULL : moved;
}

int casement_shm_create(const char *name, size_t size) {
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return -1;
  int result;
  do {
    result = ftruncate(fd, (off_t)size);
  } while (result < 0 && errno == EINTR);
  if (result == 0) return fd;
  int saved = errno;
  close(fd);
  errno = saved;
  return -1;
}

int casement_shm_seal_against_shrinking(int fd) { return fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK); }

bool casement_shm_is_sealed_against_shrinking(int fd) {
  int seals = fcntl(fd, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_SHRINK) != 0;
}
