/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* summary.c - adds the experiment up in one pass over what is in memory, for the table at the end of a run.
 * Not here: the table (summary_table.c), how ranks add up (libpompomp-mpi), all else that can be said (pomp-report).
 * docs/environment.md defines each figure. */
#include "life/summary.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/heap_sort.h"
#include "definitions/region.h"
#include "pomp_cost.h"
#include "pomp_run.h"
#include "pomp_system.h"
#include "records/call_tree.h"
#include "records/metric_values.h"
#include "records/trace_file.h"
#include "teams/kernel_time.h"
#include "teams/location.h"
#include "teams/team_cpu.h"
#include "teams/thread_time.h"
#include "visits/visit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* This is what all nodes of a key add up to. */
struct sum {
  uint32_t key;
  uint64_t visits, self, wait;
  uint64_t contended; /* visits that waited for who held the lock */
};

static struct sum *sums; /* a hash table, open addressing; key 0: free */
static uint64_t slots;
static struct located {
  const struct pomp_thread *location;
  uint32_t parent;   /* POMP_NOT_KNOWN: no member of a team */
  uint32_t thread;   /* of this location and its members 0: the outermost of them */
  bool has_root;     /* its root has time of its own: an initial thread */
  bool first;        /* member 0 of its team, the thread that forked */
  bool executes;     /* a task, when the measurement ended */
  uint64_t tasks;    /* ticks in tasks since its team began */
  uint64_t below;    /* the same of the team below it, which the open visits' time includes */
  uint64_t in_tasks; /* ticks in tasks of this thread, if it is `thread` */
} *by_location;
/* All call paths, in the order of their addresses; each with the time of the call paths that are a part of it, the
 * number of children that are still to be added, and the order of adding. */
static struct listed {
  const struct pomp_paths *paths;
  uint64_t first; /* the number of the first of them here */
} *blocks;
static uint64_t block_count;
static uint64_t *parts;
static uint32_t *below;
#define HAS_BEGUN 0x80000000u /* in `below`: pomp_run_has_begun of one of them */
static const struct pomp_path **queue;

/* Times in ticks. */
static uint64_t end_tick, outside;
static uint64_t lives;  /* see pomp_run_allocation */
static uint64_t helped; /* how long helpers executed tasks */
static uint64_t initial_threads;
static double pairs;                 /* what measuring has cost; see pomp_cost.h */
static double lines;                 /* ticks that members of teams have waited for cache lines, beside that */
static uint64_t cpu_reads;           /* visits of teams whose CPU time was read */
static struct pomp_cost_model model; /* of the pairs */
static uint32_t locations;

static struct sum *sum_of(uint32_t key) {
  uint64_t i = key * 0x9e3779b1u;
  while (sums[i & (slots - 1)].key && sums[i & (slots - 1)].key != key)
    i++;
  struct sum *s = &sums[i & (slots - 1)];
  s->key = key;
  return s;
}

/* Finds out how much memory is needed. The number of call paths. */
static uint64_t count_all(void) {
  uint64_t paths = 0;
  locations = pomp_location_count();
  for (const struct pomp_thread *t = pomp_location_all(); t; t = t->next_all)
    for (const struct pomp_paths *block = t->paths; block; block = block->next) {
      paths += block->count;
      block_count++;
    }
  return paths;
}

static void add_location(const struct pomp_thread *t) {
  bool member = t->flags & (POMP_LOCATION_MEMBER | POMP_LOCATION_LEAGUE);
  uint64_t since = POMP_LOAD(t->location->in_tasks_since);
  by_location[t->id] =
      (struct located){.location = t,
                       .parent = member ? t->parent->id : POMP_NOT_KNOWN,
                       .has_root = !member && !(t->flags & POMP_LOCATION_WORKER),
                       .first = member && t->thread_num == 0,
                       .executes = since != 0,
                       .tasks = POMP_LOAD(t->location->in_tasks) + (since && since < end_tick ? end_tick - since : 0)};
  initial_threads += by_location[t->id].has_root ? t->served : 0;
}

static int by_address(const void *a, const void *b) {
  uintptr_t x = (uintptr_t)((const struct listed *)a)->paths, y = (uintptr_t)((const struct listed *)b)->paths;
  return x < y ? -1 : x > y;
}

static void list_all(void) {
  uint64_t n = 0;
  for (const struct pomp_thread *t = pomp_location_all(); t; t = t->next_all) {
    add_location(t);
    for (const struct pomp_paths *block = t->paths; block; block = block->next)
      blocks[n++].paths = block;
  }
  pomp_heap_sort(blocks, n, sizeof *blocks, by_address);
  for (uint32_t i = 0; i < locations; i++) /* parents are older */
    by_location[i].thread = by_location[i].first ? by_location[by_location[i].parent].thread : i;
}

/* As a team does when it ends; those that were made later are below. */
static void leave_tasks_out(void) {
  for (uint32_t i = locations; i-- > 0;)
    if (by_location[i].first)
      by_location[by_location[i].parent].below =
          by_location[i].tasks + (by_location[i].executes ? 0 : by_location[i].below);
}

/* A region that is open counts up to the end of the measurement. */
static uint64_t reported(const struct pomp_path *p, const struct located *at) {
  const struct pomp_node *n = pomp_node_of(p);
  uint64_t tasks = p->parent ? at->below : 0;
  return POMP_LOAD(n->inclusive) + pomp_run_open(POMP_LOAD(n->start), pomp_clock_begin(), end_tick, tasks);
}

/* True if the thread waits for the block of this construct to begin, or in a lock routine. `begun`: a call path below
 * shows that it doesn't. The nodes tell that; what the thread itself knows is not for others to read. */
static bool is_blocked(const struct pomp_path *p, bool begun) {
  uint64_t start = POMP_LOAD(pomp_node_of(p)->start);
  return !begun && start && start != POMP_SUSPENDED &&
         (pomp_role_block(POMP_KEY_ROLE(p->key)) != POMP_ROLE_NONE || POMP_KEY_ROLE(p->key) == POMP_ROLE_LOCK);
}

/* Returns how much of a call path's own time was waiting, other than what is known by its role. A thread that is in an
 * event yet may have counted waiting that went on after the end. */
static uint64_t waited(const struct pomp_path *p, uint64_t reported, uint64_t self, bool begun) {
  const struct pomp_node *n = pomp_node_of(p);
  uint64_t wait = pomp_role_wait(POMP_KEY_ROLE(p->key)) == POMP_WAIT_BLOCKED ? POMP_LOAD(n->wait) : 0;
  wait += is_blocked(p, begun) ? reported - POMP_LOAD(n->inclusive) : 0;
  return wait < self ? wait : self;
}

static bool shows_begun(const struct pomp_path *p, const struct pomp_path *parent) {
  const struct pomp_node *n = pomp_node_of(p), *above = pomp_node_of(parent);
  return pomp_run_has_begun(POMP_KEY_ROLE(parent->key), POMP_LOAD(above->visits), POMP_LOAD(n->start),
                            POMP_KEY_ROLE(p->key), POMP_LOAD(n->visits));
}

static const struct listed *block_of(const struct pomp_path *p) {
  uint64_t low = 0, high = block_count;
  while (high - low > 1) {
    uint64_t middle = low + (high - low) / 2;
    if ((uintptr_t)blocks[middle].paths <= (uintptr_t)p)
      low = middle;
    else
      high = middle;
  }
  return &blocks[low];
}

static uint64_t number_in(const struct listed *block, const struct pomp_path *p) {
  return block->first + (uint64_t)(p - block->paths->at);
}

/* All that waited is charged to nobody as well, if with no time; and what a lock routine waited is what is charged. */
static void add_charge(const struct pomp_path *p, const struct pomp_node *n) {
  struct sum *waiting = sum_of(p->parent->key);
  if (!POMP_KEY_CONSTRUCT(p->key))
    waiting->contended += POMP_LOAD(n->visits);
  if (POMP_KEY_ROLE(p->parent->key) == POMP_ROLE_LOCK)
    waiting->wait += POMP_LOAD(n->inclusive);
}

/* Returns what measuring the call path has cost, in pairs. */
static double cost_of(const struct pomp_path *p, const struct located *at) {
  const struct pomp_path *team = p->parent;
  for (int i = 0; team && POMP_KEY_ROLE(team->key) != POMP_ROLE_TEAM; i++)
    team = i < POMP_COST_ABOVE ? team->parent : NULL;
  const struct pomp_cost_path cost = {.key = p->key,
                                      .parent = p->parent->key,
                                      .team_size = POMP_LOAD(at->location->location->team_size),
                                      .visits = POMP_LOAD(pomp_node_of(p)->visits),
                                      .teams = team ? POMP_LOAD(pomp_node_of(team)->visits) : 0};
  return pomp_cost_of_path(&cost, &model);
}

static void add_path(const struct pomp_path *p, const struct listed *block) {
  const struct pomp_node *n = pomp_node_of(p);
  const struct located *at = &by_location[block->paths->thread->id];
  uint32_t role = POMP_KEY_ROLE(p->key);
  uint64_t children = parts[number_in(block, p)];
  if (!p->parent) {
    uint64_t lived = at->has_root ? reported(p, at) : 0, life = pomp_run_root(lived, at->in_tasks);
    lives += lived;
    outside += pomp_run_inclusive(life, children) - children;
    return;
  }
  pairs += cost_of(p, at);
  const struct pomp_location *l = at->location->location;
  lines += POMP_LOAD(l->line_ticks) * pomp_cost_lines(p->key, POMP_LOAD(l->team_size), POMP_LOAD(n->visits));
  const struct pomp_team_records *records = role == POMP_ROLE_TEAM ? POMP_ACQUIRE(p->records) : NULL;
  cpu_reads += records ? POMP_LOAD(records->cpu->visits) : 0;
  if (role == POMP_ROLE_BLAME) {
    add_charge(p, n);
    return;
  }
  uint64_t time = pomp_run_inclusive(reported(p, at), children);
  struct sum *s = sum_of(p->key);
  s->self += time - children;
  helped += at->location->flags & POMP_LOCATION_HELPER ? time - children : 0;
  s->visits += POMP_LOAD(n->visits);
  s->wait += waited(p, reported(p, at), time - children, below[number_in(block, p)] & HAS_BEGUN);
  const struct listed *above = block_of(p->parent);
  if (pomp_run_is_part(role, above->paths->thread == at->location, at->first))
    parts[number_in(above, p->parent)] += time;
}

/* Adds up the time in tasks, which is no part of a thread's life; see pomp_run_root. */
static void add_tasks(void) {
  for (uint64_t i = 0; i < block_count; i++)
    for (uint32_t k = 0; k < blocks[i].paths->count; k++) {
      const struct pomp_path *p = &blocks[i].paths->at[k];
      const struct located *at = &by_location[blocks[i].paths->thread->id];
      if (p->parent && POMP_KEY_ROLE(p->key) == POMP_ROLE_TASK)
        by_location[at->thread].in_tasks += reported(p, at);
    }
}

/* Adds each call path after those below it, which may be a part of it. */
static void add_all(void) {
  uint64_t paths = 0, done = 0, found = 0;
  for (uint64_t i = 0; i < block_count; i++) {
    blocks[i].first = paths;
    paths += blocks[i].paths->count;
  }
  add_tasks();
  for (uint64_t i = 0; i < block_count; i++)
    for (uint32_t k = 0; k < blocks[i].paths->count; k++) {
      const struct pomp_path *parent = blocks[i].paths->at[k].parent;
      if (parent)
        below[number_in(block_of(parent), parent)]++;
    }
  for (uint64_t i = 0; i < block_count; i++)
    for (uint32_t k = 0; k < blocks[i].paths->count; k++)
      if (!below[blocks[i].first + k])
        queue[found++] = &blocks[i].paths->at[k];
  for (; done < found; done++) {
    const struct pomp_path *p = queue[done], *parent = p->parent;
    const struct listed *block = block_of(p), *above = parent ? block_of(parent) : NULL;
    add_path(p, block);
    if (!parent)
      continue;
    uint32_t *left = &below[number_in(above, parent)];
    if (above->paths->thread == block->paths->thread && shows_begun(p, parent))
      *left |= HAS_BEGUN;
    if ((--*left & ~HAS_BEGUN) == 0)
      queue[found++] = parent;
  }
}

/* This is what the file's header would say of the run, had nobody else written to it. */
static struct pomp_header known_header(const struct pomp_end *end) {
  return (struct pomp_header){.sync[0].tick = pomp_clock_begin(),
                              .threads = pomp_location_most(),
                              .workers = pomp_location_most_workers() + 1,
                              .nesting = end->nesting_known ? POMP_NESTING_OMPT : POMP_NESTING_UNKNOWN,
                              .ompt_end = end->ompt,
                              .left_barriers = pomp_region_left_barriers(),
                              .pair_cost = pomp_location_pair_costs()->apart,
                              .pair_cost_in_row = pomp_location_pair_costs()->in_row,
                              .pair_cost_around = pomp_location_pair_costs()->around,
                              .cpu_cost = pomp_team_cpu_cost()};
}

/* The table of sums becomes a list, at its beginning, in seconds: no entry grows, and none overtakes another. */
static void finish(struct pomp_summary *s, const struct pomp_end *end) {
  s->sums = (struct pomp_sum *)(void *)sums;
  uint64_t busy = outside, waiting = 0;
  for (uint64_t i = 0; i < slots; i++) {
    struct sum sum = sums[i];
    if (!sum.key)
      continue;
    if (pomp_role_is(POMP_KEY_ROLE(sum.key), POMP_IS_WAITING))
      sum.wait = sum.self;
    waiting += sum.wait;
    busy += sum.self;
    s->sums[s->count++] = (struct pomp_sum){sum.key, sum.visits, pomp_clock_seconds(sum.self),
                                            pomp_clock_seconds(sum.wait), sum.contended};
  }
  s->sums[s->count++] = (struct pomp_sum){0, initial_threads, pomp_clock_seconds(outside), 0, 0};
  const struct pomp_header h = known_header(end);
  s->teams_unknown = !end->nesting_known && locations > 1;
  uint32_t threads = pomp_run_threads(&h, locations);
  uint64_t wall = pomp_run_wall(&h, end->tick), allocation = pomp_run_allocation(&h, locations, wall, lives);
  s->threads = threads;
  s->come_and_go = allocation != wall * threads;
  s->helped = helped != 0;
  allocation += helped;
  s->wall = pomp_clock_seconds(wall);
  s->allocation = pomp_clock_seconds(allocation);
  s->idle = pomp_clock_seconds(pomp_run_idle(allocation, busy));
  s->waiting = pomp_clock_seconds(waiting);
  s->measuring =
      pomp_run_measuring(pomp_clock_seconds(h.pair_cost), pairs, pomp_clock_seconds(h.cpu_cost), (double)cpu_reads) +
      lines * pomp_clock_seconds(1000000) * 1e-6; /* somebody may have scribbled in the file: it may be any number */
  struct pomp_thread_times times;
  pomp_thread_time_sums(&times, pomp_location_all());
  s->busy = pomp_clock_seconds(busy);
  s->lived = times.lived;
  s->ready = times.ready_known ? (double)times.ready * 1e-9 : 0;
  s->cpus = times.cpus;
  s->switches = times.switches;
  const struct pomp_kernel_use *kernel = pomp_kernel_time_noted();
  s->user = (double)kernel->user * 1e-9;
  s->system = (double)kernel->system * 1e-9;
  s->faults = kernel->faults;
  s->sleeps = kernel->sleeps;
  s->stopped = end->stopped;
  s->forked = pomp_own_children();
  bool missing = pomp_run_missing_barriers(&h, locations) != 0;
  s->without_ompt = missing && !h.ompt_end;
  s->barriers_end = missing && h.ompt_end;
  s->ompt_end = h.ompt_end ? pomp_clock_seconds(h.ompt_end - pomp_clock_begin()) : 0;
}
_Static_assert(sizeof(struct pomp_sum) == sizeof(struct sum), "a list in the table's place");

bool pomp_summary_make(struct pomp_summary *s, const struct pomp_end *end) {
  *s = (struct pomp_summary){.threads = 0};
  end_tick = end->tick;
  const struct pomp_header h = known_header(end);
  model = pomp_cost_model(&h, pomp_trace_header() != NULL, pomp_metric_count != 0);
  uint64_t paths = count_all();
  for (slots = 64; slots < paths * 2 + 2; slots *= 2)
    ;
  const size_t table = slots * sizeof *sums, list = block_count * sizeof *blocks,
               threads = locations * sizeof *by_location;
  s->size = table + list + threads + paths * (sizeof *parts + sizeof *queue + sizeof *below);
  /* Not from the arena: it may have been used up, and measurement is over. */
  char *memory = pomp_sys_memory(s->size);
  if (!memory)
    return false;
  sums = (struct sum *)(void *)memory;
  blocks = (struct listed *)(void *)(memory + table);
  by_location = (struct located *)(void *)(memory + table + list);
  parts = (uint64_t *)(void *)(memory + table + list + threads);
  queue = (const struct pomp_path **)(void *)(parts + paths);
  below = (uint32_t *)(void *)(queue + paths);
  list_all();
  leave_tasks_out();
  add_all();
  finish(s, end);
  return true;
}

void pomp_summary_free(struct pomp_summary *s) { pomp_sys_munmap(s->sums, s->size); }
