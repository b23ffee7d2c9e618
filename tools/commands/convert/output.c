/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* output.c - writes a file through a buffer.
 * Not here: any format. */
#include "commands/convert/output.h"
#include "pomp_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool output_open(struct output *o, const char *path) {
  *o = (struct output){.fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)};
  o->error = o->fd < 0 ? errno : 0;
  o->bytes = malloc(OUTPUT_ROOM);
  if (!o->bytes && !o->error)
    o->error = ENOMEM;
  return !o->error;
}

uint64_t output_most = UINT64_MAX;
static uint64_t written; /* by all threads */

bool output_is_full(void) { return __atomic_load_n(&written, __ATOMIC_RELAXED) > output_most; }

static void write_all(struct output *o, const char *bytes, size_t size) {
  if (__atomic_add_fetch(&written, size, __ATOMIC_RELAXED) > output_most && !o->error)
    o->error = EFBIG;
  if (!o->error)
    o->error = -pomp_file_write(o->fd, bytes, size);
}

void output_flush(struct output *o) {
  write_all(o, o->bytes, o->length);
  o->length = 0;
}

bool output_close(struct output *o) {
  if (o->bytes)
    output_flush(o);
  free(o->bytes);
  if (o->fd >= 0 && close(o->fd) != 0 && !o->error)
    o->error = errno;
  errno = o->error;
  return !o->error;
}

void output_bytes(struct output *o, const void *bytes, size_t size) {
  if (size > OUTPUT_ROOM - o->length)
    output_flush(o);
  if (size > OUTPUT_ROOM) {
    write_all(o, bytes, size);
    return;
  }
  memcpy(o->bytes + o->length, bytes, size);
  o->length += size;
}

void output_text(struct output *o, const char *text) { output_bytes(o, text, strlen(text)); }

void output_number(struct output *o, uint64_t n) {
  char digits[20];
  size_t at = sizeof digits;
  do
    digits[--at] = (char)('0' + n % 10);
  while (n /= 10);
  output_bytes(o, digits + at, sizeof digits - at);
}

void output_quoted(struct output *o, const char *text) {
  output_text(o, "\"");
  for (size_t n; *text; text += n) {
    n = strcspn(text, "\"\\");
    output_bytes(o, text, n);
    if (text[n]) {
      const char escaped[2] = {'\\', text[n++]};
      output_bytes(o, escaped, sizeof escaped);
    }
  }
  output_text(o, "\"");
}

void output_xml(struct output *o, const char *text) {
  static const struct {
    char character;
    const char *entity;
  } entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'\'', "&apos;"}, {'"', "&quot;"}};
  for (size_t n; *text; text += n) {
    n = strcspn(text, "&<>'\"");
    output_bytes(o, text, n);
    for (size_t i = 0; text[n] && i < sizeof entities / sizeof *entities; i++)
      if (text[n] == entities[i].character) {
        output_text(o, entities[i].entity);
        n++;
        break;
      }
  }
}

void output_print(struct output *o, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(output_room(o, 4096), 4096, format, arguments);
  va_end(arguments);
  if (n > 0)
    o->length += n < 4096 ? (size_t)n : 4095;
}
