/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location.c - makes locations: one for each thread that is in no team that we know of, and one for each member in the
 * tree of teams. Takes the former back when the thread ends.
 * Not here: which member a thread is when (team.c).
 *
 * A new thread takes over the location of one that has ended, if there is one, and the members below it. So a program
 * that starts 10,000 threads one after the other has two locations, and the experiment's size is bounded by the number
 * of threads that live at the same time. `served` counts them. */
#include "teams/location.h"
#include "base/processors.h"
#include "pomp_system.h"
#include "state/death_mark.h"
#include "state/slow_lock.h"
#include "teams/sampling.h"
#include "teams/team_cpu.h"
#include "teams/thread_time.h"
#include "visits/visit.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#define FIRST_BLOCK POMP_FORMAT_ALIGN
#define FIRST_BUCKETS 64u
#define FIRST_NODES ((FIRST_BLOCK - sizeof(struct in_file)) / sizeof(struct pomp_node))

/* The begin of a location's first block in the file; nodes fill the rest. */
struct in_file {
  struct pomp_block head;
  struct pomp_location location;
};
_Static_assert(sizeof(struct pomp_block) == 64 && sizeof(struct pomp_location) == 128, "layout of the file");

/* A location begins with this in private memory: a page, which has room for fewer call paths than the block has. */
#define FIRST_MEMORY 4096u
#define FIRST_PATHS                                                                                                    \
  ((FIRST_MEMORY - sizeof(struct pomp_thread) - FIRST_BUCKETS * sizeof(struct pomp_bucket)) / sizeof(struct pomp_path))
struct in_memory {
  struct pomp_thread thread;
  struct pomp_bucket buckets[FIRST_BUCKETS];
  struct pomp_path paths[FIRST_PATHS]; /* the first one's memory is a struct pomp_paths, their head */
};
_Static_assert(sizeof(struct in_memory) <= FIRST_MEMORY, "a location takes one page of memory, and one of the file");

#define FIRST_ROOM (FIRST_PATHS - 1 < FIRST_NODES ? FIRST_PATHS - 1 : FIRST_NODES)

static struct pomp_thread *first_thread; /* location 0, until the first thread has its first event */
static struct pomp_thread *ended;        /* the locations whose threads have ended */
static struct pomp_thread *all;
static uint32_t count;
/* How many threads are measured now, and how many of them the OpenMP runtime has started; and at most at one time. */
static uint32_t live, live_workers, most, most_workers;
static struct pomp_pair_costs pair_costs;
static pthread_key_t key;
static bool key_made;

static int make(struct pomp_thread **made) {
  struct in_memory *m = pomp_arena_scratch(sizeof *m);
  if (!m)
    return -ENOMEM;
  struct pomp_block *block;
  int error = pomp_arena_block(&block, POMP_BLOCK_LOCATION, count, sizeof(struct in_file), FIRST_BLOCK);
  if (error)
    return error;
  struct pomp_location *l = &((struct in_file *)(void *)block)->location;
  struct pomp_thread *t = &m->thread;
  t->location = l;
  t->id = l->id = count++;
  t->next_all = all;
  t->thread_num = t->level = POMP_NOT_KNOWN;
  l->parent = l->thread_num = l->level = l->team_size = l->cpu = POMP_NOT_KNOWN;
  t->trace.state = POMP_TRACE_FULL;
  t->trace.epoch = POMP_LOAD(pomp_own.trace_on);
  struct pomp_paths *first = (struct pomp_paths *)(void *)m->paths;
  *first = (struct pomp_paths){.thread = t, .block = block, .room = FIRST_ROOM};
  if ((error = pomp_visit_init(t, m->buckets, FIRST_BUCKETS, first)))
    return error;
  __atomic_store_n(&all, t, __ATOMIC_RELEASE);
  *made = t;
  return 0;
}

/* Readers of the file see the flags as well. */
static void set_flags(struct pomp_thread *t, uint32_t flags) {
  t->flags = flags;
  t->location->flags = flags;
}

static void occupy(struct pomp_thread *t, uint64_t since, bool worker) {
  struct pomp_location *l = t->location;
  struct pomp_node *root = pomp_node_of(t->root);
  t->served++;
  l->served = t->served;
  const uint32_t kinds = POMP_LOCATION_WORKER | POMP_LOCATION_HELPER;
  set_flags(t,
            (t->flags & ~kinds) | (worker ? POMP_LOCATION_WORKER : 0u) | (pomp_tls.helper ? POMP_LOCATION_HELPER : 0u));
  POMP_ADD(root->visits, 1);
  POMP_STORE(root->start, since);
  POMP_TRACE(t, POMP_CODE_THREAD_BEGIN, since, (uint64_t)pomp_sys_gettid());
  POMP_STORE(l->state, POMP_LOCATION_ACTIVE);
}

static void note_most(void) {
  if (live > most)
    pomp_file()->threads = most = live;
  if (live_workers > most_workers)
    most_workers = live_workers;
  pomp_file()->workers = most_workers + 1;
}

/* `home`: the location that it was first seen at. `worker`: the OpenMP runtime has started the thread. */
static void count_thread(struct pomp_thread *home, bool worker) {
  if (pomp_tls.counted)
    return;
  pomp_tls.counted = true;
  pomp_tls.counted_worker = worker;
  pomp_sampling_thread_begin();
  pomp_switches_thread_begin();
  if (pomp_metric_count)
    pomp_metric_thread_begin();
  if (!pomp_tls.helper) {
    pomp_thread_time_begin(home);
    live++;
    live_workers += worker;
    note_most();
  }
  if (key_made && pthread_setspecific(key, &pomp_tls) == 0) /* its end will be reported */
    pomp_death_mark_keep();
}

static void note_thread(struct pomp_thread *t) {
  struct pomp_location *l = t->location;
  int cpu = pomp_sys_getcpu();
  l->os_thread = t->os_thread = (uint32_t)pomp_sys_gettid();
  l->cpu = cpu < 0 ? POMP_NOT_KNOWN : (uint32_t)cpu;
}

static uint32_t devices;

void pomp_location_device(void) {
  const uint32_t count = __atomic_add_fetch(&devices, 1, __ATOMIC_RELAXED);
  if (pomp_slow_begin()) {
    if (pomp_is_measuring())
      pomp_file()->devices = count;
    pomp_slow_end();
  }
}

int pomp_location_start(void (*thread_ends)(void *)) {
  if (!key_made)
    key_made = pthread_key_create(&key, thread_ends) == 0;
  int error = make(&first_thread);
  if (error)
    return error;
  pair_costs = pomp_pair_cost(first_thread);
  pomp_file()->pair_cost = pair_costs.apart;
  pomp_file()->pair_cost_in_row = pair_costs.in_row;
  pomp_file()->pair_cost_around = pair_costs.around;
  pomp_file()->devices = POMP_LOAD(devices);
  pomp_file()->atomic_cost = pomp_processors_atomic_cost();
  occupy(first_thread, pomp_clock_begin(), false);
  first_thread->location->os_thread = first_thread->os_thread = (uint32_t)pomp_sys_getpid();
  first_thread->location->level = first_thread->level = 0;
  pomp_team_cpu_start();
  live = 1; /* the first thread, whether it has events or not */
  note_most();
  pomp_thread_time_first(first_thread);
  pomp_arena_publish();
  return 0;
}

int pomp_location_attach(bool worker) {
  struct pomp_thread *t = NULL;
  if (first_thread && pomp_sys_gettid() == pomp_sys_getpid()) {
    t = first_thread;
    first_thread = NULL;
    live--; /* count_thread has it */
  } else {
    if (ended && !pomp_tls.helper) {
      t = ended;
      ended = t->next_free;
    } else {
      int error = make(&t);
      if (error)
        return error;
    }
    t->location->level = t->level = worker ? POMP_NOT_KNOWN : 0;
    occupy(t, pomp_clock(), worker);
    pomp_arena_publish();
  }
  note_thread(t);
  POMP_STORE(t->owner, &pomp_tls);
  pomp_tls.here = pomp_tls.own = t;
  count_thread(t, worker);
  pomp_metric_enter(t, t->root, true);
  if (pomp_metric_count)
    pomp_trace_metrics(t, POMP_CODE_METRICS_ROOT, pomp_metric_values(t));
  return 0;
}

/* Makes room for `thread_num` in a table of members. NULL means that there is no memory. */
static struct pomp_members *room_for(struct pomp_members **table, uint32_t thread_num) {
  struct pomp_members *old = *table;
  if (old && thread_num < old->room)
    return old;
  uint32_t room = old ? old->room : 8;
  while (room <= thread_num)
    room *= 2;
  struct pomp_members *m = pomp_arena_scratch(sizeof *m + room * (sizeof m->at[0] + sizeof m->met[0]));
  if (!m)
    return NULL;
  m->room = room;
  m->met = (struct pomp_met **)(void *)(m->at + room);
  if (old) {
    memcpy(m->met, old->met, old->room * sizeof m->met[0]);
    memcpy(m->at, old->at, old->room * sizeof m->at[0]);
  }
  __atomic_store_n(table, m, __ATOMIC_RELEASE);
  return m;
}

struct pomp_thread *pomp_location_member(struct pomp_thread *parent, uint32_t thread_num, bool league, int *error) {
  struct pomp_members *m = room_for(&parent->members[league], thread_num);
  *error = m ? 0 : -ENOMEM;
  if (!m || m->at[thread_num])
    return m ? m->at[thread_num] : NULL;
  struct pomp_thread *t;
  *error = make(&t);
  if (*error)
    return NULL;
  struct pomp_location *l = t->location;
  set_flags(t, POMP_LOCATION_MEMBER | (league ? POMP_LOCATION_LEAGUE : 0u) | (parent->flags & POMP_LOCATION_HELPER));
  l->parent = parent->id;
  l->thread_num = t->thread_num = thread_num;
  l->level = t->level = (parent->level == POMP_NOT_KNOWN ? 0 : parent->level) + !league;
  l->team_size = 0;
  l->state = POMP_LOCATION_ACTIVE;
  t->parent = parent;
  pomp_arena_publish();
  __atomic_store_n(&m->at[thread_num], t, __ATOMIC_RELEASE);
  return t;
}

void pomp_location_serve(struct pomp_thread *t) {
  POMP_STORE(t->owner, &pomp_tls);
  t->location->served = ++t->served;
  note_thread(t);
  count_thread(t, true);
}

void pomp_location_leave(struct pomp_thread *t, uint64_t now) {
  struct pomp_node *root = pomp_node_of(t->root);
  pomp_metric_stop(t, t->root);
  POMP_STORE(t->location->last, now);
  POMP_ADD(root->inclusive, now - POMP_LOAD(root->start));
  POMP_STORE(root->start, 0);
  POMP_TRACE(t, POMP_CODE_THREAD_END, now, 0);
  POMP_STORE(t->location->state, POMP_LOCATION_ENDED);
  if (t->id != 0 && !pomp_tls.helper) { /* location 0 stays the program's first thread */
    t->next_free = ended;
    ended = t;
  }
}

void pomp_location_uncount(void) {
  pomp_sampling_thread_end();
  pomp_switches_thread_end();
  if (pomp_tls.counted && !pomp_tls.helper) {
    live--;
    live_workers -= pomp_tls.counted_worker;
    pomp_thread_time_end();
  }
  if (pomp_metric_count)
    pomp_metric_thread_end();
}

struct pomp_thread *pomp_location_all(void) { return __atomic_load_n(&all, __ATOMIC_ACQUIRE); }

uint32_t pomp_location_live(void) { return POMP_LOAD(live); }

bool pomp_location_many(void) { return count > 1; }

uint32_t pomp_location_count(void) { return count; }

uint32_t pomp_location_most(void) { return most; }

uint32_t pomp_location_most_workers(void) { return most_workers; }

const struct pomp_pair_costs *pomp_location_pair_costs(void) { return &pair_costs; }
