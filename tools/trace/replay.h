/* replay.h - what the records of a location mean: which call path is open when, and how long its visits are.
 * Not here: the records (trace.h), what is made of them (pomp-report: the profile; pomp-convert: other formats).
 *
 * The numbers are those that the runtime adds up in the profile, by the same rules: docs/format.md. */
#ifndef TRACE_REPLAY_H
#define TRACE_REPLAY_H

#include "trace.h"

/* Of a node; ticks. */
struct replay_numbers {
  uint64_t visits, inclusive, min, max, wait;
  uint64_t start; /* of the visit that is open */
};

struct replay_saved {
  uint32_t node; /* or, of a head, what was current */
  uint32_t base;
  uint64_t value; /* start of the visit; of the head, when it was suspended */
  uint64_t above, task;
};

/* What a signal handler has interrupted between an event and its record: it comes after those of the handler. */
struct replay_context {
  uint32_t current, base, depth;
};
#define REPLAY_CONTEXTS 16

/* A lock that the location holds. */
struct replay_lock {
  uint64_t lock;
  uint32_t node;
};

/* One location, while its records go by. */
struct replay {
  const struct trace *trace;
  struct replay_numbers *numbers; /* of all nodes, by index; a replay touches those of its own location alone */
  uint32_t location, root;
  uint32_t current, base;
  uint32_t depth; /* open regions above the base */
  uint64_t task, above;
  struct replay_saved *saved;
  uint32_t saved_count, saved_room;
  struct replay_lock *locks;
  uint32_t lock_count, lock_room;
  uint64_t misfits;
  struct replay_context contexts[REPLAY_CONTEXTS];
  uint32_t context_count;
  bool in_team;          /* between TEAM_ENTER and TEAM_LEAVE */
  bool forked_known;     /* the time since the fork is */
  uint64_t forked;       /* tick */
  uint32_t team_node;    /* whose implicit barrier is still to come, or TRACE_NO_NODE */
  uint64_t team_time;    /* of its visit, without that */
  uint64_t team_arrived; /* tick */
};

/* `numbers` may be NULL: then they are not added up. False: no memory, or the location has no root. */
bool replay_begin(struct replay *p, const struct trace *t, uint32_t location, struct replay_numbers *numbers);
void replay_end(struct replay *p);

/* `*node` is the call path that the record is about: what was entered, left, waited for; TRACE_NO_NODE if it is about
 * none. A record that does not fit what is open changes nothing and is counted: a signal handler that was left by a
 * jump has taken one with it, or the file is damaged. False: there is no memory, or the record does not fit; then
 * `node` is TRACE_NO_NODE. */
bool replay_step(struct replay *p, const struct trace_record *r, uint32_t *node);

/* A record TRACE_RESUME: what was open is given up, and what the cursor's state says is. */
bool replay_resume(struct replay *p, const struct trace_state *s, uint64_t now);

/* The numbers of all nodes, from all locations; they have one element for each node of the trace. `*misfits`: records
 * that did not fit. */
bool replay_all(const struct trace *t, struct replay_numbers *numbers, uint64_t *misfits, char *error,
                size_t error_size);

#endif
