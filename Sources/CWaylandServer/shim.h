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
