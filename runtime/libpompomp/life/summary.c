/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* summary.c - one pass over the experiment in memory, one table on stderr; of a job, the sums of all ranks.
 * Not here: call paths, single threads, statistics (pomp-report), how ranks add up (libpompomp-mpi).
 * docs/environment.md defines each figure. */
#include "life/summary.h"
#include "base/arena.h"
#include "base/message.h"
#include "life/experiment.h"
#include "pomp_names.h"
#include "pomp_run.h"
#include "records/trace_file.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROWS 12

/* What all nodes of a key add up to. Unsigned differences may pass below zero on the way, not at the end. */
struct sum {
  uint32_t key;
  uint64_t visits, self, wait;
};

static struct sum *sums; /* a hash table, open addressing; key 0: free */
static uint64_t slots;
static struct place {
  uint32_t parent; /* POMP_NOT_KNOWN: no member of a team */
  uint32_t thread; /* of this location and its members 0: the outermost of them */
  bool has_root;   /* its root has time of its own: an initial thread */
  bool first;      /* member 0 of its team, the thread that forked */
  bool executes;   /* a task, when the measurement ended */
  uint64_t tasks;  /* ticks in tasks since its team began */
  uint64_t below;  /* the same of the team below it, which what is open has in its time */
} *places;         /* by location */

/* Times in ticks. */
static uint64_t wall, outside;
static uint64_t visits, initial_threads;
static uint32_t locations;

static const char *text_of(uint32_t string) {
  return string ? ((struct pomp_string *)(void *)(pomp_base + (uint64_t)string * 8))->text : "";
}

static struct sum *sum_of(uint32_t key) {
  uint64_t i = key * 0x9e3779b1u;
  while (sums[i & (slots - 1)].key && sums[i & (slots - 1)].key != key)
    i++;
  struct sum *s = &sums[i & (slots - 1)];
  s->key = key;
  return s;
}

typedef void visitor(struct pomp_block *block, struct pomp_node *nodes);

static void each_location_block(visitor *visit) {
  uint64_t used = pomp_file()->used;
  for (uint64_t at = POMP_FORMAT_HEADER_SIZE; at < used;) {
    struct pomp_block *b = (struct pomp_block *)(void *)(pomp_base + at);
    if (b->type == POMP_BLOCK_LOCATION || b->type == POMP_BLOCK_NODES)
      visit(b, (struct pomp_node *)(void *)((char *)b + b->first));
    at += b->size;
  }
}

static uint64_t node_total, node_blocks;
static void count_block(struct pomp_block *b, struct pomp_node *nodes) {
  (void)nodes;
  node_total += b->count;
  node_blocks++;
  locations += b->type == POMP_BLOCK_LOCATION;
}

static void add_location(const struct pomp_block *b) {
  const struct pomp_location *l = (const struct pomp_location *)(const void *)(b + 1);
  bool member = l->flags & (POMP_LOCATION_MEMBER | POMP_LOCATION_LEAGUE);
  bool first = member && l->thread_num == 0;
  uint64_t since = __atomic_load_n(&l->in_tasks_since, __ATOMIC_RELAXED), end = pomp_file()->end_tick;
  places[b->location] = (struct place){.parent = member ? l->parent : POMP_NOT_KNOWN,
                                       .thread = first ? places[l->parent].thread : b->location,
                                       .has_root = !member && !(l->flags & POMP_LOCATION_WORKER),
                                       .first = first,
                                       .executes = since != 0,
                                       .tasks = __atomic_load_n(&l->in_tasks, __ATOMIC_RELAXED) +
                                                (since && since < end ? end - since : 0)};
  initial_threads += places[b->location].has_root ? l->served : 0;
}

static uint64_t *blocks; /* where those with nodes begin, in ascending order */
static void list_block(struct pomp_block *b, struct pomp_node *nodes) {
  (void)nodes;
  blocks[node_blocks++] = (uint64_t)((char *)b - pomp_base);
  if (b->type == POMP_BLOCK_LOCATION)
    add_location(b);
}

/* As a team does when it ends; those that stand later are below. */
static void leave_tasks_out(void) {
  for (uint32_t i = locations; i-- > 0;)
    if (places[i].first)
      places[places[i].parent].below = places[i].tasks + (places[i].executes ? 0 : places[i].below);
}

/* A region that is open counts up to the end of the measurement. */
static uint64_t inclusive(const struct pomp_node *n, const struct place *place) {
  uint64_t start = __atomic_load_n(&n->start, __ATOMIC_RELAXED), end = pomp_file()->end_tick;
  uint64_t open = start && start < end ? end - start : 0, out = n->parent ? place->below : 0;
  return __atomic_load_n(&n->inclusive, __ATOMIC_RELAXED) + open - (out < open ? out : open);
}

static uint32_t location_of(const struct pomp_node *n) {
  uint64_t at = (uint64_t)((const char *)n - pomp_base);
  uint64_t low = 0, high = node_blocks;
  while (high - low > 1) {
    uint64_t middle = low + (high - low) / 2;
    if (blocks[middle] <= at)
      low = middle;
    else
      high = middle;
  }
  return ((struct pomp_block *)(void *)(pomp_base + blocks[low]))->location;
}

/* Takes a node's time from its parent's if it is a part of that: not that of a team's member whose thread is not the
 * one that forked, nor that of a task, which is a part of nothing but the thread's life. */
static void take_from_parent(uint32_t location, const struct pomp_node *n, uint64_t time) {
  const struct place *place = &places[location];
  const struct pomp_node *parent = (const struct pomp_node *)(void *)(pomp_base + (uint64_t)n->parent * sizeof *n);
  if (POMP_KEY_ROLE(n->key) == POMP_ROLE_TASK) {
    outside -= places[place->thread].has_root ? time : 0;
    return;
  }
  if (place->parent != POMP_NOT_KNOWN && !place->first && location_of(parent) != location)
    return;
  if (parent->parent)
    sum_of(parent->key)->self -= time;
  else if (places[location_of(parent)].has_root)
    outside -= time;
}

static void add_block(struct pomp_block *b, struct pomp_node *nodes) {
  for (uint32_t i = 0; i < b->count; i++) {
    struct pomp_node *n = &nodes[i];
    uint32_t role = POMP_KEY_ROLE(n->key);
    uint64_t time = inclusive(n, &places[b->location]);
    if (!n->parent)
      outside += places[b->location].has_root ? time : 0;
    if (!n->parent || role == POMP_ROLE_BLAME)
      continue;
    struct sum *s = sum_of(n->key);
    s->self += time;
    s->visits += __atomic_load_n(&n->visits, __ATOMIC_RELAXED);
    if (pomp_role_wait(role) == POMP_WAIT_BLOCKED)
      s->wait += __atomic_load_n(&n->wait, __ATOMIC_RELAXED);
    visits += __atomic_load_n(&n->visits, __ATOMIC_RELAXED);
    take_from_parent(b->location, n, time);
  }
}

/* Constructs are numbered in the order of the file. */
static const struct pomp_construct *construct_of(uint32_t number) {
  for (uint64_t at = POMP_FORMAT_HEADER_SIZE; at < pomp_file()->used;) {
    struct pomp_block *b = (struct pomp_block *)(void *)(pomp_base + at);
    if (b->type == POMP_BLOCK_CONSTRUCTS) {
      if (number <= b->count)
        return (const struct pomp_construct *)(const void *)((char *)b + b->first) + (number - 1);
      number -= b->count;
    }
    at += b->size;
  }
  return NULL;
}

static double seconds(uint64_t ticks) {
  const struct pomp_header *h = pomp_file();
  const struct pomp_sync *a = &h->sync[0], *b = &h->sync[h->sync_latest];
  return (double)(int64_t)ticks * ((double)(b->ns - a->ns) / (double)(b->tick - a->tick)) * 1e-9;
}

static int by_self(const void *a, const void *b) {
  const struct pomp_sum *x = a, *y = b;
  if (x->self != y->self)
    return x->self < y->self ? 1 : -1;
  return x->key < y->key ? -1 : x->key > y->key;
}

/* The last `width` bytes, which tell more of a path or a qualified name than the first. */
static const char *tail(const char *text, size_t width) {
  size_t n = strlen(text);
  return n > width ? text + n - width : text;
}

struct row {
  struct pomp_sum sum;
  char region[41], function[25], where[41];
};

static struct pomp_summary_names own_names(uint32_t construct, void *unused) {
  (void)unused;
  const struct pomp_construct *c = construct_of(construct);
  return (struct pomp_summary_names){text_of(c->name), text_of(c->sub_name), text_of(c->function), text_of(c->file),
                                     c->begin_line1};
}

static void fill_row(struct row *row, const struct pomp_sum *sum, pomp_summary_namer *names, void *context) {
  uint32_t role = POMP_KEY_ROLE(sum->key);
  row->sum = *sum;
  if (!sum->key) {
    strcpy(row->region, pomp_role_names[POMP_ROLE_NONE].fixed);
    return;
  }
  struct pomp_summary_names c = names(POMP_KEY_CONSTRUCT(sum->key), context);
  pomp_region_name(row->region, sizeof row->region, role, c.name, c.sub_name);
  snprintf(row->function, sizeof row->function, "%s", tail(c.function, sizeof row->function - 1));
  const char *slash = strrchr(c.file, '/');
  if (*c.file)
    snprintf(row->where, sizeof row->where, "%s:%d", tail(slash ? slash + 1 : c.file, 28), (int)c.line);
}

static int width_of(const char *text, int width) { return (int)strlen(text) > width ? (int)strlen(text) : width; }

static void add_table(struct pomp_text *out, const struct row *rows, int count, double allocation) {
  int region = 6, function = 8;
  for (int i = 0; i < count; i++) {
    region = width_of(rows[i].region, region);
    function = width_of(rows[i].function, function);
  }
  pomp_text_add(out, "%7s %9s %9s %10s  %-*s  %-*s  %s\n", "self%", "self s", "wait s", "visits", region, "region",
                function, "function", "where");
  for (int i = 0; i < count; i++) {
    const struct row *r = &rows[i];
    pomp_text_add(out, "%7.1f %9.3f %9.3f %10llu  %-*s  %-*s  %s", 100 * r->sum.self / allocation, r->sum.self,
                  r->sum.wait, (unsigned long long)r->sum.visits, region, r->region, function, r->function, r->where);
    while (out->length && out->at[out->length - 1] == ' ')
      out->length--;
    pomp_text_add(out, "\n");
  }
}

/* What the trace lacks, other than what the user has asked for. */
static void add_trace(struct pomp_text *out) {
  const struct pomp_trace_header *h = pomp_trace_header();
  if (!h)
    return;
  if (h->stop_tick)
    pomp_text_add(out, "pomp: only the first %.2f s were traced\n", seconds(h->stop_tick - h->load_tick));
  if (h->dropped)
    pomp_text_add(out, "pomp: of the trace, only the last %llu KiB were kept\n", (unsigned long long)(h->limit >> 10));
  if (h->lost)
    pomp_text_add(out, "pomp: %llu records of the trace found no room\n", (unsigned long long)h->lost);
}

/* The implicit barriers of a program that pomp-clang compiled have no events: it counts on OMPT. */
static void add_without_ompt(struct pomp_text *out, const struct pomp_summary *s) {
  if (!s->without_ompt)
    return;
  pomp_text_add(out, "pomp: ");
  if (s->ranks)
    pomp_text_add(out, "on %llu rank%s, ", (unsigned long long)s->without_ompt, s->without_ompt == 1 ? "" : "s");
  pomp_text_add(out, "the OpenMP runtime offered no OMPT, so the waiting in implicit barriers is missing: compile with "
                     "--pomp-barriers=explicit to measure it where OpenMP allows\n");
}

void pomp_summary_print(struct pomp_summary *s, pomp_summary_namer *names, void *context) {
  static struct row rows[ROWS + 1];
  static char bytes[16384];
  struct pomp_text out = {bytes, sizeof bytes, 0};
  qsort(s->sums, s->count, sizeof *s->sums, by_self);
  int count = s->count < ROWS ? (int)s->count : ROWS;
  for (int i = 0; i < count; i++)
    fill_row(&rows[i], &s->sums[i], names, context);
  pomp_text_add(&out, "pomp: %s · ", pomp_experiment_program());
  if (s->ranks)
    pomp_text_add(&out, "%llu rank%s · ", (unsigned long long)s->ranks, s->ranks == 1 ? "" : "s");
  pomp_text_add(&out,
                "%llu thread%s · %.2f s wall · %.2f s CPU allocation · idle %.1f %% · waiting %.1f %% · "
                "measuring ~%.1f %%\n",
                (unsigned long long)s->threads, s->threads == 1 ? "" : "s", s->wall, s->allocation,
                100 * s->idle / s->allocation, 100 * s->waiting / s->allocation, 100 * s->measuring / s->allocation);
  add_table(&out, rows, count, s->allocation);
  if (s->count > ROWS)
    pomp_text_add(&out, "        and %llu more\n", (unsigned long long)(s->count - ROWS));
  if (s->stopped && s->ranks)
    pomp_text_add(&out, "pomp: on %llu ranks, measurement ended before the program did\n",
                  (unsigned long long)s->stopped);
  else if (s->stopped)
    pomp_text_add(&out, "pomp: only the first %.2f s were measured\n", s->wall);
  add_without_ompt(&out, s);
  if (!s->ranks)
    add_trace(&out);
  if (pomp_experiment_is_chosen())
    pomp_text_add(&out, "pomp: experiment %s (look at it: pomp-report %s)\n", pomp_experiment_name(),
                  pomp_experiment_name());
  else
    pomp_text_add(&out, "pomp: experiment %s (look at it: pomp-report)\n", pomp_experiment_name());
  pomp_say_text(bytes, out.length);
}

/* The table of sums becomes a list, at its beginning, in seconds: no entry grows, and none overtakes another. */
static void finish(struct pomp_summary *s) {
  const struct pomp_header *h = pomp_file();
  s->sums = (struct pomp_sum *)(void *)sums;
  uint64_t busy = outside, waiting = 0;
  for (uint64_t i = 0; i < slots; i++) {
    struct sum sum = sums[i];
    if (!sum.key)
      continue;
    if (pomp_region_waits(POMP_KEY_ROLE(sum.key), text_of(construct_of(POMP_KEY_CONSTRUCT(sum.key))->name)))
      sum.wait = sum.self;
    waiting += sum.wait;
    busy += sum.self;
    s->sums[s->count++] = (struct pomp_sum){sum.key, sum.visits, seconds(sum.self), seconds(sum.wait)};
  }
  s->sums[s->count++] = (struct pomp_sum){0, initial_threads, seconds(outside), 0};
  uint32_t threads = pomp_run_threads(h, locations);
  uint64_t allocation = pomp_run_allocation(wall, threads);
  s->threads = threads;
  s->wall = seconds(wall);
  s->allocation = seconds(allocation);
  s->idle = seconds(pomp_run_idle(allocation, busy));
  s->waiting = seconds(waiting);
  s->measuring = pomp_run_measuring(seconds(h->pair_cost), visits);
  s->stopped = h->stop_reason != 0;
  s->without_ompt = pomp_run_missing_barriers(h, locations) != 0;
}
_Static_assert(sizeof(struct pomp_sum) == sizeof(struct sum), "a list in the table's place");

bool pomp_summary_make(struct pomp_summary *s) {
  const struct pomp_header *h = pomp_file();
  *s = (struct pomp_summary){.threads = 0};
  wall = pomp_run_wall(h, h->end_tick);
  each_location_block(count_block);
  for (slots = 64; slots < node_total * 2 + 2; slots *= 2)
    ;
  size_t table = slots * sizeof *sums, list = node_blocks * sizeof *blocks;
  s->size = table + list + locations * sizeof *places;
  /* Not from the arena: it may have been used up, and measurement is over. */
  char *memory = mmap(NULL, s->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  sums = (struct sum *)(void *)memory;
  blocks = (uint64_t *)(void *)(memory + table);
  places = (struct place *)(void *)(memory + table + list);
  node_blocks = 0;
  each_location_block(list_block);
  leave_tasks_out();
  each_location_block(add_block);
  finish(s);
  return true;
}

void pomp_summary_free(struct pomp_summary *s) { munmap(s->sums, s->size); }

void pomp_summary_print_own(void) {
  struct pomp_summary s;
  if (!pomp_summary_make(&s)) {
    pomp_say("experiment %s (no memory for a table; look at it: pomp-report)", pomp_experiment_name());
    return;
  }
  pomp_summary_print(&s, own_names, NULL);
  pomp_summary_free(&s);
}
