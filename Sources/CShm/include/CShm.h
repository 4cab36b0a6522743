// What Swift cannot say about shared memory: a SIGBUS guard, and seals.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// A range of mapped memory that the current thread is reading or writing, and that its file may stop covering meanwhile.
struct casement_shm_guard {
  char *base;
  size_t size;
  bool faulted;
  struct casement_shm_guard *outer;
};

// Installs the process-wide SIGBUS handler with the first call; it stays until `casement_shm_guard_release` has been called as
// often. Faults outside of every guarded range go to the handler that was there before.
void casement_shm_guard_retain(void);

// Removes the handler with the last call, unless somebody has put theirs over it: then it stays, and hands all on.
void casement_shm_guard_release(void);

// Guards [base, base + size) for the current thread until `casement_shm_guard_leave(guard)`, innermost first. Both bounds are
// those of a whole mapping. On a fault inside, the whole range becomes private pages of zeros.
void casement_shm_guard_enter(struct casement_shm_guard *guard, void *base, size_t size);

// Ends the innermost guard of the current thread, and tells whether its range has faulted since.
bool casement_shm_guard_leave(struct casement_shm_guard *guard);

// Maps more of what is mapped at `base`, which may move. The new place, or NULL with errno.
void *casement_shm_grow(void *base, size_t size, size_t new_size);

// A new anonymous file of `size` bytes that can be sealed, closed on exec; -1 with errno on failure.
int casement_shm_create(const char *name, size_t size);

// Forbids to shrink the file from now on. 0, or -1 with errno.
int casement_shm_seal_against_shrinking(int fd);

// Whether the file can never shrink again.
bool casement_shm_is_sealed_against_shrinking(int fd);
