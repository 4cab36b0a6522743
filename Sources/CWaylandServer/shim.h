#include <sys/timerfd.h>
#include <wayland-server-core.h>

// Swift cannot call functions with variable arguments. The text is never a format.
static inline void casement_post_error(struct wl_resource *resource, uint32_t code, const char *text) {
  wl_resource_post_error(resource, code, "%s", text);
}
static inline void casement_post_implementation_error(struct wl_client *client, const char *text) {
  wl_client_post_implementation_error(client, "%s", text);
}
