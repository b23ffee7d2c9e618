/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* profile.h - the hot path: what happens at each enter and exit event.
 * Not here: everything that happens rarely (profile.c, measurement.c).
 *
 * A location's tree consists of call paths in private memory; each has a node in the mapped file, where its visits and
 * times are counted for whoever reads the file. `current` is the innermost open call path. An enter finds the child of
 * `current` that has the event's key through a hash of (parent, key), so that it costs the same with two regions and
 * with 100,000, and stores the time in the child's node; an exit adds the time up in the same node and makes the parent
 * current. Others may write to the file, so it is only counted in: no pointer, number or size is ever taken from it.
 * Nothing is shared between threads but the control word, which nobody writes. Stores are atomic only so far as not to
 * be torn: a reader may look at any time. */
#ifndef POMP_PROFILE_H
#define POMP_PROFILE_H

#include "base/arena.h"
#include "base/clock.h"
#include "definitions/region.h"
#include "pomp.h"

#include <stdbool.h>
#include <stddef.h>

#define POMP_LIKELY(x) __builtin_expect(!!(x), 1)
#define POMP_LOAD(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define POMP_STORE(x, v) __atomic_store_n(&(x), v, __ATOMIC_RELAXED)
/* Only the owner writes, so an increment need not be one instruction. */
#define POMP_ADD(x, v) POMP_STORE(x, POMP_LOAD(x) + (v))

/* Whatever the compiler thinks of the size. */
#define POMP_INLINE static inline __attribute__((always_inline))

#define POMP_SKIP_MAX 16

struct pomp_task;

/* A call path of a location: a region, entered from `parent`. Two share a cache line. */
struct pomp_path {
  struct pomp_path *parent; /* NULL: it is the root of a location */
  struct pomp_path *chain;  /* the next one with the same hash */
  void *extra;     /* what belongs to the call path's role: its creation site (site.c), its messages (adapter.c) */
  uint32_t key;    /* POMP_KEY; 0: the root */
  uint32_t number; /* its node's */
};

/* The first call path with a hash, and its node: an event fetches the cache lines of both at the same time. */
struct pomp_bucket {
  struct pomp_path *first;
  struct pomp_node *node;
};

/* The call paths whose nodes are one block of the file: call path i has the block's node i. It is as large as a call
 * path, so that it takes half of the block's size. */
struct pomp_paths {
  struct pomp_paths *next; /* the block before it, of the same location; NULL: this is the first one */
  struct pomp_thread *thread;
  struct pomp_block *block;
  uint32_t count, room;
  struct pomp_path at[];
};
_Static_assert(sizeof(struct pomp_paths) == sizeof(struct pomp_path), "the head of call paths is one of them");

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

/* Values of a control word of our own, such as nobody writes into a file's: before there is an experiment (the next
 * event makes one), after it, and while more is recorded than times by the time stamp counter: then the file's word is
 * looked at on the slow path, and the usual case pays nothing for it. */
enum { POMP_GATE_BOOT = 0x706f6d70, POMP_GATE_CLOSED, POMP_GATE_MORE };

/* Points to the control word of the experiment, or to our own. */
extern uint32_t *pomp_control POMP_HIDDEN;
extern uint32_t pomp_own_control POMP_HIDDEN;

/* Whenever something has to be made or repaired, and all events while the gate is POMP_GATE_MORE (measurement.c). */
uint64_t pomp_enter_rare(struct ompregdescr *d, enum pomp_role role);
uint64_t pomp_exit_rare(struct ompregdescr *d, enum pomp_role role);

/* Before that: what is usual while events are traced (traced_events.c); the most frequent roles have functions of their
 * own, in which the role is known. */
#define POMP_TRACED_ROLES(X)                                                                                           \
  X(loop, POMP_ROLE_LOOP)                                                                                              \
  X(single, POMP_ROLE_SINGLE)                                                                                          \
  X(single_block, POMP_ROLE_SINGLE_BLOCK)                                                                              \
  X(critical, POMP_ROLE_CRITICAL)                                                                                      \
  X(critical_block, POMP_ROLE_CRITICAL_BLOCK)                                                                          \
  X(atomic, POMP_ROLE_ATOMIC)                                                                                          \
  X(barrier, POMP_ROLE_BARRIER)                                                                                        \
  X(user, POMP_ROLE_USER)                                                                                              \
  X(task_create, POMP_ROLE_TASK_CREATE)                                                                                \
  X(task, POMP_ROLE_TASK)
#define POMP_TRACED(name, role)                                                                                        \
  uint64_t pomp_enter_##name(struct ompregdescr *d);                                                                   \
  uint64_t pomp_exit_##name(struct ompregdescr *d);
POMP_TRACED_ROLES(POMP_TRACED)
#undef POMP_TRACED
uint64_t pomp_enter_any(struct ompregdescr *d, enum pomp_role role);
uint64_t pomp_exit_any(struct ompregdescr *d, enum pomp_role role);
POMP_INLINE uint64_t pomp_enter_slow(struct ompregdescr *d, enum pomp_role role) {
  switch (role) {
#define POMP_TRACED(name, role)                                                                                        \
  case role:                                                                                                           \
    return pomp_enter_##name(d);
    POMP_TRACED_ROLES(POMP_TRACED)
#undef POMP_TRACED
  default:
    return pomp_enter_any(d, role);
  }
}
POMP_INLINE uint64_t pomp_exit_slow(struct ompregdescr *d, enum pomp_role role) {
  switch (role) {
#define POMP_TRACED(name, role)                                                                                        \
  case role:                                                                                                           \
    return pomp_exit_##name(d);
    POMP_TRACED_ROLES(POMP_TRACED)
#undef POMP_TRACED
  default:
    return pomp_exit_any(d, role);
  }
}

static inline struct pomp_node *pomp_node_of(const struct pomp_path *p) {
  return (struct pomp_node *)(void *)(pomp_base + (uint64_t)p->number * sizeof(struct pomp_node));
}
/* The first node of a block; that of a location has the location's record before it. */
static inline struct pomp_node *pomp_nodes_of(const struct pomp_paths *paths) {
  size_t first = sizeof *paths->block + (paths->next ? 0 : sizeof(struct pomp_location));
  return (struct pomp_node *)(void *)((char *)paths->block + first);
}
static inline uint32_t pomp_node_number(const struct pomp_node *n) {
  return (uint32_t)((uint64_t)((const char *)n - pomp_base) / sizeof(struct pomp_node));
}
/* Constructs that are defined one after the other, and so are likely to run so, are neighbours. What depends on the
 * parent takes three cycles only: all of an event before its clock read is one chain of dependences, and counts. */
static inline uint32_t pomp_path_hash(const struct pomp_path *parent, uint32_t key, uint32_t role) {
  uint64_t at = (uint64_t)(uintptr_t)parent / sizeof *parent;
  return (uint32_t)(at * 33) + (key + role * 0x61c88647u);
}
/* The key of an event; its construct is 0, and the key in no tree, before the descriptor is defined. */
static inline uint32_t pomp_key(struct ompregdescr *d, enum pomp_role role) {
  return POMP_KEY((uint32_t)(uintptr_t)POMP_LOAD(d->data[0]), role);
}
/* POMP_FILTER excludes it. */
static inline bool pomp_is_filtered(struct ompregdescr *d) { return (uintptr_t)POMP_LOAD(d->data[0]) == POMP_FILTERED; }
/* Acquire, for what was written before the word was; free on x86. */
static inline uint32_t pomp_gate(void) {
  uint32_t *control = __atomic_load_n(&pomp_control, __ATOMIC_ACQUIRE);
  return __atomic_load_n(control, __ATOMIC_ACQUIRE);
}
/* What the file's control word says. Anybody may have written it, so its lowest bit alone counts. */
static inline bool pomp_file_is_on(void) { return (POMP_LOAD(pomp_file()->control) & 1) == POMP_CONTROL_ON; }
/* The gate, when it is neither ON nor OFF: in the file, that is somebody's mistake, and its lowest bit counts. */
static inline uint32_t pomp_gate_masked(void) {
  uint32_t *control = __atomic_load_n(&pomp_control, __ATOMIC_ACQUIRE);
  uint32_t gate = __atomic_load_n(control, __ATOMIC_ACQUIRE);
  return control == &pomp_own_control ? gate : gate & 1;
}
static inline bool pomp_is_on(void) {
  uint32_t gate = pomp_gate_masked();
  return POMP_LIKELY(gate == POMP_CONTROL_ON) || (gate == POMP_GATE_MORE && pomp_file_is_on());
}

/* The child behind `p` in the chain of its hash, or NULL. */
static inline struct pomp_path *pomp_child_behind(const struct pomp_path *p, const struct pomp_path *outer,
                                                  uint32_t key) {
  struct pomp_path *next = p->chain;
  while (next && (next->key != key || next->parent != outer))
    next = next->chain;
  return next;
}
/* The child of `outer`, and in `*node` its node; NULL: there is none yet. A bucket without call paths has one that is
 * nobody's child. */
POMP_INLINE struct pomp_path *pomp_child_of(const struct pomp_thread *t, const struct pomp_path *outer, uint32_t key,
                                            uint32_t role, struct pomp_node **node) {
  const struct pomp_bucket *bucket = &t->buckets[pomp_path_hash(outer, key, role) & t->mask];
  struct pomp_path *p = bucket->first;
  *node = bucket->node;
  if (POMP_LIKELY(p->key == key && p->parent == outer))
    return p;
  p = pomp_child_behind(p, outer, key);
  if (p)
    *node = pomp_node_of(p);
  return p;
}
static inline struct pomp_path *pomp_child(const struct pomp_thread *t, uint32_t key, uint32_t role) {
  struct pomp_node *node;
  return pomp_child_of(t, t->current, key, role, &node);
}

static inline void pomp_visit_begin(struct pomp_thread *t, struct pomp_path *p, struct pomp_node *n, uint64_t now) {
  POMP_STORE(t->current, p); /* first: a signal handler may never come back, and what is open must be found */
  POMP_ADD(n->visits, 1);
  POMP_STORE(n->start, now);
}

/* The shortest and the longest visit. */
static inline void pomp_note_visit(struct pomp_node *n, uint64_t time) {
  if (time < POMP_LOAD(n->min))
    POMP_STORE(n->min, time);
  if (time > POMP_LOAD(n->max))
    POMP_STORE(n->max, time);
}

/* Adds the time since the visit's start, which is returned, and stops it. */
static inline uint64_t pomp_visit_stop(struct pomp_node *n, uint64_t now) {
  uint64_t start = POMP_LOAD(n->start);
  /* The counters of two cores may differ by a few ticks; no start: a signal handler left the end by a jump. */
  uint64_t time = start && now > start ? now - start : 0;
  POMP_STORE(n->start, 0); /* first: who is killed between these stores loses this visit rather than have it twice */
  POMP_ADD(n->inclusive, time);
  return time;
}

/* `before`: the time of the visit's parts that were added already. */
static inline void pomp_visit_end_after(struct pomp_thread *t, struct pomp_path *p, uint64_t now, uint64_t before) {
  struct pomp_path *outer = p->parent;
  struct pomp_node *n = pomp_node_of(p);
  pomp_note_visit(n, before + pomp_visit_stop(n, now));
  POMP_STORE(t->location->last, now);
  t->current = outer;
}
static inline void pomp_visit_end(struct pomp_thread *t, struct pomp_path *p, uint64_t now) {
  pomp_visit_end_after(t, p, now, 0);
}

/* An enter that is not recorded is remembered, so that its exit does not end another visit of the same region. */
static inline uint64_t pomp_skip_name(const struct ompregdescr *d, enum pomp_role role) {
  return (uint64_t)(uintptr_t)d << 6 | role;
}
static inline void pomp_skip(const struct ompregdescr *d, enum pomp_role role) {
  uint32_t n = pomp_tls.skipped;
  if (POMP_LIKELY(n < POMP_SKIP_MAX))
    pomp_tls.skip[n] = pomp_skip_name(d, role);
  pomp_tls.skipped = n + 1;
  pomp_tls.skip_at = pomp_tls.here ? pomp_tls.here->current : NULL;
}
/* False: it is not the exit of the innermost one. */
static inline bool pomp_skip_ends(const struct ompregdescr *d, enum pomp_role role) {
  uint32_t n = pomp_tls.skipped;
  bool ends = POMP_LIKELY(n - 1 < POMP_SKIP_MAX && pomp_tls.skip[n - 1] == pomp_skip_name(d, role));
  if (ends)
    pomp_tls.skipped = n - 1;
  return ends;
}

/* Events of the same construct between which no code of the program runs have the same time, and the clock is read
 * once: the end of a single's block, the begin and end of an implicit barrier, the exit of the construct; begin and end
 * of a combined construct's team, and enter and exit of the loop in it. */
/* The event before has left `current` without the program going on since. */
static inline bool pomp_follows(struct pomp_thread *t) {
  if (POMP_LIKELY(t->after != t->current))
    return false;
  t->after = NULL;
  return true;
}
/* `outer`, which is current, is the team of the combined construct that the event is of. */
static inline bool pomp_is_combined(const struct pomp_thread *t, const struct pomp_path *outer, struct ompregdescr *d,
                                    enum pomp_role role) {
  return pomp_role_is(role, POMP_IS_COMBINED) && t->begun == outer && outer->key == pomp_key(d, POMP_ROLE_TEAM);
}
POMP_INLINE uint64_t pomp_enter_time(struct pomp_thread *t, const struct pomp_path *outer, struct ompregdescr *d,
                                     enum pomp_role role, uint64_t (*clock)(void)) {
  if (role == POMP_ROLE_BARRIER && pomp_follows(t))
    return t->location->last;
  if (pomp_is_combined(t, outer, d, role))
    return POMP_LOAD(pomp_node_of(outer)->start);
  return clock();
}
/* Who is alone in a team waits for nobody. */
POMP_INLINE uint64_t pomp_exit_time(struct pomp_thread *t, const struct pomp_path *p, enum pomp_role role,
                                    uint64_t (*clock)(void)) {
  if (role == POMP_ROLE_BARRIER && t->team_size == 1)
    return POMP_LOAD(pomp_node_of(p)->start);
  if ((role == POMP_ROLE_TEAM || pomp_role_is(role, POMP_IS_WORKSHARING)) && pomp_follows(t))
    return t->location->last;
  return clock();
}
/* After the exit of `p`. */
static inline void pomp_may_be_followed(struct pomp_thread *t, const struct pomp_path *p, struct ompregdescr *d,
                                        enum pomp_role role) {
  if (pomp_role_is(role, POMP_IS_FOLLOWED) ? POMP_KEY_CONSTRUCT(t->current->key) == POMP_KEY_CONSTRUCT(p->key)
                                           : pomp_is_combined(t, t->current, d, role))
    t->after = t->current;
}

/* The usual cases of an event: the node is there, and open. False: it is another case.
 *
 * The processor reads the time stamp counter when all instructions before it are done, so that what is looked up first
 * and what after adds to the cost of a pair; what stands in no chain of dependences costs next to nothing. So the clock
 * is read as soon as `current` is known, and what was found is checked after it. */
#define POMP_NEEDS(pointer) __asm__ volatile("" : : "r"(pointer) : "memory")
POMP_INLINE bool pomp_enter_usual(struct pomp_thread *t, struct ompregdescr *d, enum pomp_role role,
                                  uint64_t (*clock)(void), uint64_t *now) {
  struct pomp_path *outer = t->current;
  POMP_NEEDS(outer);
  *now = pomp_enter_time(t, outer, d, role, clock);
  POMP_NEEDS(outer);
  struct pomp_node *n;
  struct pomp_path *p = pomp_child_of(t, outer, pomp_key(d, role), role, &n);
  if (!POMP_LIKELY(p != NULL))
    return false;
  pomp_visit_begin(t, p, n, *now);
  if (role == POMP_ROLE_TEAM)
    t->begun = p;
  return true;
}
POMP_INLINE bool pomp_exit_usual(struct pomp_thread *t, struct ompregdescr *d, enum pomp_role role,
                                 uint64_t (*clock)(void), uint64_t *now) {
  struct pomp_path *p = t->current;
  POMP_NEEDS(p);
  *now = pomp_exit_time(t, p, role, clock);
  POMP_NEEDS(p);
  if (!POMP_LIKELY(p->key == pomp_key(d, role) && p != t->base && !pomp_tls.skipped))
    return false;
  pomp_visit_end(t, p, *now);
  pomp_may_be_followed(t, p, d, role);
  return true;
}

/* Both return the time of the event, or 0 if it was not recorded. Whatever is not quite usual, a clock that takes a
 * call among it, goes to the slow twins by a jump, so that nothing has to be kept across a call here. What happens
 * while measurement is off stands here, too: that is what a user pays who measures nothing. */
POMP_INLINE uint64_t pomp_enter(struct ompregdescr *d, enum pomp_role role) {
  uint32_t gate = pomp_gate();
  if (POMP_LIKELY(gate == POMP_CONTROL_ON)) {
    if (__builtin_expect(pomp_is_filtered(d), 0) && !pomp_tls.skipped)
      return 0;
    struct pomp_thread *t = pomp_tls.here;
    uint64_t now;
    if (POMP_LIKELY(t != NULL && pomp_enter_usual(t, d, role, pomp_clock_tsc, &now)))
      return now;
  } else if (gate == POMP_CONTROL_OFF)
    return pomp_skip(d, role), 0;
  else if (gate == POMP_GATE_CLOSED && pomp_gate_masked() == POMP_GATE_CLOSED)
    return 0;
  return pomp_enter_slow(d, role);
}

POMP_INLINE uint64_t pomp_exit(struct ompregdescr *d, enum pomp_role role) {
  uint32_t gate = pomp_gate();
  if (POMP_LIKELY(gate == POMP_CONTROL_ON)) {
    if (__builtin_expect(pomp_is_filtered(d), 0) && !pomp_tls.skipped)
      return 0;
    struct pomp_thread *t = pomp_tls.here;
    uint64_t now;
    if (POMP_LIKELY(t != NULL && pomp_exit_usual(t, d, role, pomp_clock_tsc, &now)))
      return now;
  } else if (gate == POMP_CONTROL_OFF
                 ? pomp_skip_ends(d, role)
                 : gate == POMP_GATE_CLOSED && !pomp_tls.skipped && pomp_gate_masked() == POMP_GATE_CLOSED)
    return 0;
  return pomp_exit_slow(d, role);
}

/* Slow parts (profile.c). */

/* The new child of `current`, or NULL and an error as of pomp_arena_block. Under the slow lock. */
struct pomp_path *pomp_child_new(struct pomp_thread *t, uint32_t key, int *error);
/* The open call path of this key, at or above `current`; NULL if there is none. */
struct pomp_path *pomp_open_path(const struct pomp_thread *t, uint32_t key);
/* Ends all visits inside `p`, which is open or the base, and counts them as repaired. */
void pomp_close_inside(struct pomp_thread *t, const struct pomp_path *p, uint64_t now);
/* Sets up the tree of a new location, with its root: `first` is the room for its first call paths, `buckets` are
 * `count` of them, a power of 2; both belong to the location. 0 or an error of pomp_arena_block. Under the slow lock.
 */
int pomp_tree_init(struct pomp_thread *t, struct pomp_bucket *buckets, uint32_t count, struct pomp_paths *first);
/* Ticks that 1000 enter/exit pairs take, measured in a tree that has no call paths but its root, and has none after it.
 */
uint64_t pomp_pair_cost(struct pomp_thread *t);

#endif
