// The least that a Wayland server can do: it takes surfaces and toplevels, answers frame callbacks at the screen's rate, gives buffers back,
// and never looks at a pixel. What it costs, libwayland costs every server whose handlers libwayland calls itself.
//
//   FloorServer SOCKET WIDTHxHEIGHT
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <wayland-server.h>

enum { HERTZ = 60 };

static int width = 1280, height = 720;
static struct wl_event_source *timer;
static struct wl_list due;
static bool ticking;

static void ignore(void) {}

// ---- xdg-shell at version 1, as far as a toplevel needs it

static const struct wl_interface *nothing[8];
static const struct wl_interface surface_type, toplevel_type;
static const struct wl_interface *get_surface_types[] = {&surface_type, &wl_surface_interface};
static const struct wl_interface *get_toplevel_types[] = {&toplevel_type};

static const struct wl_message shell_requests[] = {
    {"destroy", "", nothing}, {"create_positioner", "n", nothing}, {"get_xdg_surface", "no", get_surface_types}, {"pong", "u", nothing}};
static const struct wl_message shell_events[] = {{"ping", "u", nothing}};
static const struct wl_interface shell_type = {"xdg_wm_base", 1, 4, shell_requests, 1, shell_events};

static const struct wl_message surface_requests[] = {
    {"destroy", "", nothing},
    {"get_toplevel", "n", get_toplevel_types},
    {"get_popup", "n?oo", nothing},
    {"set_window_geometry", "iiii", nothing},
    {"ack_configure", "u", nothing}};
static const struct wl_message surface_events[] = {{"configure", "u", nothing}};
static const struct wl_interface surface_type = {"xdg_surface", 1, 5, surface_requests, 1, surface_events};

static const struct wl_message toplevel_requests[] = {
    {"destroy", "", nothing},         {"set_parent", "?o", nothing},   {"set_title", "s", nothing},       {"set_app_id", "s", nothing},
    {"show_window_menu", "ouii", nothing}, {"move", "ou", nothing},    {"resize", "ouu", nothing},        {"set_max_size", "ii", nothing},
    {"set_min_size", "ii", nothing},  {"set_maximized", "", nothing},  {"unset_maximized", "", nothing},  {"set_fullscreen", "?o", nothing},
    {"unset_fullscreen", "", nothing}, {"set_minimized", "", nothing}};
static const struct wl_message toplevel_events[] = {{"configure", "iia", nothing}, {"close", "", nothing}};
static const struct wl_interface toplevel_type = {"xdg_toplevel", 1, 14, toplevel_requests, 2, toplevel_events};

// ---- surfaces

struct surface {
  struct wl_resource *shown, *attached, *xdg, *toplevel;
  struct wl_listener shown_gone, attached_gone;
  struct wl_list callbacks;
  bool attaches, configured;
};

static int tick(void *data) {
  (void)data;
  ticking = false;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  uint32_t time = (uint32_t)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
  struct wl_resource *callback, *next;
  wl_resource_for_each_safe(callback, next, &due) {
    wl_callback_send_done(callback, time);
    wl_resource_destroy(callback);
  }
  return 0;
}

static void destroy(struct wl_client *client, struct wl_resource *resource) {
  (void)client;
  wl_resource_destroy(resource);
}

static void unlink_callback(struct wl_resource *resource) { wl_list_remove(wl_resource_get_link(resource)); }

static void shown_gone(struct wl_listener *listener, void *data) {
  (void)data;
  struct surface *surface = wl_container_of(listener, surface, shown_gone);
  surface->shown = NULL;
}

static void attached_gone(struct wl_listener *listener, void *data) {
  (void)data;
  struct surface *surface = wl_container_of(listener, surface, attached_gone);
  surface->attached = NULL;
}

static void hold(struct wl_resource **place, struct wl_listener *listener, struct wl_resource *buffer) {
  if (*place) wl_list_remove(&listener->link);
  *place = buffer;
  if (buffer) wl_resource_add_destroy_listener(buffer, listener);
}

static void attach(struct wl_client *client, struct wl_resource *resource, struct wl_resource *buffer, int32_t x, int32_t y) {
  (void)client, (void)x, (void)y;
  struct surface *surface = wl_resource_get_user_data(resource);
  hold(&surface->attached, &surface->attached_gone, buffer);
  surface->attaches = true;
}

static void frame(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
  struct surface *surface = wl_resource_get_user_data(resource);
  struct wl_resource *callback = wl_resource_create(client, &wl_callback_interface, 1, id);
  wl_resource_set_implementation(callback, NULL, NULL, unlink_callback);
  wl_list_insert(surface->callbacks.prev, wl_resource_get_link(callback));
}

static void commit(struct wl_client *client, struct wl_resource *resource) {
  (void)client;
  struct surface *surface = wl_resource_get_user_data(resource);
  if (surface->attaches) {
    struct wl_resource *old = surface->shown, *new = surface->attached;
    hold(&surface->attached, &surface->attached_gone, NULL);
    if (old && old != new) wl_buffer_send_release(old);
    hold(&surface->shown, &surface->shown_gone, new);
    surface->attaches = false;
  }
  if (surface->toplevel && !surface->configured) {
    struct wl_array states;
    wl_array_init(&states);
    wl_resource_post_event(surface->toplevel, 0, 0, 0, &states);
    wl_resource_post_event(surface->xdg, 0, 1);
    surface->configured = true;
  }
  if (wl_list_empty(&surface->callbacks)) return;
  wl_list_insert_list(due.prev, &surface->callbacks);
  wl_list_init(&surface->callbacks);
  if (!ticking) wl_event_source_timer_update(timer, 1000 / HERTZ);
  ticking = true;
}

static const struct wl_surface_interface surface_handlers = {
    destroy, attach,        (void *)ignore, frame,          (void *)ignore, (void *)ignore,
    commit,  (void *)ignore, (void *)ignore, (void *)ignore, (void *)ignore};

static void surface_destroyed(struct wl_resource *resource) {
  struct surface *surface = wl_resource_get_user_data(resource);
  hold(&surface->shown, &surface->shown_gone, NULL);
  hold(&surface->attached, &surface->attached_gone, NULL);
  struct wl_resource *callback, *next;
  wl_resource_for_each_safe(callback, next, &surface->callbacks) wl_resource_destroy(callback);
  free(surface);
}

static void create_surface(struct wl_client *client, struct wl_resource *parent, uint32_t id) {
  struct surface *surface = calloc(1, sizeof *surface);
  surface->shown_gone.notify = shown_gone;
  surface->attached_gone.notify = attached_gone;
  wl_list_init(&surface->callbacks);
  struct wl_resource *resource = wl_resource_create(client, &wl_surface_interface, wl_resource_get_version(parent), id);
  wl_resource_set_implementation(resource, &surface_handlers, surface, surface_destroyed);
}

static void make(struct wl_client *client, const struct wl_interface *type, uint32_t id, const void *handlers, void *data) {
  wl_resource_set_implementation(wl_resource_create(client, type, 1, id), handlers, data, NULL);
}

static const struct wl_region_interface region_handlers = {destroy, (void *)ignore, (void *)ignore};

static void create_region(struct wl_client *client, struct wl_resource *parent, uint32_t id) {
  (void)parent;
  make(client, &wl_region_interface, id, &region_handlers, NULL);
}

static const struct wl_compositor_interface compositor_handlers = {create_surface, create_region};

static const struct wl_subsurface_interface subsurface_handlers = {
    destroy, (void *)ignore, (void *)ignore, (void *)ignore, (void *)ignore, (void *)ignore};

static void get_subsurface(
    struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *surface, struct wl_resource *parent) {
  (void)resource, (void)surface, (void)parent;
  make(client, &wl_subsurface_interface, id, &subsurface_handlers, NULL);
}

static const struct wl_subcompositor_interface subcompositor_handlers = {destroy, get_subsurface};

// ---- toplevels

static void (*const toplevel_handlers[14])(void) = {
    (void (*)(void))destroy, ignore, ignore, ignore, ignore, ignore, ignore, ignore, ignore, ignore, ignore, ignore, ignore, ignore};

static void get_toplevel(struct wl_client *client, struct wl_resource *resource, uint32_t id) {
  struct surface *surface = wl_resource_get_user_data(wl_resource_get_user_data(resource));
  surface->toplevel = wl_resource_create(client, &toplevel_type, 1, id);
  wl_resource_set_implementation(surface->toplevel, toplevel_handlers, NULL, NULL);
}

static void (*const xdg_handlers[5])(void) = {
    (void (*)(void))destroy, (void (*)(void))get_toplevel, ignore, ignore, ignore};

static void get_xdg_surface(struct wl_client *client, struct wl_resource *resource, uint32_t id, struct wl_resource *wl_surface) {
  (void)resource;
  struct surface *surface = wl_resource_get_user_data(wl_surface);
  surface->xdg = wl_resource_create(client, &surface_type, 1, id);
  wl_resource_set_implementation(surface->xdg, xdg_handlers, wl_surface, NULL);
}

static void (*const shell_handlers[4])(void) = {
    (void (*)(void))destroy, ignore, (void (*)(void))get_xdg_surface, ignore};

// ---- globals

static void bind_compositor(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
  (void)data;
  struct wl_resource *resource = wl_resource_create(client, &wl_compositor_interface, (int)version, id);
  wl_resource_set_implementation(resource, &compositor_handlers, NULL, NULL);
}

static void bind_subcompositor(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
  (void)data, (void)version;
  make(client, &wl_subcompositor_interface, id, &subcompositor_handlers, NULL);
}

static void bind_shell(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
  (void)data, (void)version;
  make(client, &shell_type, id, shell_handlers, NULL);
}

static void bind_output(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
  (void)data;
  struct wl_resource *resource = wl_resource_create(client, &wl_output_interface, (int)version, id);
  wl_resource_set_implementation(resource, NULL, NULL, NULL);
  wl_output_send_mode(resource, WL_OUTPUT_MODE_CURRENT, width, height, HERTZ * 1000);
}

int main(int argc, char **argv) {
  struct wl_display *display = wl_display_create();
  if (argc < 2 || !display || wl_display_add_socket(display, argv[1]) < 0) return 1;
  if (argc > 2 && sscanf(argv[2], "%dx%d", &width, &height) != 2) return 2;
  wl_list_init(&due);
  timer = wl_event_loop_add_timer(wl_display_get_event_loop(display), tick, NULL);
  wl_display_init_shm(display);
  wl_global_create(display, &wl_compositor_interface, 4, NULL, bind_compositor);
  wl_global_create(display, &wl_subcompositor_interface, 1, NULL, bind_subcompositor);
  wl_global_create(display, &shell_type, 1, NULL, bind_shell);
  wl_global_create(display, &wl_output_interface, 1, NULL, bind_output);
  wl_display_run(display);
  return 0;
}
