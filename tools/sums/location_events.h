/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location_events.h - goes through the records of one location, event by event.
 * Not here: the locations that one thread serves, reported together (events.c). */
#ifndef SUMS_LOCATION_EVENTS_H
#define SUMS_LOCATION_EVENTS_H

#include "files/replay.h"
#include "sums/events.h"

/* A metric's value belongs to a thread, and a location may have several threads, one after the other: the reported
 * value is the sum of their counts at this location. */
struct counted {
  int64_t read, sum;
  bool known; /* `read` is this thread's */
};

/* This is where the events of a thread go, whichever of its locations they come from. */
struct sink {
  event_taker take;
  void *context;
  uint64_t last;           /* the time of the last event */
  struct counted *counted; /* by metric */
  bool states;             /* it takes the events that are for who asks for states */
  bool refused;
};

struct open {
  uint32_t node;
  bool forked;
};

/* This is a location of the thread while its records go by. */
struct walk {
  const struct traced_run *source;
  struct sink *sink;
  struct replay replay;
  struct trace_cursor cursor;
  struct trace_record next; /* of a walk that is not over */
  struct open *open;
  uint32_t count, room, location, chunk;
  uint64_t last;
  uint32_t team_size, generation; /* the generation of its latest fork */
  uint64_t freed, freed_at; /* the lock of the critical section whose block was left last, if that is to be reported */
  uint32_t os_thread;       /* the kernel's number of the thread that serves it, 0 if that is not known */
  bool in_team, in_barrier, no_memory, over;
  bool is_first; /* the others are members 0 of teams, and have the same thread */
  bool hidden;   /* what it has open was left, as another location of the thread had events */
};

/* Begins with a location that has a stream. False if there is no memory; either way walk_end is to be called. */
bool walk_begin(struct walk *w, const struct traced_run *s, struct sink *sink, const struct trace_stream *stream,
                bool is_first);
void walk_end(struct walk *w);

/* Tells what the next record means, and reads the one after it. */
void walk_step(struct walk *w);
/* Leaves what is open when all has been written. */
void walk_finish(struct walk *w);

/* Leaves what is open, because another location of the thread has an event; the second enters it again. */
void walk_hide(struct walk *w);
void walk_show(struct walk *w);

#endif
