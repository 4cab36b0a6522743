// Opens our module, makes a server, lets a client and the devices of a test use it, ends it and closes the module, again and again:
// afterwards the process must hold no more memory, descriptors and threads than after the first rounds.
//
// Usage: cycles MODULE [ROUNDS]

#include <CWLCS.h>
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wayland-client.h>

struct integration {
  uint32_t version;
  struct casement_wlcs_server *(*create)(int argc, char const **argv);
  void (*destroy)(struct casement_wlcs_server *server);
};

static struct wl_compositor *compositor;
static struct wl_seat *seat;

static void global(void *data, struct wl_registry *registry, uint32_t name, char const *interface, uint32_t version) {
  (void)data, (void)version;
  if (!strcmp(interface, "wl_compositor")) compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
  if (!strcmp(interface, "wl_seat")) seat = wl_registry_bind(registry, name, &wl_seat_interface, 5);
}

static void gone(void *data, struct wl_registry *registry, uint32_t name) { (void)data, (void)registry, (void)name; }

static struct wl_registry_listener const listener = {global, gone};

static void fail(char const *what) {
  fprintf(stderr, "%s\n", what);
  exit(1);
}

// One test's worth of work.
static void use(struct casement_wlcs_server *server) {
  server->start(server);
  struct casement_wlcs_pointer *pointer = server->create_pointer(server);
  struct casement_wlcs_touch *touch = server->create_touch(server);
  struct wl_display *display = wl_display_connect_to_fd(server->create_client_socket(server));
  if (!display) fail("no connection");
  struct wl_registry *registry = wl_display_get_registry(display);
  wl_registry_add_listener(registry, &listener, NULL);
  if (wl_display_roundtrip(display) < 0 || !compositor || !seat) fail("no globals");
  struct wl_surface *surface = wl_compositor_create_surface(compositor);
  struct wl_pointer *listening = wl_seat_get_pointer(seat);
  wl_surface_commit(surface);
  wl_display_roundtrip(display);
  server->position_window_absolute(server, display, (struct wl_proxy *)surface, 10, 10);
  pointer->move_absolute(pointer, 20 * 256, 20 * 256);
  pointer->button_down(pointer, 0x110);
  touch->down(touch, 30, 30);
  touch->move(touch, 40, 40);
  if (wl_display_roundtrip(display) < 0) fail("the client was ended");
  touch->destroy(touch);
  pointer->destroy(pointer);
  wl_pointer_destroy(listening);
  wl_surface_destroy(surface);
  wl_compositor_destroy(compositor);
  wl_seat_destroy(seat);
  wl_registry_destroy(registry);
  wl_display_disconnect(display);
  server->stop(server);
  compositor = NULL;
  seat = NULL;
}

static int entries(char const *path) {
  int count = 0;
  DIR *folder = opendir(path);
  while (readdir(folder)) count += 1;
  closedir(folder);
  return count;
}

static long residentKiB(void) {
  long size = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &size, &resident) != 2) fail("no /proc");
  fclose(file);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

int main(int argc, char **argv) {
  if (argc < 2) fail("the module is missing");
  int rounds = argc > 2 ? atoi(argv[2]) : 1000;
  int settled = rounds / 5;
  long memory = 0;
  int descriptors = 0, threads = 0;
  for (int round = 1; round <= rounds; round += 1) {
    void *module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!module) fail(dlerror());
    struct integration const *integration = dlsym(module, "wlcs_server_integration");
    if (!integration) fail("no entry point");
    struct casement_wlcs_server *server = integration->create(0, NULL);
    use(server);
    integration->destroy(server);
    dlclose(module);
    if (round == settled) {
      memory = residentKiB();
      descriptors = entries("/proc/self/fd");
      threads = entries("/proc/self/task");
    }
  }
  long grown = residentKiB() - memory;
  int leakedDescriptors = entries("/proc/self/fd") - descriptors, leakedThreads = entries("/proc/self/task") - threads;
  printf(
    "%d rounds: %ld KiB after %d, %+ld KiB since; %+d descriptors, %+d threads\n", rounds, memory, settled, grown, leakedDescriptors,
    leakedThreads);
  // the allocator may move within a few pages; a leak of 100 bytes a round would be 80 KiB
  return grown > 256 || leakedDescriptors != 0 || leakedThreads != 0;
}
