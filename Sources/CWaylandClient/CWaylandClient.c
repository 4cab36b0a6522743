#include "CWaylandClient.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// The functions that are used, in an order of our own.
enum {
  CONNECT_TO_FD, CONNECT, DISCONNECT, GET_FD, FLUSH, PREPARE_READ, CANCEL_READ, READ_EVENTS, DISPATCH_PENDING, GET_ERROR,
  GET_PROTOCOL_ERROR, ADD_DISPATCHER, DESTROY, GET_ID, GET_USER_DATA, GET_VERSION, MARSHAL, COUNT
};

static const char *const names[COUNT] = {
  "wl_display_connect_to_fd", "wl_display_connect", "wl_display_disconnect", "wl_display_get_fd", "wl_display_flush",
  "wl_display_prepare_read", "wl_display_cancel_read", "wl_display_read_events", "wl_display_dispatch_pending",
  "wl_display_get_error", "wl_display_get_protocol_error", "wl_proxy_add_dispatcher", "wl_proxy_destroy", "wl_proxy_get_id",
  "wl_proxy_get_user_data", "wl_proxy_get_version", "wl_proxy_marshal_array_flags",
};

// Written once, before anything reads them.
static void *functions[COUNT];
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libwayland-client.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  for (int index = 0; index < COUNT; index++) {
    functions[index] = dlsym(library, names[index]);
    if (functions[index] == NULL) return;
  }
  is_loaded = true;
}

bool casement_wayland_client_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

// The function of the library that has the type of the present one.
#define CALL(index, like, ...) (((__typeof__(&like))functions[index])(__VA_ARGS__))

struct wl_display *casement_wl_display_connect_to_fd(int fd) { return CALL(CONNECT_TO_FD, wl_display_connect_to_fd, fd); }
struct wl_display *casement_wl_display_connect(const char *name) { return CALL(CONNECT, wl_display_connect, name); }
void casement_wl_display_disconnect(struct wl_display *display) { CALL(DISCONNECT, wl_display_disconnect, display); }
int casement_wl_display_get_fd(struct wl_display *display) { return CALL(GET_FD, wl_display_get_fd, display); }
int casement_wl_display_flush(struct wl_display *display) { return CALL(FLUSH, wl_display_flush, display); }
int casement_wl_display_prepare_read(struct wl_display *display) { return CALL(PREPARE_READ, wl_display_prepare_read, display); }
void casement_wl_display_cancel_read(struct wl_display *display) { CALL(CANCEL_READ, wl_display_cancel_read, display); }
int casement_wl_display_read_events(struct wl_display *display) { return CALL(READ_EVENTS, wl_display_read_events, display); }
int casement_wl_display_dispatch_pending(struct wl_display *display) {
  return CALL(DISPATCH_PENDING, wl_display_dispatch_pending, display);
}
int casement_wl_display_get_error(struct wl_display *display) { return CALL(GET_ERROR, wl_display_get_error, display); }
uint32_t casement_wl_display_get_protocol_error(struct wl_display *display, const struct wl_interface **interface, uint32_t *id) {
  return CALL(GET_PROTOCOL_ERROR, wl_display_get_protocol_error, display, interface, id);
}
int casement_wl_proxy_add_dispatcher(struct wl_proxy *proxy, wl_dispatcher_func_t dispatcher, const void *implementation, void *data) {
  return CALL(ADD_DISPATCHER, wl_proxy_add_dispatcher, proxy, dispatcher, implementation, data);
}
void casement_wl_proxy_destroy(struct wl_proxy *proxy) { CALL(DESTROY, wl_proxy_destroy, proxy); }
uint32_t casement_wl_proxy_get_id(struct wl_proxy *proxy) { return CALL(GET_ID, wl_proxy_get_id, proxy); }
void *casement_wl_proxy_get_user_data(struct wl_proxy *proxy) { return CALL(GET_USER_DATA, wl_proxy_get_user_data, proxy); }
uint32_t casement_wl_proxy_get_version(struct wl_proxy *proxy) { return CALL(GET_VERSION, wl_proxy_get_version, proxy); }
struct wl_proxy *casement_wl_proxy_marshal_array_flags(struct wl_proxy *proxy, uint32_t opcode, const struct wl_interface *interface,
                                                       uint32_t version, uint32_t flags, union wl_argument *arguments) {
  return CALL(MARSHAL, wl_proxy_marshal_array_flags, proxy, opcode, interface, version, flags, arguments);
}
