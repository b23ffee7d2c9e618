/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace.h - reads trace.pomp: checks it, and gives the records of each location in their order. Of a damaged trace it
 * gives what is sound: chunk by chunk, up to the first record of each that can't be right.
 * Not here: files (trace_load.c), what the records mean together (replay.c).
 *
 * Memory: 16 bytes a chunk, the call paths, and one chunk for each cursor; it does not depend on how many records there
 * are. A trace is read only, and may be used by several threads; a cursor by one. */
#ifndef FILES_TRACE_H
#define FILES_TRACE_H

#include "pomp_index.h"
#include "pomp_trace_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACE_NO_NODE UINT32_MAX
#define TRACE_ARGUMENTS 8

/* This is where the bytes come from. `read` returns false if they can't be read, and must be safe to call from
 * several threads. `data_from` returns where the first byte is, from `at` on, that is not in a hole of the file; it
 * may be NULL. `settle` comes back when all can be read that a program that runs had stored before anything that was
 * read until now; NULL: nothing is being stored. */
struct trace_source {
  bool (*read)(void *context, void *to, uint64_t at, size_t size);
  uint64_t (*data_from)(void *context, uint64_t at);
  void (*settle)(void *context);
  void *context;
  uint64_t size;
  bool (*lacked_memory)(void *context); /* some bytes could not be read for that; NULL: it can't be */
};

/* This is a call path of a location. The nodes are in ascending order of their numbers; their parents are indices. */
struct trace_node {
  uint32_t number, location, parent, key;
};

struct trace_chunk {
  uint64_t sequence;
  uint32_t location, index;
};

/* This is a communicator as in pomp_trace_format.h; `others` is the size of the other side, or 0. They are in
 * ascending order of their ids. */
struct trace_communicator {
  uint64_t id, hash, own;
  uint32_t number, size, rank, others;
};

/* A trace that was selected has one of these for each time in which events were let in; `off` is UINT64_MAX if that
 * was so until the end. */
struct trace_part {
  uint64_t on, off;
};

/* These are the chunks of a location, in their order. The location has a root among the call paths. A record of the
 * last chunk that begins beyond `seen` came when the trace had been opened: it is not read, as others before it may be
 * missing in what was read. */
struct trace_stream {
  uint32_t location, first, count, seen;
};

struct trace {
  struct trace_source source;
  struct pomp_trace_header header;
  struct trace_chunk *chunks;
  uint32_t chunk_count;
  struct trace_stream *streams; /* by location */
  uint32_t stream_count;
  struct trace_node *nodes;
  uint32_t node_count, node_room;
  struct trace_communicator *communicators;
  uint32_t communicator_count, communicator_room;
  struct trace_part *parts; /* in the order of time */
  uint32_t part_count, part_room;
  uint64_t latest;       /* no event can have a later tick; UINT64_MAX: not known */
  unsigned char *spoilt; /* by chunk of the file: 1 if not all of it is sound; set as soon as somebody has read it */
  uint32_t chunks_in_file;
  uint64_t cut_off;            /* chunks that the file should have at its end */
  uint64_t chunks_missing;     /* as the numbers of the others tell */
  uint32_t call_paths_missing; /* definitions that were not sound */
  struct pomp_index by_number; /* finds nodes by their numbers */
  struct pomp_index children;  /* finds nodes by parent, location and key */
};

/* Opens a trace. False, with a message, if it is no trace, or if nothing of it is sound. Either way trace_close is to
 * be called. */
bool trace_open(struct trace *t, const struct trace_source *source, char *error, size_t error_size);
void trace_close(struct trace *t);

/* These find a call path by its number in the file, or as a child of another. The result is TRACE_NO_NODE if there
 * is none. */
uint32_t trace_node_find(const struct trace *t, uint32_t number);
uint32_t trace_child(const struct trace *t, uint32_t parent, uint32_t location, uint32_t key);
/* Removes the call paths that are marked, by index, and those below them, and the streams of locations that have none
 * left. False if there is no memory. */
bool trace_drop_call_paths(struct trace *t, unsigned char *marks);
/* This is what a trace lacks because its file is damaged: chunks that are not sound, as far as the trace was read;
 * chunks that are not there; call paths that are not, or that can't be right. */
struct trace_damage {
  uint64_t spoilt, missing, call_paths;
};
struct trace_damage trace_damage_of(const struct trace *t);
/* True if there is any. */
bool trace_is_damaged(const struct trace *t);
/* True if some of that is none, but there was not enough memory to read it. */
static inline bool trace_lacked_memory(const struct trace *t) {
  return t->source.lacked_memory && t->source.lacked_memory(t->source.context);
}
/* True if any location has a stream. */
bool trace_has_events(const struct trace *t);
/* Returns until when a location was traced whose last record before a gap, or in all, has this time; UINT64_MAX if
 * it was traced until the end of the trace. */
uint64_t trace_until(const struct trace *t, uint64_t time);
/* Returns the stream of a location, or NULL. */
const struct trace_stream *trace_stream_of(const struct trace *t, uint32_t location);

/* This is the state of a location at the begin of a chunk, if what was before is not known. */
struct trace_state {
  uint32_t current, base; /* indices */
  uint64_t task;
  uint32_t team_size, generation, suspended;
  struct {
    uint32_t current, base;
    uint64_t task;
  } frames[64];
};

struct trace_record {
  uint32_t code; /* enum pomp_record_code; or one of these */
  uint32_t key;  /* the key of a child of what is open */
  uint32_t node; /* index, of TRACE_ENTER, and of a TRACE_EXIT that tells it; else TRACE_NO_NODE */
  uint64_t time; /* ticks */
  /* The arguments are as pomp_trace_format.h has them; but keys are as in the profile, nodes are numbers, and a task
   * is one number: creator << 32 | number. A TRACE_ENTER has the first one alone: the ticks since the creation of
   * the task that begins, or 0. */
  uint64_t arguments[TRACE_ARGUMENTS];
  unsigned count;
};
enum {
  TRACE_ENTER = 256, /* of any kind */
  TRACE_EXIT,        /* of any kind */
  TRACE_RESUME       /* events are missing before; the cursor's state tells what was open */
};

struct trace_cursor {
  const struct trace *trace;
  const struct trace_stream *stream;
  uint32_t next_chunk; /* the next one of the stream */
  bool resume;         /* the next record is TRACE_RESUME */
  bool broken;         /* the last chunk's end was not sound */
  unsigned char *chunk;
  uint32_t at, end;
  uint32_t stop; /* no record begins there or later */
  uint32_t root; /* number */
  uint32_t created, task,
      creator; /* the task of this chunk that was created last, and the one that was reported last, with its creator */
  uint64_t time;
  uint64_t sound; /* the time of the last sound record */
  struct trace_state state;
};

/* Begins at a stream's first record. False if there is no memory. Either way trace_cursor_end is to be called. */
bool trace_cursor_begin(struct trace_cursor *c, const struct trace *t, const struct trace_stream *stream);
void trace_cursor_end(struct trace_cursor *c);

/* Reads the next record; arguments that the file does not have are 0. False at the end. What is not sound is left out,
 * with the rest of its chunk, and the next record is then a TRACE_RESUME, if there is one. If the process was killed, a
 * broken record in a location's last chunk is no damage. */
bool trace_next(struct trace_cursor *c, struct trace_record *r);

#endif
