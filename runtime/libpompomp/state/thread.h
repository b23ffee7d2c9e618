/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread.h - what is known of a location, by the thread that has it, and of a thread of the program.
 * Not here: what is done with these records (records/, teams/), and what readers of the file see of it (struct
 * pomp_location). */
#ifndef POMP_THREAD_H
#define POMP_THREAD_H

#include "base/atomics.h"
#include "base/kernel_use.h"
#include "base/own_stack.h"
#include "base/switch_ring.h"

#include <stdbool.h>
#include <stdint.h>

struct ompregdescr;
struct pomp_begin;
struct pomp_block;
struct pomp_cpu_time;
struct pomp_bucket;
struct pomp_histogram;
struct pomp_location;
struct pomp_lock;
struct pomp_log;
struct pomp_path;
struct pomp_path_table;
struct pomp_paths;
struct pomp_phase_part;
struct pomp_phase_series;
struct pomp_rwlock_hold;
struct pomp_sampler;
struct pomp_sharing;
struct pomp_task;
struct pomp_thread_kernel;

#define POMP_SKIP_MAX 16

/* The private record of a location. The thread that has the location writes it: one thread, or in turn all that are the
 * same member of their parent's teams. What other threads read is on a cache line of its own.
 * NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct pomp_thread {
  /* Each event needs these. */
  struct pomp_path *current;
  struct pomp_path *base; /* what is open here lies below it: the root, or the call path where another location forked
                             or created a task */
  struct pomp_bucket *buckets;
  uint32_t mask;                  /* the number of buckets, less 1 */
  uint32_t nodes;                 /* the number of call paths */
  struct pomp_location *location; /* its record in the file */
  struct pomp_paths *paths;       /* the block that the next call path goes into */
  struct pomp_path *root;
  uint32_t ordered;        /* the ordered construct whose lock is `ordered_lock`, or 0 (lock_holders.c) */
  uint32_t id;             /* the location's number */
  uint32_t team_size;      /* how many members its team has, if it is a member (team.c); 0: it is none */
  uint32_t moved_count;    /* how many visits are open here that began elsewhere (task.c) */
  struct pomp_path *after; /* `current`, if nothing of the program has run since the last exit; or NULL */

  /* Time without a processor (switches.h). */
  struct pomp_path_table *off_times;  /* the records of call paths; NULL: there are none yet */
  const struct pomp_path *pushed_in;  /* its visit number `pushed_at` is the last one of a construct that the team */
  uint64_t pushed_at, pushed;         /* shares in which the thread was pushed off, for so many ticks */
  uint64_t released;                  /* the tick at which the member was last released from a barrier */
  uint64_t pushed_base, pushed_since; /* so long it was pushed off since that, or since the fork */
  struct pomp_path *end_barrier;      /* the barrier that it waits in at the end of its team, while `arrived` */

  struct pomp_histogram *late_histogram; /* a visit is still to be counted there (histogram.h); or NULL */
  bool counting;                         /* that is being changed */
  struct pomp_path *begun;               /* the team's call path that was entered last, or NULL */
  const struct pomp_path *expecting;     /* the open construct whose implicit barrier has no events */
  const struct pomp_path *barrier_of;    /* its visit number `barrier_at` was the last one with an implicit barrier */
  uint64_t barrier_at;
  struct pomp_path *in_barrier; /* the open visit of an implicit barrier, or NULL */
  struct pomp_path *waited;     /* that barrier after its end, until it is known that no part of it follows; or NULL */
  uint64_t waited_ticks;        /* and how long it took so far */
  /* The worksharing construct of which OMPT alone told last (told.h), or NULL; how long its visit was without what is
   * still to come, and the shortest visit before it; whether it has ended. */
  struct pomp_path *told;
  uint64_t told_time, told_least;
  struct ompregdescr *told_by; /* its descriptor */
  const void *told_code;       /* the call that the last part of its barrier was in, if that was libomp's own */
  bool told_ended;
  struct pomp_lock *ordered_lock;
  struct pomp_log *due;     /* the waits for its lock are to be charged when that is free (lock_waits.c); or NULL */
  struct pomp_log *pending; /* the logs that have waits which are still to be charged */

  struct pomp_thread *next_free;
  struct pomp_thread *next_all; /* in the list of all locations */

  /* These have been suspended by executing tasks (task.c). */
  struct pomp_task *task; /* the explicit task that executes; NULL: the implicit one */
  struct pomp_saved *saved;
  uint32_t saved_count, saved_room;
  struct pomp_moved *moved; /* of the visits that are open here, those that began elsewhere */
  uint32_t moved_room;
  struct pomp_task *free_tasks;     /* free records that this location made */
  struct pomp_task *returned_tasks; /* records that this location made and others have freed */
  uint64_t above;                   /* ticks of the tasks that were executed on top of the current one */
  uint64_t in_tasks,
      in_tasks_own; /* ticks in tasks while nothing was open here; the second without tasks on top of them */

  /* As a member of a team (team.c). */
  struct pomp_thread *parent;    /* NULL: not a member */
  struct pomp_thread *outer;     /* for member 0: the location that the thread had before, and will have again */
  uint32_t outer_unlocated;      /* its tasks without a location then; see struct pomp_tls */
  struct pomp_tls *owner;        /* the thread that is this member, or was last */
  struct pomp_path *unannounced; /* the open region of a team that has no events of POMP, or NULL (uninstrumented.c) */
  /* A construct that could not be split has no events inside: OMPT acts for them. As the one that forks: its
   * descriptor, from the fork's event on; as a member: the same, while the construct is open. */
  struct ompregdescr *whole, *whole_open;
  uint64_t forked;             /* the tick of the fork */
  uint64_t arrived;            /* the tick of the arrival at a barrier whose visit is still to be added, or 0 */
  struct pomp_path *team_path; /* the call path of that barrier's parallel region */
  uint64_t team_time;          /* the ticks of the visit that ended there, without the barrier */
  uint32_t ends_to_come;       /* how many regions of the user a cancel has ended whose own ends may still come */
  uint32_t generation;         /* which of its parent's forks it is in, or was */
  uint32_t thread_num, level;  /* as in struct pomp_location; POMP_NOT_KNOWN: not known */
  uint32_t flags;              /* enum pomp_location_flags */
  uint32_t os_thread;          /* the thread that has the location, or had it last, as the system numbers it */
  uint32_t served;             /* how often another thread than before took the location */
  struct pomp_tls *settling;   /* a lock: the thread that holds it, or NULL */

  /* The constructs that its team shares (sharing.c). */
  struct pomp_sharing *sharing;
  const struct pomp_path *noted; /* its visit number `noted_at` was the last one that was noted */
  uint64_t noted_at;
  uint32_t instance; /* the number of the next one that the member meets */
  uint32_t first;    /* the number of the team's first one */
  uint32_t compared; /* as member 0: the members have been compared up to this one, when it was that team and time */
  uint32_t compared_generation;
  uint64_t compared_at;
  bool comparing;  /* a lock: somebody compares them now */
  uint32_t missed; /* pomp_tls.missed, when the thread became the member */

  /* CPU time (thread_time.c, team_cpu.c). */
  uint64_t lived, on_cpu, ready; /* as in struct pomp_location */
  /* It says what the kernel did for its threads (struct pomp_thread_kernel), and is in the file; NULL: not known. */
  struct pomp_thread_kernel *kernel_record;
  struct pomp_kernel_sums {
    uint64_t user, system, faults, major_faults, switches;
  } kernel;
  /* Where it forks, these are the mean time from fork to fork, over so many forks; the last fork; a random number. */
  uint64_t cpu_interval, cpu_forked, cpu_random;
  uint32_t cpu_forks;
  uint64_t cpu_from, cpu_since;      /* as a member: when the visit began that is measured, and the CPU time then */
  struct pomp_kernel_use cpu_kernel; /* and what the kernel had done then */
  uint64_t cpu_used;                 /* the CPU time of the visit that was measured last */
  struct pomp_cpu_time *cpu_record;  /* the record of that visit, if it ended before the barrier; or NULL */
  uint32_t cpu_generation;           /* and its team */
  bool cpu_wanted, cpu_open;         /* the visit of this team is to be measured; it has begun */
  uint32_t cpu_most;                 /* as a parent: as many members as its largest measured team was to have */
  bool cpu_ahead;                    /* as a parent: the figures are those at the fork, for member 0, */
  uint64_t cpu_ns;                   /* at this time of CLOCK_MONOTONIC */
  uint32_t line_count, line_known; /* the teams that it has left; those for which a line's way was measured (team.c) */
  uint64_t line_sum;               /* and the ticks that these took */

  /* As the location that forks a team, for itself: */
  uint32_t fork_size; /* the size of its last team of more than one, and its kind; when the last such team was joined */
  bool fork_league;
  uint64_t last_join;
  const void *fork_code;                /* the code that forked its last team */
  struct pomp_path *forked_unannounced; /* the open fork that no event of POMP has announced, or NULL */

  /* Phases (phases.h): the series of its own call paths, and its parts in the phases of any thread. */
  struct pomp_phase_series *phases;
  struct pomp_phase_part *parts;

  int64_t *values; /* metrics' values (metric_values.c); NULL: there are no metrics */
  /* The numbers of tasks that the trace had last; the next ones are written as differences (POMP_CODE_TASK_TAKE). */
  struct pomp_trace_last_task {
    uint32_t chunk; /* the number of the chunk after the one that has them; another chunk has none yet */
    uint32_t created, number, creator;
  } last_task;

  /* As the location that forks a team. Only its thread writes this, and all members read it: it is one cache line,
   * which each member fetches once a fork. */
  struct pomp_path *fork __attribute__((aligned(64))); /* the call path where it forked */
  uint64_t fork_tick;
  uint32_t fork_generation;
  uint32_t fork_instance; /* the number of the team's first instance (sharing.c) */
  bool fork_measured;     /* the members' CPU time is measured in that team */
  bool fork_is_whole;     /* its construct is in one piece: see `whole` */
  bool fork_is_silent;    /* no event of POMP tells of the members' begin and end */
  uint64_t joined[4];     /* when the last teams were joined, in ticks, by generation */

  /* The members read the following as well; it hardly ever changes, so each member's processor keeps it in its
   * cache. */
  struct pomp_members *members[2] __attribute__((aligned(64))); /* the members of its teams, and of its leagues */
  uint64_t meetings;                                            /* which barriers of its teams are noted (meetings.h) */

  /* The stream of its events (trace.h). */
  struct pomp_trace {
    uint64_t state;       /* the last record's time, cut off, and where in the chunk the next one goes */
    unsigned char *chunk; /* NULL: there is none yet */
    uint64_t last;        /* the last record's time in full, or that of a record before it */
    uint64_t sequence;    /* the next chunk's number */
    uint64_t tasks;       /* how many tasks were created here */
    uint32_t epoch;       /* pomp_own.trace_on, when a record was written last */
    uint32_t slot;        /* the chunk's slot */
    uint32_t root;        /* the number of the root's node */
    uint32_t os_thread;   /* the thread that the trace named last */
    uint32_t counted;     /* 1: metrics were read since the trace had values last */
  } trace __attribute__((aligned(64)));
};

/* The members of the teams that a location forks, by thread number; NULL: this one is not made yet. It is never freed,
 * as other threads may read it. */
struct pomp_members {
  uint32_t room;
  struct pomp_met **met; /* by thread number: its instances (sharing.c); NULL: it has met none yet */
  struct pomp_thread *at[];
};

/* This is what a thread of the program knows, in its thread-local storage. */
struct pomp_tls {
  struct pomp_thread *here;    /* its location; NULL before its first event, and for a worker between two teams */
  struct pomp_thread *own;     /* its location outside of all teams; NULL for a worker */
  const uint64_t *switch_head; /* the word that changes with each switch of the thread (switches.h) */
  uint64_t switch_seen;        /* and what it was when the switches were booked last */
  /* Enters that were not recorded. Their exits must not be taken for exits of other regions. */
  struct pomp_path *skip_at; /* `current` at that time */
  uint32_t skipped;          /* how many there are; the first POMP_SKIP_MAX are named in `skip` */
  uint32_t missed;           /* how often it may have missed a construct that its team shared */
  uint64_t stack;            /* where its last POMP_Begin was (stack_place.h); 0: the next one is looked at closely */
  bool busy;                 /* the thread is in a slow path, which a signal handler must not enter again */
  uint32_t unlocated;        /* implicit tasks that it has begun here, and that have no location */
  bool counted;              /* it is counted among the threads that are measured, */
  bool counted_worker;       /* and the OpenMP runtime has started it */
  bool helper;               /* it is no thread of the program: see POMP_LOCATION_HELPER */
  /* The member that it is, or was last, of a team that it has not forked: one at a time. This is here rather than
   * with the member, which may have another thread before this one knows. Then what it was before, and its tasks
   * without a location there. */
  struct pomp_thread *worker, *outer;
  uint32_t outer_unlocated;
  int saved_errno, saved_cancel;
  uint64_t skip[POMP_SKIP_MAX];
  struct pomp_rwlock_hold *rwlocks; /* the rwlocks that it holds (rwlock_holders.c); those without a lock are none */
  uint32_t rwlock_count, rwlock_room;
  struct pomp_own_stack own_stack;
  const struct pomp_begin *begin; /* the POMP_Begin that is under way on a slow path; or NULL */
  struct pomp_sampler *sampler;   /* NULL: the thread is not sampled, or does not know of it yet */
  struct pomp_switch_ring ring;   /* the switches of this thread, as the kernel tells them; and it reads them now */
  bool reads_ring;
};
extern const uint64_t pomp_switch_none POMP_HIDDEN; /* `switch_head` of a thread without a ring */
/* It says what the OpenMP runtime has told of teams until now: enum pomp_nesting. */
extern uint32_t pomp_nesting POMP_HIDDEN;

extern _Thread_local struct pomp_tls pomp_tls POMP_HIDDEN __attribute__((tls_model("initial-exec")));

#endif
