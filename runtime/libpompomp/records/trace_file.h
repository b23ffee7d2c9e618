/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_file.h - the mapped trace file and its chunks.
 * Not here: what is in them (trace.c). */
#ifndef POMP_TRACE_FILE_H
#define POMP_TRACE_FILE_H

#include "base/atomics.h"
#include "pomp_arch.h"
#include "pomp_trace_format.h"

#include <stdbool.h>

struct pomp_config;
struct pomp_map;

/* The bytes of a chunk. Chunks are mapped one by one, so that none is smaller than a page. */
#if POMP_PAGE_MOST <= POMP_TRACE_CHUNK_SIZE
#define pomp_trace_chunk_size POMP_TRACE_CHUNK_SIZE
#else
extern uint32_t pomp_trace_chunk_size POMP_HIDDEN;
#endif

/* Returns the header, or NULL if there is no trace. It is for readers of the file, and nothing in it is ever read back:
 * others may write to it. */
struct pomp_trace_header *pomp_trace_header(void);

/* Returns the file's mapping, which begins with its header. */
const struct pomp_map *pomp_trace_file_map(void);

/* Says what the trace lacks so far. The same is in its header. */
struct pomp_trace_lacks {
  uint64_t limit;     /* bytes */
  uint64_t stop_tick; /* when the trace ended before the measurement did; 0: it has not */
  uint64_t lost, dropped, flushed;
};
const struct pomp_trace_lacks *pomp_trace_lacks(void);
/* Counts a record that found no room. Any thread may call it. */
void pomp_trace_file_lost(void);
/* Notes that the trace ends at tick `now`, and why. False means that it had ended before. */
bool pomp_trace_file_stopped(uint64_t now, enum pomp_stop reason);

/* Creates the file `path` and maps its begin. 0 or a negative errno. Under the slow lock,
 * as all of this file. */
int pomp_trace_file_create(int at, const char *path, const struct pomp_config *config);

/* Hands out a chunk of zeros in `*chunk`. `*slot` is its place in memory; if `full`, it is first that of the chunk
 * before, which the caller has left. `*flushed` are ticks that went into writing chunks through. Returns 0 or a
 * negative errno: -ENOMEM is the limit, or what the process may map, -EAGAIN says that there is no chunk for the
 * moment, anything else is why the file can't grow. */
int pomp_trace_file_chunk(struct pomp_trace_chunk **chunk, uint32_t *slot, bool full, uint64_t *flushed);

/* Lets readers see all chunks so far. */
void pomp_trace_file_publish(void);

/* Gives the file another name on the same file system, if there is one. 0 or a negative errno. */
int pomp_trace_file_move(int at, const char *path);

/* Completes the trace. It stays mapped for threads that are late. */
void pomp_trace_file_end(void);
void pomp_trace_file_remove(void);

#endif
