/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread.h - what is known of a location, by the thread that has it, and of a thread of the program.
 * Not here: what is done with it (records/, teams/), and what readers of the file see of it (struct pomp_location). */
#ifndef POMP_THREAD_H
#define POMP_THREAD_H

#include "base/atomics.h"

#include <stdbool.h>
#include <stdint.h>

struct pomp_block;
struct pomp_bucket;
struct pomp_location;
struct pomp_path;
struct pomp_paths;
struct pomp_task;

#define POMP_SKIP_MAX 16

/* A location, as the thread that has it writes it: one thread, or in turn all that are the same member of their
 * parent's teams. What other threads read stands on a cache line of its own.
 * NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct pomp_thread {
  /* Every event. */
  struct pomp_path *current;
  struct pomp_path
      *base; /* below what is open here: the root, or the call path of another location that forked or created */
  struct pomp_bucket *buckets;
  uint32_t mask;                  /* how many buckets, less 1 */
  uint32_t nodes;                 /* how many call paths */
  bool own_buckets;               /* `buckets` are memory of their own, not the location's first ones */
  struct pomp_location *location; /* its record in the file */
  struct pomp_paths *paths;       /* where the next call path goes */
  struct pomp_path *root;
  uint32_t blamed;         /* the construct that held the lock when waiting began, or 0 (lock_holders.c) */
  uint32_t id;             /* of the location */
  struct pomp_path *after; /* `current`, if nothing of the program has run since the last exit; or NULL */

  struct pomp_path *begun;            /* the team's call path that was entered last, or NULL */
  const struct pomp_path *expecting;  /* the open construct whose implicit barrier has no events */
  const struct pomp_path *barrier_of; /* whose visit `barrier_at` had its implicit barrier last */
  uint64_t barrier_at;
  struct pomp_path *in_barrier; /* the open visit of one, or NULL */

  struct pomp_thread *next_free;
  struct pomp_thread *next_all; /* list of all locations */

  /* What executing tasks have suspended (task.c). */
  struct pomp_task *task; /* the explicit task that executes; NULL: the implicit one */
  struct pomp_saved *saved;
  uint32_t saved_count, saved_room;
  struct pomp_task *free_tasks;     /* records that this location made, and that are free */
  struct pomp_task *returned_tasks; /* the same, freed by other locations */
  uint64_t above;                   /* time of the tasks that were executed on top of the current one */
  uint64_t in_tasks, in_tasks_own;  /* time in tasks while nothing was open here; without those on top of them */

  /* As a member of a team (team.c). */
  struct pomp_thread *parent;  /* NULL: not a member */
  struct pomp_thread *outer;   /* of member 0: what the thread was before, and will be again */
  uint32_t outer_strays;       /* see struct pomp_tls; of what it was before */
  struct pomp_tls *owner;      /* the thread that serves this place, or did last */
  uint64_t forked;             /* tick of the fork */
  uint64_t arrived;            /* tick of the arrival at a barrier that is still to be added; 0: none is */
  struct pomp_path *team_path; /* of that barrier's parallel region */
  uint64_t team_time;          /* of the visit that ended there, without the barrier */
  uint32_t generation;         /* which of its parent's forks it is in, or was */
  uint32_t team_size;          /* of that team */
  uint32_t thread_num, level;  /* as in struct pomp_location; POMP_NOT_KNOWN: not known */
  uint32_t flags;              /* enum pomp_location_flags */
  uint32_t os_thread;          /* of the thread that has it, or had it last */
  uint32_t served;             /* how often another thread than before took it */
  struct pomp_tls *settling;   /* a lock: who has it, or NULL */

  int64_t *values; /* of metrics (metric_values.c); NULL: there are none */
  struct pomp_trace_told {
    uint32_t chunk; /* the next one's number, when it was told: in another chunk nothing was */
    uint32_t created, number, creator;
  } told; /* of tasks, in the trace; see POMP_CODE_TASK_TAKE */

  /* As the one that forks: written by its thread alone, read by all members; one cache line, which each member
   * fetches once a fork. */
  struct pomp_path *fork __attribute__((aligned(64))); /* where it forked */
  uint64_t fork_tick;
  uint32_t fork_generation;
  struct pomp_members *members;
  uint64_t joined[4]; /* ticks, by generation; in turn */

  /* Its events' stream (trace.h). */
  struct pomp_trace {
    uint64_t state;       /* ticks of the last record, and where in the chunk the next one goes */
    unsigned char *chunk; /* NULL: there is none yet */
    uint64_t last;        /* all of the last record's time; may be that of one before */
    uint64_t sequence;    /* of the next chunk */
    uint64_t tasks;       /* how many were created here */
    uint32_t epoch;       /* of pomp_trace_on, when it was written last */
    uint32_t slot;        /* of the chunk */
    uint32_t root;        /* the location's */
    uint32_t os_thread;   /* that was told last */
    uint32_t counted;     /* 1: metrics were read since values were told last */
  } trace __attribute__((aligned(64)));
};

/* The places that a location's forks have made, by thread number; NULL: not made yet. Never freed: others may read. */
struct pomp_members {
  uint32_t room;
  struct pomp_thread *at[];
};

/* What a thread of the program knows, in its thread-local storage. */
struct pomp_tls {
  struct pomp_thread *here; /* its location; NULL before its first event, and of a worker between two teams */
  struct pomp_thread *own;  /* its location outside of all teams; NULL of a worker */
  /* Enters that were not recorded, so that their exits are not taken for those of other regions. */
  struct pomp_path *skip_at; /* `current` then */
  uint32_t skipped;          /* how many; the first POMP_SKIP_MAX are named in `skip` */
  bool busy;                 /* in a slow path, which a signal handler must not enter again */
  uint32_t strays;           /* implicit tasks that it has begun here, and that are no places */
  bool counted;              /* among the threads that are measured */
  /* The place that it serves, or did last, in a team that it has not forked: one at a time. Not of the place, which may
   * have another thread before this one knows. What it was before, and its strays there. */
  struct pomp_thread *worker, *outer;
  uint32_t outer_strays;
  int saved_errno, saved_cancel;
  uint64_t skip[POMP_SKIP_MAX];
};
extern _Thread_local struct pomp_tls pomp_tls POMP_HIDDEN __attribute__((tls_model("initial-exec")));

#endif
