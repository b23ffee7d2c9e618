/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_read.h - what the parts of the reader have in common: bytes of the file, and messages.
 * Not here: what others use (trace.h). */
#ifndef FILES_TRACE_READ_H
#define FILES_TRACE_READ_H

#include "files/trace.h"

#include <stdarg.h>
#include <stdio.h>

#define LOCATIONS_MAX (1u << 22)

/* Writes the message for the caller of the reader. */
__attribute__((format(printf, 3, 4))) static inline void write_message(char *error, size_t size, const char *format,
                                                                       ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error, size, format, arguments);
  va_end(arguments);
}
#define FAIL(...) (write_message(__VA_ARGS__), false)

/* Reads bytes of the file. False if it does not have them, or if they can't be read. */
static inline bool get(const struct trace *t, void *to, uint64_t at, size_t size) {
  return at <= t->source.size && size <= t->source.size - at && t->source.read(t->source.context, to, at, size);
}

static inline uint64_t chunk_offset(const struct trace *t, uint32_t index) {
  return t->header.header_size + (uint64_t)index * t->header.chunk_size;
}

/* To be called once all call paths are known: their parents become indices, and they can be found. Those that
 * contradict others are left out. False, with a message, if there is no memory. */
bool trace_link_call_paths(struct trace *t, char *error, size_t size);

#endif
