#define _GNU_SOURCE
#include "CWLCS.h"

#include <dlfcn.h>

struct casement_wlcs_integration {
  uint32_t version;
  struct casement_wlcs_server *(*create_server)(int argc, char const **argv);
  void (*destroy_server)(struct casement_wlcs_server *server);
};

// By this name the suite finds the module's entry points. It is data, which Swift cannot export.
struct casement_wlcs_integration const wlcs_server_integration = {
  .version = 1,
  .create_server = casement_wlcs_create_server,
  .destroy_server = casement_wlcs_destroy_server,
};

// Swift's runtime remembers the types of every image that it saw, for ever: an image with Swift in it must not go from memory, however
// often it is closed and opened again.
__attribute__((constructor)) static void stay_loaded(void) {
  Dl_info image;
  if (!dladdr(&wlcs_server_integration, &image)) return;
  void *handle = dlopen(image.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  if (handle) dlclose(handle);
}
