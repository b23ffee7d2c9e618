/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_out.h - writes JSON as it is made: text goes to a file by way of a buffer, and no value is kept.
 * Not here: the values (report_json.c, json_shares.c). Small parts of the document are made with jansson, and tables of
 * which an experiment may have millions of rows with these functions; both look the same. */
#ifndef SHOW_JSON_OUT_H
#define SHOW_JSON_OUT_H

#include "show/numbers.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define JSON_OUT_SIZE (64u << 10)

struct json_out {
  FILE *file;
  size_t used;
  bool failed; /* there was no memory, or the file did not take all */
  char text[JSON_OUT_SIZE];
};

/* Hands over to the file what is in the buffer. */
void json_out_flush(struct json_out *o);

void json_out_bytes(struct json_out *o, const char *bytes, size_t size);
void json_out_text(struct json_out *o, const char *text);

/* Returns where so many bytes may be written, JSON_OUT_SIZE at most; json_out_took has to be given where they end. */
char *json_out_room(struct json_out *o, size_t size);
static inline void json_out_took(struct json_out *o, const char *end) { o->used = (size_t)(end - o->text); }

/* Writes a literal, and returns where it ends. Numbers are written by number_put. */
#define JSON_PUT(at, literal) ((char *)memcpy((at), (literal), sizeof(literal) - 1) + sizeof(literal) - 1)

/* Writes a number, as json_integer would. */
void json_out_integer(struct json_out *o, int64_t number);
/* Writes `,"key":` and the number; the text of the key is a literal, with the comma, quotes and colon. */
#define JSON_OUT_MEMBER(o, key, number)                                                                                \
  (json_out_bytes((o), ",\"" key "\":", sizeof(",\"" key "\":") - 1), json_out_integer((o), (int64_t)(number)))

/* Writes a value that jansson has made, and gives it back. NULL is taken as a lack of memory. */
void json_out_value(struct json_out *o, json_t *value);
/* Writes an object that more members will follow: all but the brace at its end. */
void json_out_open_object(struct json_out *o, json_t *object);

#endif
