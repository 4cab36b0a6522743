#include <xkbcommon/xkbcommon.h>
#include <xkbcommon/xkbcommon-keysyms.h>

// memfd_create(2) and the file seals of fcntl(2): the C library hides them from Swift. The values are Linux's.
int casement_memfd_create(const char *name, unsigned int flags) __asm__("memfd_create");

enum {
  CASEMENT_MFD_CLOEXEC = 1,
  CASEMENT_MFD_ALLOW_SEALING = 2,
  CASEMENT_F_ADD_SEALS = 1033,
  CASEMENT_F_SEAL_SEAL = 1,
  CASEMENT_F_SEAL_SHRINK = 2,
  CASEMENT_F_SEAL_GROW = 4,
  CASEMENT_F_SEAL_WRITE = 8,
};
