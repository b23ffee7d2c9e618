/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_out.c - the buffer between JSON and its file, and how numbers get into it.
 * Not here: which values there are (json.c, json_shares.c). */
#include "json_out.h"

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

/* Writes two digits at a time, as millions of numbers are written. */
char *json_put_integer(char *at, int64_t signed_number) {
  static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                              "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                              "8081828384858687888990919293949596979899";
  char digits[JSON_OUT_DIGITS], *begin = digits + JSON_OUT_DIGITS;
  uint64_t number = signed_number < 0 ? 0 - (uint64_t)signed_number : (uint64_t)signed_number;
  while (number >= 100) {
    begin -= 2;
    memcpy(begin, pairs + 2 * (number % 100), 2);
    number /= 100;
  }
  if (number >= 10) {
    begin -= 2;
    memcpy(begin, pairs + 2 * number, 2);
  } else
    *--begin = (char)('0' + number);
  if (signed_number < 0)
    *--begin = '-';
  size_t length = (size_t)(digits + JSON_OUT_DIGITS - begin);
  memcpy(at, begin, length);
  return at + length;
}

void json_out_integer(struct json_out *o, int64_t number) {
  json_out_took(o, json_put_integer(json_out_room(o, JSON_OUT_DIGITS), number));
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
