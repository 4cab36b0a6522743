// What the Wayland Conformance Suite calls in the module of a compositor, and what it looks for there: version 4 of a display server,
// version 1 of everything else. Only what the layout needs is written down here.
#pragma once

#include <stddef.h>
#include <stdint.h>
// which Swift's module of the C library leaves out
#include <sys/eventfd.h>

struct wl_display;
struct wl_event_loop;
struct wl_proxy;

// One global that is served, and its version.
struct casement_wlcs_extension {
  char const *name;
  uint32_t version;
};

// All of them. What is not in here is not tested.
struct casement_wlcs_descriptor {
  uint32_t version;
  size_t count;
  struct casement_wlcs_extension const *extensions;
};

// A pointer, moved by 24.8 fixed-point numbers.
struct casement_wlcs_pointer {
  uint32_t version;
  void (*move_absolute)(struct casement_wlcs_pointer *pointer, int32_t x, int32_t y);
  void (*move_relative)(struct casement_wlcs_pointer *pointer, int32_t x, int32_t y);
  void (*button_up)(struct casement_wlcs_pointer *pointer, int button);
  void (*button_down)(struct casement_wlcs_pointer *pointer, int button);
  void (*destroy)(struct casement_wlcs_pointer *pointer);
  // From here on it is ours.
  void *context;
};

// One finger, moved by whole numbers.
struct casement_wlcs_touch {
  uint32_t version;
  void (*down)(struct casement_wlcs_touch *touch, int32_t x, int32_t y);
  void (*move)(struct casement_wlcs_touch *touch, int32_t x, int32_t y);
  void (*up)(struct casement_wlcs_touch *touch);
  void (*destroy)(struct casement_wlcs_touch *touch);
  // From here on it is ours.
  void *context;
};

// A keyboard, whose keys are numbered as Linux does. Suites before 1.8 have none.
struct casement_wlcs_keyboard {
  uint32_t version;
  void (*key_down)(struct casement_wlcs_keyboard *keyboard, int key);
  void (*key_up)(struct casement_wlcs_keyboard *keyboard, int key);
  void (*destroy)(struct casement_wlcs_keyboard *keyboard);
  // From here on it is ours.
  void *context;
};

// A server; each test has its own.
struct casement_wlcs_server {
  uint32_t version;
  void (*start)(struct casement_wlcs_server *server);
  void (*stop)(struct casement_wlcs_server *server);
  int (*create_client_socket)(struct casement_wlcs_server *server);
  void (*position_window_absolute)(
    struct casement_wlcs_server *server, struct wl_display *client, struct wl_proxy *surface, int x, int y);
  struct casement_wlcs_pointer *(*create_pointer)(struct casement_wlcs_server *server);
  struct casement_wlcs_touch *(*create_touch)(struct casement_wlcs_server *server);
  struct casement_wlcs_descriptor const *(*get_descriptor)(struct casement_wlcs_server const *server);
  // Left out: it is for servers that cannot have a thread.
  void (*start_on_this_thread)(struct casement_wlcs_server *server, struct wl_event_loop *loop);
  struct casement_wlcs_keyboard *(*create_keyboard)(struct casement_wlcs_server *server);
  // From here on it is ours.
  void *context;
};

// The module's entry points, written in Swift.
struct casement_wlcs_server *casement_wlcs_create_server(int argc, char const **argv);
void casement_wlcs_destroy_server(struct casement_wlcs_server *server);
