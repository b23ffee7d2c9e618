/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* output.h - bytes on their way to a file: numbers and text at the cost of a copy.
 * Not here: any format. */
#ifndef COMMANDS_CONVERT_OUTPUT_H
#define COMMANDS_CONVERT_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* So many bytes may be written in all; then the error is EFBIG. */
extern uint64_t output_most;
bool output_is_full(void);

#define OUTPUT_ROOM (1u << 18)

/* An output is used by one thread. An error is remembered in `error`, an errno, and nothing is written after it. */
struct output {
  int fd, error;
  size_t length;
  char *bytes; /* OUTPUT_ROOM */
};

/* Makes the file, which must not be there. */
bool output_open(struct output *o, const char *path);
void output_flush(struct output *o);
/* Closes the file. False, with errno set, if something could not be written. */
bool output_close(struct output *o);

/* Returns room for so many bytes, which can be no more than OUTPUT_ROOM. */
static inline char *output_room(struct output *o, size_t size) {
  if (size > OUTPUT_ROOM - o->length)
    output_flush(o);
  return o->bytes + o->length;
}
void output_bytes(struct output *o, const void *bytes, size_t size);
void output_text(struct output *o, const char *text);
void output_number(struct output *o, uint64_t n);
/* Writes the text between quotes, with those characters escaped that JSON and TSDL want to be. */
void output_quoted(struct output *o, const char *text);
/* Writes the text as that of an element or an attribute of XML. */
void output_xml(struct output *o, const char *text);
/* Writes at most 4096 bytes. */
__attribute__((format(printf, 2, 3))) void output_print(struct output *o, const char *format, ...);

#endif
