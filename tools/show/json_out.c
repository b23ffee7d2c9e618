/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_out.c - the buffer between JSON and its file, and how numbers get into it.
 * Not here: which values there are (report_json.c, json_shares.c). */
#include "show/json_out.h"

#include <string.h>

void json_out_flush(struct json_out *o) {
  o->failed |= fwrite(o->text, 1, o->used, o->file) != o->used;
  o->used = 0;
}

void json_out_bytes(struct json_out *o, const char *bytes, size_t size) {
  if (size > sizeof o->text - o->used)
    json_out_flush(o);
  if (size > sizeof o->text) {
    o->failed |= fwrite(bytes, 1, size, o->file) != size;
    return;
  }
  memcpy(o->text + o->used, bytes, size);
  o->used += size;
}

void json_out_text(struct json_out *o, const char *text) { json_out_bytes(o, text, strlen(text)); }

char *json_out_room(struct json_out *o, size_t size) {
  if (size > sizeof o->text - o->used)
    json_out_flush(o);
  return o->text + o->used;
}

void json_out_integer(struct json_out *o, int64_t number) {
  json_out_took(o, number_put(json_out_room(o, NUMBER_DIGITS), number));
}

static int take(const char *bytes, size_t size, void *out) {
  json_out_bytes(out, bytes, size);
  return 0;
}

void json_out_value(struct json_out *o, json_t *value) {
  o->failed |= !value || json_dump_callback(value, take, o, JSON_COMPACT | JSON_ENCODE_ANY) != 0;
  json_decref(value);
}

/* The brace is the last byte that jansson hands over. */
void json_out_open_object(struct json_out *o, json_t *object) {
  json_out_value(o, object);
  if (o->used)
    o->used--;
}
