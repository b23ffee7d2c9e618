/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* metric_values.c - the values of metrics: those of nodes, in the file, and those that were read last.
 * Not here: who counts (common/metrics/), what POMP_METRICS may say (metric_list.c). */
#include "records/metric_values.h"
#include "definitions/metric_list.h"

#include <errno.h>
#include <string.h>

_Static_assert(sizeof(struct pomp_values) == 64 && sizeof(struct pomp_metric) == 64, "layout of the file");

uint32_t pomp_metric_count;

/* For each page of the file that has nodes, the address of the values of the node that begins the page, or would. From
 * it the address of any node's values follows. There is a list of tables, each of which is made when it is needed. */
#define NODES_A_PAGE (POMP_FORMAT_ALIGN / (uint32_t)sizeof(struct pomp_node))
#define PAGES_A_TABLE 512u
static uintptr_t **tables;

/* The values of a location are in the head of its first block of values, as arrays of pomp_metric_count. */
enum array {
  LAST,     /* those that were read last; readers of the file know this array */
  ARRIVED,  /* those of the arrival at a team's last barrier */
  PUSHED,   /* those when the first task began to execute */
  IN_TASKS, /* counted by tasks since ARRIVED */
  ASIDE,    /* counted by tasks since the team began */
  ARRAYS
};
static int64_t *array_of(const struct pomp_thread *t, enum array which) {
  return t->values + (size_t)which * pomp_metric_count;
}

/* The state of a thread of the system. */
static _Thread_local struct {
  void *sources; /* see metric_list.h; NULL: nothing is counted on this thread */
  bool reading;
} own __attribute__((tls_model("initial-exec")));

static size_t value_size(void) { return pomp_metric_count * sizeof(struct pomp_value); }

static struct pomp_value *values_of(const struct pomp_path *p) {
  uint32_t number = p->number, page = number / NODES_A_PAGE;
  return (struct pomp_value *)(tables[page / PAGES_A_TABLE][page % PAGES_A_TABLE] +
                               number % NODES_A_PAGE * value_size());
}

const int64_t *pomp_metric_values(const struct pomp_thread *t) { return array_of(t, LAST); }

/* --- under the slow lock --- */

int pomp_metric_start(const char *list, bool multiplex) {
  uint32_t found = 0;
  int error = pomp_metric_list_start(list, multiplex, &found);
  if (error || !found)
    return error;
  tables = pomp_arena_scratch((pomp_arena_limit() / POMP_FORMAT_ALIGN / PAGES_A_TABLE + 1) * sizeof *tables);
  if (!tables)
    return -ENOMEM;
  pomp_metric_count = found;
  pomp_metric_thread_begin(); /* so that its cost is in the cost of a pair */
  return 0;
}

/* Returns where the address for a page is; NULL: there is no memory. */
static uintptr_t *page_at(uint32_t page) {
  uintptr_t **table = &tables[page / PAGES_A_TABLE];
  if (!*table)
    *table = pomp_arena_scratch(PAGES_A_TABLE * sizeof **table);
  return *table ? &(*table)[page % PAGES_A_TABLE] : NULL;
}

int pomp_metric_room(struct pomp_thread *t, const struct pomp_paths *paths) {
  uint32_t capacity = paths->room, number = pomp_node_number(pomp_nodes_of(paths));
  size_t head = sizeof(struct pomp_block) + sizeof(struct pomp_values);
  size_t first = head + (t->values ? 0 : (size_t)ARRAYS * pomp_metric_count * sizeof *t->values);
  uint64_t size = (first + capacity * value_size() + POMP_FORMAT_ALIGN - 1) / POMP_FORMAT_ALIGN * POMP_FORMAT_ALIGN;
  struct pomp_block *block;
  int error = pomp_arena_block(&block, POMP_BLOCK_VALUES, t->id, (uint32_t)first, size);
  if (error)
    return error;
  struct pomp_values *v = (struct pomp_values *)(void *)(block + 1);
  v->node = number;
  v->metrics = pomp_metric_count;
  if (!t->values) {
    v->last = (uint32_t)head;
    t->values = (int64_t *)(void *)((char *)block + head);
  }
  uintptr_t records = (uintptr_t)block + first;
  for (uint32_t page = number / NODES_A_PAGE; page <= (number + capacity - 1) / NODES_A_PAGE; page++) {
    uintptr_t *at = page_at(page);
    if (!at)
      return -ENOMEM;
    *at = records + ((uint64_t)page * NODES_A_PAGE - number) * value_size();
  }
  __atomic_store_n(&block->count, capacity, __ATOMIC_RELEASE);
  return 0;
}

void pomp_metric_new(struct pomp_path *p) {
  struct pomp_value *v = values_of(p);
  for (uint32_t i = 0; i < pomp_metric_count; i++)
    v[i] = (struct pomp_value){0, POMP_NO_START};
}

void pomp_metric_thread_begin(void) {
  if (!own.sources)
    own.sources = pomp_metric_list_thread_begin();
}

void pomp_metric_thread_end(void) {
  void *sources = own.sources;
  own.sources = NULL;
  if (sources)
    pomp_metric_list_thread_end(sources);
}

/* --- events --- */

void pomp_metric_read(struct pomp_thread *t) {
  int64_t values[POMP_METRICS_MAX], *last = array_of(t, LAST);
  if (!own.sources || own.reading) /* a signal handler, or what a counter calls, may have events while this reads */
    return;
  int saved = errno;
  own.reading = true;
  for (uint32_t i = 0; i < pomp_metric_count; i++)
    values[i] = last[i];
  pomp_metric_list_read(own.sources, values);
  own.reading = false;
  errno = saved;
  for (uint32_t i = 0; i < pomp_metric_count; i++)
    POMP_STORE(last[i], values[i]);
  t->trace.counted = 1;
}

int64_t pomp_metric_inclusive(const struct pomp_path *p, uint32_t metric) {
  return POMP_LOAD(values_of(p)[metric].inclusive);
}

void pomp_metric_begin_values(struct pomp_thread *t, struct pomp_path *p) {
  struct pomp_value *v = values_of(p);
  const int64_t *last = array_of(t, LAST);
  for (uint32_t i = 0; i < pomp_metric_count; i++)
    POMP_STORE(v[i].start, last[i]);
}

/* Counters are subtracted and added as unsigned numbers, which wrap around. */
static int64_t less(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
/* NOLINTNEXTLINE(readability-non-const-parameter): the store is a builtin. */
static void add(int64_t *to, int64_t value) { POMP_STORE(*to, (int64_t)((uint64_t)*to + (uint64_t)value)); }

/* The start goes first: who is killed between the stores loses a value rather than have it twice. */
void pomp_metric_stop_values(struct pomp_thread *t, struct pomp_path *p) {
  struct pomp_value *v = values_of(p);
  const int64_t *last = array_of(t, LAST);
  for (uint32_t i = 0; i < pomp_metric_count; i++) {
    int64_t start = v[i].start;
    if (start == POMP_NO_START)
      continue;
    POMP_STORE(v[i].start, POMP_NO_START);
    add(&v[i].inclusive, less(last[i], start));
  }
}

/* The place that is going to be written is written once before the counters are read: a page that is new, or that the
 * kernel has written to the disk, is a page fault at the next store, which would be the region's. */
void pomp_metric_touch(struct pomp_thread *t, struct pomp_path *p) {
  struct pomp_value *v = values_of(p);
  int64_t *last = array_of(t, LAST);
  for (uint32_t i = 0; i < pomp_metric_count; i++) {
    POMP_STORE(v[i].start, POMP_NO_START);
    POMP_STORE(last[i], last[i]);
  }
}

const int64_t *pomp_metric_aside(const struct pomp_thread *t) { return array_of(t, ASIDE); }

/* --- what is left out --- */

static void copy(const struct pomp_thread *t, enum array to, enum array from) {
  memcpy(array_of(t, to), array_of(t, from), pomp_metric_count * sizeof(int64_t));
}
static void clear(const struct pomp_thread *t, enum array which) {
  memset(array_of(t, which), 0, pomp_metric_count * sizeof(int64_t));
}

void pomp_metric_task_begin(struct pomp_thread *t) { copy(t, PUSHED, LAST); }

void pomp_metric_task_end(struct pomp_thread *t, bool in_barrier) {
  const int64_t *last = array_of(t, LAST), *pushed = array_of(t, PUSHED);
  for (uint32_t i = 0; i < pomp_metric_count; i++) {
    add(&array_of(t, ASIDE)[i], less(last[i], pushed[i]));
    if (in_barrier)
      add(&array_of(t, IN_TASKS)[i], less(last[i], pushed[i]));
  }
}

void pomp_metric_team_begin(struct pomp_thread *t) {
  clear(t, ASIDE);
  t->after = NULL; /* the values of the event before are another thread's, perhaps */
}

void pomp_metric_leave_out(struct pomp_thread *outer, const struct pomp_thread *member) {
  const int64_t *aside = array_of(member, ASIDE);
  for (const struct pomp_path *p = outer->current; p != outer->base; p = p->parent) {
    struct pomp_value *v = values_of(p);
    for (uint32_t i = 0; i < pomp_metric_count; i++)
      if (v[i].start != POMP_NO_START)
        add(&v[i].start, aside[i]);
  }
  for (uint32_t i = 0; i < pomp_metric_count && !outer->saved_count; i++)
    add(&array_of(outer, ASIDE)[i], aside[i]);
}

void pomp_metric_arrive(struct pomp_thread *t) {
  copy(t, ARRIVED, LAST);
  clear(t, IN_TASKS);
}

void pomp_metric_add_barrier(struct pomp_thread *t, struct pomp_path *barrier, struct pomp_path *team) {
  const int64_t *last = array_of(t, LAST), *arrived = array_of(t, ARRIVED), *in_tasks = array_of(t, IN_TASKS);
  struct pomp_value *of_barrier = values_of(barrier), *of_team = values_of(team);
  for (uint32_t i = 0; i < pomp_metric_count; i++) {
    int64_t value = less(less(last[i], arrived[i]), in_tasks[i]);
    add(&of_barrier[i].inclusive, value);
    add(&of_team[i].inclusive, value);
  }
}
