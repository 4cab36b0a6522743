// libwayland-client, loaded when the first connection is made: who connects to no server needs neither the library nor the time.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <wayland-client-core.h>

// Loads the library, once in a process. Whether it is there; everything below may only be called where it is.
bool casement_wayland_client_load(void);

// Each is the function of libwayland-client with this name, less the prefix.
struct wl_display *casement_wl_display_connect_to_fd(int fd);
struct wl_display *casement_wl_display_connect(const char *name);
void casement_wl_display_disconnect(struct wl_display *display);
int casement_wl_display_get_fd(struct wl_display *display);
int casement_wl_display_flush(struct wl_display *display);
int casement_wl_display_prepare_read(struct wl_display *display);
void casement_wl_display_cancel_read(struct wl_display *display);
int casement_wl_display_read_events(struct wl_display *display);
int casement_wl_display_dispatch_pending(struct wl_display *display);
int casement_wl_display_get_error(struct wl_display *display);
uint32_t casement_wl_display_get_protocol_error(struct wl_display *display, const struct wl_interface **interface, uint32_t *id);
int casement_wl_proxy_add_dispatcher(struct wl_proxy *proxy, wl_dispatcher_func_t dispatcher, const void *implementation, void *data);
void casement_wl_proxy_destroy(struct wl_proxy *proxy);
uint32_t casement_wl_proxy_get_id(struct wl_proxy *proxy);
void *casement_wl_proxy_get_user_data(struct wl_proxy *proxy);
uint32_t casement_wl_proxy_get_version(struct wl_proxy *proxy);
struct wl_proxy *casement_wl_proxy_marshal_array_flags(struct wl_proxy *proxy, uint32_t opcode, const struct wl_interface *interface,
                                                       uint32_t version, uint32_t flags, union wl_argument *arguments);
