/* perfetto_flows.h - which sends and receives of a job's ranks belong together, as a name that both have.
 * Not here: how an arrow is written (perfetto.c). */
#ifndef CONVERT_PERFETTO_FLOWS_H
#define CONVERT_PERFETTO_FLOWS_H

#include "parallel.h"
#include "source.h"

/* The `count`th message of the `kind`th combination of communicator, sender, receiver and tag. */
struct flow {
  uint32_t kind;
  uint64_t count;
};

/* A receive: it has its number once all those that began before it are over. */
struct receive {
  uint64_t request; /* 0: it was over at once */
  uint64_t ns;
  uint32_t location, kind;
  bool over;
};

struct flows {
  struct numbers kinds;
  uint64_t *counts; /* sent, received; by kind */
  uint32_t room;
  struct receive *queue; /* of the process at hand, in the order in which they began */
  uint32_t first, queued, queue_room;
};

void flows_begin(struct flows *f);
void flows_end(struct flows *f);

/* The records of a process `s`, of its locations one after the other. All return false if there is no memory. */
bool flows_sent(struct flows *f, const struct source *s, const struct trace_record *r, struct flow *flow);
bool flows_received(struct flows *f, const struct source *s, const struct trace_record *r, uint64_t ns,
                    uint32_t location);
bool flows_posted(struct flows *f, const struct trace_record *r);
/* Takes out the next receive that has a number. `last`: nothing more comes of this process. False: there is none. */
bool flows_next(struct flows *f, bool last, struct receive *receive, struct flow *flow);

#endif
