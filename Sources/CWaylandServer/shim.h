#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/timerfd.h>
#include <wayland-server-core.h>

// Swift cannot call functions with variable arguments. The text is never a format.
static inline void casement_post_error(struct wl_resource *resource, uint32_t code, const char *text) {
  wl_resource_post_error(resource, code, "%s", text);
}
static inline void casement_post_implementation_error(struct wl_client *client, const char *text) {
  wl_client_post_implementation_error(client, "%s", text);
}

// Sends what is queued for a client. Returns 0, or why not all of it went.
static inline int casement_flush(struct wl_client *client) {
  errno = 0;
  wl_client_flush(client);
  return errno;
}

// How every resource of libwayland begins, which its headers promise never to change (wayland-server.h, before WL_HIDE_DEPRECATED).
struct casement_resource_head {
  const struct wl_interface *interface;
  const void *implementation;
  uint32_t id;
  wl_resource_destroy_func_t destroy;
  struct wl_list link;
  struct wl_signal destroy_signal;
  struct wl_client *client;
  void *data;
};

// What libwayland does for wl_display, in the order of its requests.
struct casement_display_functions {
  void (*sync)(struct wl_client *client, struct wl_resource *display, uint32_t callback);
  void (*get_registry)(struct wl_client *client, struct wl_resource *display, uint32_t registry);
};

// Lets `dispatcher` hear of what a client asks of its wl_display, before libwayland does what is asked. Returns the functions that do it;
// NULL, and nothing changed, where this libwayland has it otherwise.
static inline const struct casement_display_functions *casement_hear_display(
    struct wl_client *client, wl_dispatcher_func_t dispatcher, const void *owner) {
  struct wl_resource *display = wl_client_get_object(client, 1);
  if (!display) return NULL;
  const struct casement_resource_head *head = (const struct casement_resource_head *)display;
  void *data = wl_resource_get_user_data(display);
  if (head->id != 1 || head->client != client || head->data != data || !head->implementation) return NULL;
  if (!head->interface || head->interface->method_count != 2 || strcmp(head->interface->name, "wl_display") != 0) return NULL;
  const struct casement_display_functions *functions = head->implementation;
  wl_resource_set_dispatcher(display, dispatcher, owner, data, head->destroy);
  return functions;
}

// Does what a client asks of its wl_display.
static inline void casement_run_display(
    const struct casement_display_functions *functions, void *display, uint32_t opcode, const union wl_argument *arguments) {
  struct wl_client *client = wl_resource_get_client(display);
  if (opcode == 0) functions->sync(client, display, arguments[0].n);
  else functions->get_registry(client, display, arguments[0].n);
}

// The last requests of one client, as text.
enum { casement_kept_requests = 24, casement_request_length = 200 };
struct casement_request_log {
  char text[casement_kept_requests][casement_request_length];
  uint32_t count;
};

static inline void casement_append(char *text, size_t *length, const char *more) {
  while (*more && *length < casement_request_length - 1) {
    // what a client sends must not move a terminal's cursor
    text[(*length)++] = (unsigned char)*more < 0x20 ? ' ' : *more;
    more++;
  }
  text[*length] = 0;
}

// Adds the request that libwayland is about to dispatch.
static inline void casement_log_request(struct casement_request_log *log, const struct wl_protocol_logger_message *message) {
  char *text = log->text[log->count++ % casement_kept_requests];
  size_t length = 0;
  char word[64];
  casement_append(text, &length, wl_resource_get_class(message->resource));
  snprintf(word, sizeof word, "@%u.", wl_resource_get_id(message->resource));
  casement_append(text, &length, word);
  casement_append(text, &length, message->message->name);
  casement_append(text, &length, "(");
  int index = 0;
  for (const char *sign = message->message->signature; *sign && index < message->arguments_count; sign++) {
    if ((*sign >= '0' && *sign <= '9') || *sign == '?') continue;
    if (index > 0) casement_append(text, &length, ", ");
    const union wl_argument *argument = &message->arguments[index];
    switch (*sign) {
    case 'i': snprintf(word, sizeof word, "%d", argument->i); break;
    case 'u': snprintf(word, sizeof word, "%u", argument->u); break;
    case 'f': snprintf(word, sizeof word, "%g", wl_fixed_to_double(argument->f)); break;
    case 'h': snprintf(word, sizeof word, "fd"); break;
    case 'a': snprintf(word, sizeof word, "array of %zu bytes", argument->a ? argument->a->size : 0); break;
    case 'n': {
      const struct wl_interface *type = message->message->types[index];
      snprintf(word, sizeof word, "new %.40s@%u", type ? type->name : "object", argument->n);
      break;
    }
    case 'o': {
      struct wl_resource *object = (struct wl_resource *)argument->o;
      if (object) snprintf(word, sizeof word, "%.40s@%u", wl_resource_get_class(object), wl_resource_get_id(object));
      else snprintf(word, sizeof word, "null");
      break;
    }
    case 's':
      word[0] = 0;
      casement_append(text, &length, argument->s ? "\"" : "null");
      if (argument->s) casement_append(text, &length, argument->s), casement_append(text, &length, "\"");
      break;
    default: word[0] = 0;
    }
    casement_append(text, &length, word);
    index++;
  }
  casement_append(text, &length, ")");
}

// Whether an event is `wl_display.error`.
static inline int casement_is_error(const struct wl_protocol_logger_message *message) {
  return message->message_opcode == 0 && strcmp(wl_resource_get_class(message->resource), "wl_display") == 0;
}
